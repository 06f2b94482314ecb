import * as z from 'zod';
import { findingSchema } from '../../domain/finding/finding.js';
import { type CheckedFinding, checkFinding } from '../../records/finding/checkFinding.js';
import { contextOfRun } from '../../records/finding/contextAsOf.js';
import {
  findingListField,
  recordOutcomes,
  repositoryField,
  runField,
  taskField,
} from '../../records/finding/findingFields.js';
import { defineOperation } from '../operation.js';
import { recordCheckedFindings } from './recordCheckedFindings.js';

export const findingRecordMany = defineOperation({
  name: 'finding.recordMany',
  order: 20,
  title: 'Record Several Findings',
  asks: true,
  summary: 'Records up to 100 review findings, all or none.',
  input: z.strictObject({ findings: findingListField, task: taskField, repository: repositoryField, run: runField }),
  output: z.object({
    recorded: z.int(),
    known: z.int(),
    reopened: z.int(),
    findings: z.array(z.object({ finding: findingSchema, outcome: z.enum(recordOutcomes) })),
  }),
  effect: 'write',
  mcp: { tool: 'review_findings', action: 'batch_record', brief: 'up to 100', rare: ['task', 'repository', 'run'] },
  cli: {
    path: ['finding', 'record'],
    flags: { findings: 'from-file' },
    files: ['findings'],
    exclusive: [['task', 'repository']],
    examples: ['finding record --from-file review.json', 'finding record --from-file - --run V-2'],
  },
  palette: 'repository',
  async run(context, { findings, ...home }) {
    const checked: CheckedFinding[] = [];
    const there = await contextOfRun(context, home.run);
    for (const [index, finding] of findings.entries()) {
      checked.push(await checkFinding(there, finding, { where: `Finding ${index + 1}: ` }));
    }
    const recorded = await recordCheckedFindings(there, checked, home, 'finding.recordMany');
    const count = (outcome: (typeof recordOutcomes)[number]): number =>
      recorded.filter(entry => entry.outcome === outcome).length;
    return {
      recorded: count('recorded'),
      known: count('known'),
      reopened: count('reopened'),
      findings: recorded,
    };
  },
});

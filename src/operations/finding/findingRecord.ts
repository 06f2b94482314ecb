import * as z from 'zod';
import { findingSchema } from '../../domain/finding/finding.js';
import {
  recordOutcomes,
  remarkFields,
  repositoryField,
  runField,
  taskField,
} from '../../records/finding/findingFields.js';
import { readRemark } from '../../records/finding/readRemark.js';
import { defineOperation } from '../operation.js';
import { recordRemarks } from './recordRemarks.js';

export const findingRecord = defineOperation({
  name: 'finding.record',
  title: 'Record Finding',
  asks: true,
  summary: 'Records a review finding; recording it again returns the existing one, and reopens it if fixed.',
  input: z.strictObject({ ...remarkFields, task: taskField, repository: repositoryField, run: runField }),
  output: z.object({ finding: findingSchema, outcome: z.enum(recordOutcomes) }),
  effect: 'write',
  idempotency: 'id',
  mcp: {
    tool: 'review_findings',
    action: 'record',
    brief: '',
    rare: ['mode', 'rule', 'tool', 'repro', 'task', 'repository', 'run'],
  },
  cli: {
    exclusive: [['task', 'repository']],
    examples: [
      'finding record --severity high --path src/retry.ts --line 40-44 --text "The retry never ends" --fix "Count them"',
      'finding record --severity low --path README.md --text "Says 18, needs 20" --repository',
    ],
  },
  icon: 'add',
  palette: 'repository',
  async run(context, { task, repository, run, ...remark }) {
    const checked = await readRemark(context, remark);
    const [recorded] = await recordRemarks(context, [checked], { task, repository, run });
    if (recorded === undefined) throw new Error('One remark was to be recorded and none was.');
    return recorded;
  },
});

import * as z from 'zod';
import { diffSides } from '../../domain/finding/anchor.js';
import { findingSchema } from '../../domain/finding/finding.js';
import { baseCommit, checkBaseSide } from '../../records/finding/baseSide.js';
import { checkFinding } from '../../records/finding/checkFinding.js';
import { contextAsOf, contextOfRun } from '../../records/finding/contextAsOf.js';
import {
  commitField,
  findingFields,
  recordOutcomes,
  repositoryField,
  runField,
  taskField,
} from '../../records/finding/findingFields.js';
import { defineOperation } from '../operation.js';
import { recordCheckedFindings } from './recordCheckedFindings.js';

export const findingRecord = defineOperation({
  name: 'finding.record',
  order: 10,
  title: 'Record Finding',
  asks: true,
  summary: 'Records a review finding; recording it again returns the existing one, and reopens it if fixed.',
  input: z.strictObject({
    ...findingFields,
    task: taskField,
    repository: repositoryField,
    run: runField,
    commit: commitField.optional().describe('Commit whose files it is about, instead of the worktree'),
    side: z.enum(diffSides).optional().describe("Side of the branch's diff; base for lines that it has removed"),
  }),
  output: z.object({ finding: findingSchema, outcome: z.enum(recordOutcomes) }),
  effect: 'write',
  idempotency: 'id',
  mcp: {
    tool: 'review_findings',
    action: 'record',
    brief: 'line, fix',
    rare: ['fix', 'mode', 'rule', 'tool', 'repro', 'task', 'repository', 'run', 'commit', 'side'],
  },
  cli: {
    paths: { path: 'path' },
    exclusive: [['task', 'repository']],
    examples: [
      'finding record --severity high --path src/retry.ts --line 40-44 --text "The retry never ends" --fix "Count them"',
      'finding record --severity high --path src/retry.ts --line 12 --side base --text "The check is needed"',
      'finding record --severity low --path README.md --text "Says 18, needs 20" --repository',
    ],
  },
  icon: 'add',
  palette: 'repository',
  async run(context, { task, repository, run, commit, side, ...described }) {
    const named = commit ?? (side === 'base' ? await baseCommit(context, task) : undefined);
    const there = named === undefined ? await contextOfRun(context, run) : await contextAsOf(context, named);
    const checked = await checkFinding(there, described, { side });
    if (side === 'base') await checkBaseSide(context, (await there.workTree?.head())?.commit, checked.path);
    // The text is the base's, but the defect and its fix are in the branch.
    const found = side === 'base' ? context : there;
    const [recorded] = await recordCheckedFindings(found, [checked], { task, repository, run }, 'finding.record');
    if (recorded === undefined) throw new Error('One finding was to be recorded, and none was.');
    return recorded;
  },
});

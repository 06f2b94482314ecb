import * as z from 'zod';
import { evidenceSchema } from '../../domain/evidence/evidence.js';
import { evidenceGrades } from '../../domain/evidence/evidenceGrade.js';
import { evidenceLimits } from '../../domain/evidence/evidenceRow.js';
import { judgedTreeOf, presentEvidenceRows, requireCommit } from '../../records/evidence/evidenceAccess.js';
import { judgedAtField, sliceField } from '../../records/evidence/evidenceFields.js';
import { findRecord } from '../../records/findRecord.js';
import { cutNumbered, nextCursorField, readNumber } from '../../records/page.js';
import { findTask } from '../../records/task/taskAccess.js';
import { defineOperation } from '../operation.js';

const order = 'evidence';

export const evidenceList = defineOperation({
  name: 'evidence.list',
  order: 40,
  title: 'List Evidence',
  summary: 'Lists evidence, newest first, with grade, tree and freshness.',
  input: z.strictObject({
    task: z.string().trim().min(1).max(200).optional().describe('Only for this task: T-3, 3, ULID or ref'),
    slice: sliceField,
    command: z.string().trim().min(1).max(evidenceLimits.command).optional().describe('Only for this command'),
    commit: z.string().trim().min(1).max(200).optional().describe('Only with HEAD at this commit'),
    branch: z.string().trim().min(1).max(300).optional().describe('Only from this branch'),
    passed: z.boolean().optional().describe('Only passed, or only failed runs'),
    grade: z.enum(evidenceGrades).optional().describe('Only with this grade'),
    fresh: z.boolean().optional().describe('Only for exactly the current tree, or only for other trees'),
    at: judgedAtField,
    limit: z.int().min(1).max(100).optional().describe('Rows per page; 20 by default'),
    cursor: z.string().min(1).max(200).optional().describe('nextCursor of the previous page'),
  }),
  output: z.object({
    evidence: z.array(evidenceSchema),
    /** Tree that freshness is judged by; null without a worktree. */
    judgedTree: z.string().nullable(),
    nextCursor: nextCursorField,
  }),
  effect: 'read',
  mcp: {
    tool: 'get_handoff_state',
    action: 'evidence',
    brief: '',
    rare: ['task', 'slice', 'command', 'commit', 'branch', 'passed', 'grade', 'fresh', 'at', 'limit', 'cursor'],
  },
  cli: { examples: ['evidence list', 'evidence list --fresh --passed --task T-3', 'evidence list --at HEAD~1'] },
  palette: 'evidence',
  async run(context, { task, slice, commit, fresh, at, limit = 20, cursor, ...filter }) {
    const judgedTree = await judgedTreeOf(context, at);
    const fullCommit = commit === undefined ? undefined : await requireCommit(context, commit);
    const before = readNumber(order, cursor, 'evidence.foreignCursorHint');
    // Without a tree, nothing is fresh or stale.
    if (fresh !== undefined && judgedTree === undefined) return { evidence: [], judgedTree: null, nextCursor: null };
    return context.store.read(async transaction => {
      const rows = await transaction.evidence.list(
        {
          ...filter,
          taskId: task === undefined ? undefined : (await findTask(transaction, task)).id,
          sliceId: slice === undefined ? undefined : (await findRecord(transaction, 'slices', slice)).id,
          commit: fullCommit,
          treeHash: fresh === true ? judgedTree : undefined,
          otherTree: fresh === false ? judgedTree : undefined,
          before,
        },
        limit + 1,
      );
      const { shown, nextCursor } = cutNumbered(order, rows, limit);
      return {
        evidence: await presentEvidenceRows(transaction, shown, judgedTree),
        judgedTree: judgedTree ?? null,
        nextCursor,
      };
    });
  },
});

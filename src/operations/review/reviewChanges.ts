import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { taskField } from '../../records/finding/findingFields.js';
import { forkPoint, reviewedTree } from '../../records/review/forkPoint.js';
import { redactSecrets } from '../../records/review/redactSecrets.js';
import { placeOf, resolveTask } from '../../records/task/taskAccess.js';
import { defineOperation } from '../operation.js';

/** Max files in an answer; counts are of all. */
const namedAtMost = 500;

export const reviewChanges = defineOperation({
  name: 'review.changes',
  order: 40,
  title: 'Show Changes to Review',
  summary: 'Lists what this branch changes against its target branch, committed or not, biggest file first.',
  input: z.strictObject({
    task: taskField,
    lines: z.boolean().optional().describe('Include the changed lines as a diff'),
    conceal: z.boolean().optional().describe('Leave out lines and files that may contain secrets'),
  }),
  output: z.object({
    /** `T-3`; null if the branch belongs to none. */
    task: z.string().nullable(),
    branch: z.string(),
    /** The base branch, and the commit where the branch left it. */
    base: z.string(),
    from: z.string(),
    /** Hash of the compared tree, to be named by its review. */
    tree: z.string(),
    count: z.int(),
    added: z.int(),
    removed: z.int(),
    files: z.array(
      z.object({
        path: z.string(),
        kind: z.enum(['add', 'edit', 'delete', 'rename']),
        oldPath: z.string().optional().describe('Previous path of a renamed file'),
        added: z.int().nullable().describe('Lines; null for binary files'),
        removed: z.int().nullable(),
        hunks: z.string().nullable().describe('Null without lines, for binary files, and for very large diffs'),
      }),
    ),
    concealed: z.array(z.string()).describe('Omitted files, and positions of masked lines, such as src/a.ts:3'),
  }),
  effect: 'read',
  // An agent has git; the rest is in the prompt branch-review.
  mcp: null,
  cli: { examples: ['review changes', 'review changes --lines --json', 'review changes --lines --conceal'] },
  // The command Branch Review shows it.
  palette: false,
  async run(context, { task: named, lines = false, conceal = false }) {
    const workTree = reviewedTree(context);
    const task = await taskHere(context, named);
    const { branch, commit } = await workTree.head();
    if (branch === undefined || commit === undefined) {
      throw refusalError('transition_not_allowed', 'reviews.noBranch', { hint: 'reviews.noBranchHint' });
    }
    if (task !== undefined && task.branch !== null && task.branch !== branch) {
      throw refusalError(
        'transition_not_allowed',
        message('reviews.onOtherBranch', { task: formatRef('task', task.number), branch: task.branch, here: branch }),
        {
          hint: message('reviews.onOtherBranchHint', { branch: task.branch }),
          details: { task: formatRef('task', task.number), branch: task.branch },
        },
      );
    }
    const base = task?.base_branch ?? (await workTree.defaultBranch());
    const from = base === undefined ? undefined : await forkPoint(workTree, base, commit);
    if (base === undefined || from === undefined) {
      throw refusalError(
        'not_found',
        message('reviews.noBase', { base: base ?? message('reviews.mainOrMaster'), branch }),
        { hint: 'reviews.noBaseHint' },
      );
    }
    const tree = await workTree.treeHash();
    const files = await workTree.diff(from);
    const shown = files.slice(0, namedAtMost).map(file => ({ ...file, hunks: lines ? file.hunks : null }));
    const concealed = conceal ? shown.map(redactSecrets) : undefined;
    const sum = (side: 'added' | 'removed') => files.reduce((total, file) => total + (file[side] ?? 0), 0);
    return {
      task: task === undefined ? null : formatRef('task', task.number),
      branch,
      base,
      from,
      tree,
      count: files.length,
      added: sum('added'),
      removed: sum('removed'),
      files: shown.map((file, index) => ({
        ...file,
        hunks: concealed?.[index]?.hunks ?? (conceal ? null : file.hunks),
      })),
      concealed: concealed?.flatMap(each => each.concealed) ?? [],
    };
  },
});

/** The named task or this place's; undefined for none, or several. */
async function taskHere(context: Context, named: string | undefined): Promise<TaskRow | undefined> {
  const place = await placeOf(context);
  return context.store.read(async transaction => {
    try {
      const task = await resolveTask(transaction, place, named);
      // Without a name, a task on another branch is not meant, even the only one.
      return named === undefined && task.branch !== null && task.branch !== place.branch ? undefined : task;
    } catch (error) {
      if (named !== undefined || !(error instanceof RefusalError)) throw error;
      if (error.refusal.code === 'not_found' || error.refusal.code === 'ambiguous') return undefined;
      throw error;
    }
  });
}

import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { changedFileSchema } from '../../domain/lane/changedFile.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { inReadingOrder, readingGroup } from '../../domain/review/readingOrder.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { requireCommit } from '../../records/evidence/evidenceAccess.js';
import { commitField } from '../../records/finding/findingFields.js';
import { findRecord } from '../../records/findRecord.js';
import { laneCalled } from '../../records/lane/laneAccess.js';
import { ownLaneField } from '../../records/lane/laneFields.js';
import { sliceField } from '../../records/slice/sliceFields.js';
import { defineOperation } from '../operation.js';
import { noCommonCommit, requireLaneTree } from './requireLaneTree.js';

export const laneChanges = defineOperation({
  name: 'lane.changes',
  order: 40,
  title: 'List Lane Changes',
  summary: 'Lists the files a lane changes against its base, including uncommitted changes.',
  input: z.strictObject({
    lane: ownLaneField,
    committed: z.boolean().optional().describe('Only what is committed'),
    sinceReview: z.boolean().optional().describe('Only what has changed since you last reviewed the lane'),
    commit: commitField.optional().describe('Only what this commit changes'),
    slice: sliceField.describe('Only what this slice has committed'),
  }),
  output: z.object({
    lane: z.string(),
    base: z.string(),
    worktreePath: z.string(),
    /**
     * Full id of the commit compared with: the last common one of lane and base; with `sinceReview` the reviewed commit on the
     * current base; with `commit` and `slice` the previous one.
     */
    from: z.string(),
    /** Full id of the lane's last commit; with `commit` and `slice` of that one. */
    head: z.string(),
    files: z.array(changedFileSchema),
    /** With `sinceReview`: full id of the commit that you last reviewed. */
    reviewed: z.string().optional(),
  }),
  effect: 'read',
  readsAsCaller: true,
  mcp: {
    tool: 'manage_worktree_lane',
    action: 'changes',
    brief: 'changed files',
    rare: ['committed', 'sinceReview', 'commit', 'slice'],
  },
  cli: {
    positionals: ['lane'],
    exclusive: [
      ['sinceReview', 'commit'],
      ['sinceReview', 'slice'],
      ['commit', 'slice'],
    ],
    examples: ['lane changes login', 'lane changes', 'lane changes login --since-review'],
  },
  palette: false,
  async run(context, { lane: named, committed = false, ...part }) {
    const { lane, trees, start } = await requireLaneTree(context, named);
    const { worktree_path: worktreePath, base_branch: base, name } = lane;
    const reviewed = part.sinceReview === true ? await reviewedBy(context, trees, lane) : undefined;
    const ends = await endsOf(context, lane, part);
    const changed =
      reviewed !== undefined
        ? await trees.changesSinceReview(worktreePath, { base: start, reviewed, committed })
        : ends !== undefined
          ? await trees.changedBetween(worktreePath, ends.from, ends.to)
          : await trees.changedFiles(worktreePath, start, committed);
    if (changed === undefined) throw noCommonCommit(lane);
    if (changed === 'unsupported') {
      throw refusalError('git_missing', 'lanes.replayNeedsGit', { hint: 'lanes.replayNeedsGitHint' });
    }
    const { from, head } = changed;
    const conflicts = 'conflicts' in changed ? changed.conflicts : [];
    const files = changed.files.map(({ isGenerated, ...file }) => ({
      ...file,
      group: readingGroup(file.path, isGenerated),
      ...(conflicts.includes(file.path) && { againstBase: true as const }),
    }));
    return {
      lane: name,
      base,
      worktreePath,
      from,
      head,
      files: inReadingOrder(files),
      ...(reviewed !== undefined && { reviewed }),
    };
  },
});

async function reviewedBy({ actor }: Context, trees: LaneTrees, lane: LaneRow): Promise<string> {
  const reviewed = await trees.reviewedHead(lane.name, actor.name);
  if (reviewed !== undefined) return reviewed;
  throw refusalError('not_found', message('lanes.notReviewed', { lane: laneCalled(lane) }), {
    hint: 'lanes.notReviewedHint',
    details: { lane: lane.name },
  });
}

/** Commits that delimit a part of a lane; `from` is undefined for the parent of `to`. */
async function endsOf(
  context: Context,
  lane: LaneRow,
  { commit, slice }: { readonly commit?: string | undefined; readonly slice?: string | undefined },
): Promise<{ readonly from: string | undefined; readonly to: string } | undefined> {
  if (commit !== undefined) return { from: undefined, to: await requireCommit(context, commit) };
  if (slice === undefined) return undefined;
  const { task_id, base_sha, commit_sha, ...row } = await context.store.read(transaction =>
    findRecord(transaction, 'slices', slice),
  );
  if (task_id !== lane.task_id) {
    const values = { slice: formatRef('slice', row.number), lane: laneCalled(lane) };
    throw refusalError('not_found', message('lanes.sliceElsewhere', values), { details: { lane: lane.name, slice } });
  }
  if (commit_sha === null || commit_sha === base_sha) {
    throw refusalError('not_found', message('lanes.sliceEmpty', { slice: formatRef('slice', row.number) }));
  }
  const to = await requireCommit(context, commit_sha);
  return { from: base_sha === null ? undefined : await requireCommit(context, base_sha), to };
}

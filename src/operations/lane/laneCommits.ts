import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { ownLaneField } from '../../records/lane/laneFields.js';
import { defineOperation } from '../operation.js';
import { noCommonCommit, requireLaneTree } from './requireLaneTree.js';

export const laneCommits = defineOperation({
  name: 'lane.commits',
  order: 50,
  title: 'List Lane Commits',
  summary: 'Lists the commits of a lane that its base does not have, newest first.',
  input: z.strictObject({ lane: ownLaneField }),
  output: z.object({
    lane: z.string(),
    base: z.string(),
    /** Full id of the last common commit of lane and base. */
    from: z.string(),
    head: z.string(),
    /** The last 500. */
    commits: z.array(
      z.object({
        commit: z.string(),
        subject: z.string(),
        author: z.string(),
        committedAt: z.string(),
        /** Slice that ends with this commit: `S-4`. */
        slice: z.string().nullable(),
      }),
    ),
  }),
  effect: 'read',
  mcp: { tool: 'manage_worktree_lane', action: 'commits', listed: 'never', brief: '' },
  cli: { positionals: ['lane'], examples: ['lane commits login', 'lane commits'] },
  palette: false,
  async run(context, { lane: named }) {
    const { lane, trees, start } = await requireLaneTree(context, named);
    const listed = await trees.listCommits(lane.worktree_path, start);
    if (listed === undefined) throw noCommonCommit(lane);
    const { task_id: task } = lane;
    const slices = task === null ? [] : await context.store.read(transaction => transaction.slices.ofTask(task));
    const refs = new Map(
      slices.flatMap(({ commit_sha, base_sha, number }) =>
        commit_sha === null || commit_sha === base_sha ? [] : [[commit_sha, formatRef('slice', number)]],
      ),
    );
    const commits = listed.commits.map(({ committedAt, ...commit }) => ({
      ...commit,
      committedAt: new Date(committedAt).toISOString(),
      slice: refs.get(commit.commit) ?? null,
    }));
    return { lane: lane.name, base: lane.base_branch, from: listed.from, head: listed.head, commits };
  },
});

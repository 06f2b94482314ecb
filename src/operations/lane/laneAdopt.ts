import * as z from 'zod';
import { laneSchema } from '../../domain/lane/lane.js';
import { maxLaneNameLength, suggestLaneName } from '../../domain/lane/laneName.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { LaneTree } from '../../git/lane/laneFolders.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { message } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import { noteMissedHooks } from '../../records/hooks/noteMissedHooks.js';
import { requireLanes, showLane } from '../../records/lane/laneAccess.js';
import { laneDescriptionField, ownsField } from '../../records/lane/laneFields.js';
import { baseOfNewWork } from '../../records/lane/newWork.js';
import { noticeUnmatched } from '../../records/lane/noticeUnmatched.js';
import { freeName } from '../../records/placeRows.js';
import { defineOperation } from '../operation.js';
import { openLane } from './openLane.js';
import { refuseName } from './planLane.js';

export const laneAdopt = defineOperation({
  name: 'lane.adopt',
  order: 100,
  title: 'Adopt Worktree',
  asks: true,
  summary:
    'Turns an existing worktree, created by hand or by another tool, into a lane without changing it; for a branch at the remote, creates one.',
  input: z.strictObject({
    path: z
      .string()
      .trim()
      .min(1)
      .max(4000)
      .describe('Its folder, absolute or relative to the current one, or a branch at the remote'),
    name: z.string().trim().min(1).max(1000).optional().describe('Its name; default: from its branch'),
    description: laneDescriptionField.optional(),
    from: z.string().trim().min(1).max(500).optional().describe('Target branch; default: the default branch'),
    owns: ownsField.optional(),
  }),
  output: laneSchema.extend({
    made: z.boolean(),
  }),
  effect: 'external',
  claim: 'begins',
  mcp: { tool: 'manage_worktree_lane', action: 'adopt', listed: 'never', brief: 'take over a worktree' },
  cli: {
    paths: { owns: 'pattern' },
    positionals: ['path'],
    examples: ['lane adopt ../shop-login', 'lane adopt .claude/worktrees/login --name login --owns src/login/**'],
  },
  palette: 'repository',
  async run(context, { path, name: wanted, description, from, owns }) {
    const ports = requireLanes(context);
    const trees = await ports.trees();
    const isTree = (await trees.treeAt(ports.resolve(path))) !== undefined;
    const checkedOut = isTree ? undefined : (await trees.list()).find(one => one.isThere && one.branch === path);
    const directory = checkedOut?.directory ?? ports.resolve(path);
    const at = isTree || checkedOut !== undefined ? undefined : await trees.startOfRemote(path);
    const tree = at === undefined ? await requireTree(trees, directory) : { directory, branch: path };
    const isHere = (await trees.branchCommit(tree.branch)) !== undefined;
    const open = await context.store.read(transaction => transaction.lanes.list(openStatuses));
    const present = open.find(({ worktree_path }) => worktree_path === tree.directory);
    if (present !== undefined) return { ...(await showLane(context, present.id)), made: false };
    const base = from ?? (await baseOfNewWork(context));
    if (base === undefined) {
      throw refusalError('conflict', message('workers.noDefaultBranch'), { hint: message('lanes.adoptBaseHint') });
    }
    if (base === tree.branch) {
      throw refusalError('conflict', message('lanes.adoptOnBase', { directory: tree.directory, base }), {
        hint: 'lanes.adoptOnBaseHint',
      });
    }
    const isTaken = (one: string) =>
      context.store.read(async all => (await all.lanes.find({ by: 'key', key: one })) !== undefined);
    const name = wanted ?? (await freeName(nameOf(tree), maxLaneNameLength, isTaken));
    refuseName(name);
    const tasks = await context.store.read(transaction => transaction.tasks.live());
    const task = tasks.find(({ branch }) => branch === tree.branch);
    const about = description ?? task?.objective;
    const row = await openLane(context, ports, {
      name,
      description: about == null ? null : redact(about),
      kind: 'implement',
      branch: tree.branch,
      ownsBranch: isHere,
      base,
      ...(at !== undefined && { at }),
      taskId: task?.id ?? null,
      workItemId: task?.work_item_id ?? null,
      ownedPaths: owns ?? [],
      gitWrites: 'agent',
      after: [],
      fetch: false,
      adopts: at === undefined,
      start: 'again',
      agent: null,
      model: null,
      effort: null,
    });
    await noticeUnmatched(context, owns);
    await noteMissedHooks(context, row.worktree_path);
    return { ...(await showLane(context, row.id)), made: true };
  },
});

type AdoptedTree = LaneTree & { readonly branch: string };

async function requireTree(trees: LaneTrees, path: string): Promise<AdoptedTree> {
  const tree = await trees.treeAt(path);
  if (tree === undefined) {
    throw refusalError('not_found', message('git.notWorkTree', { directory: path }), {
      hint: message('lanes.adoptNotTreeHint'),
    });
  }
  const { directory, branch } = tree;
  if (directory === (await trees.mainDirectory())) {
    throw refusalError('conflict', message('lanes.adoptMainTree', { directory }), { hint: 'lanes.adoptMainTreeHint' });
  }
  if (branch === undefined)
    throw refusalError('conflict', message('lanes.adoptNoBranch', { directory }), { hint: 'lanes.adoptNoBranchHint' });
  await trees.requireOwn(directory);
  return { ...tree, branch };
}

/** By the last part of its branch, else of its folder. */
function nameOf({ branch, directory }: Pick<AdoptedTree, 'branch' | 'directory'>): string {
  const last = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
  return suggestLaneName(last(branch)) ?? suggestLaneName(last(directory)) ?? last(branch);
}

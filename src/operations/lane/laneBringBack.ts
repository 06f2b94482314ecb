import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { isReferenceName } from '../../git/isReferenceName.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { Rescue } from '../../git/rescue/rescue.js';
import { message, verbatim } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { defineOperation } from '../operation.js';
import { rescueName, tipOfLane } from './lost/findLostWork.js';

export const laneBringBack = defineOperation({
  name: 'lane.bringBack',
  order: 200,
  title: 'Bring Back Lost Work',
  summary: 'Creates a branch from an entry of `lost`; checks nothing out, overwrites nothing, and keeps the entry.',
  input: z.strictObject({
    id: z.string().trim().min(1).max(500).describe('The id that `lost` lists: a commit, a backup or a lane'),
    branch: z.string().trim().min(1).max(200).optional().describe('Name of the new branch; default: recovered/<id>'),
  }),
  output: z.object({
    branch: z.string(),
    commit: z.string(),
    /** False if a branch at this commit existed. */
    made: z.boolean(),
    /** Likely secrets, which are left out. */
    leftOut: z.array(z.string()),
  }),
  effect: 'external',
  mcp: { tool: 'manage_worktree_lane', action: 'bring_back', listed: 'never', brief: '', rare: ['id', 'branch'] },
  cli: {
    path: ['lost', 'bring-back'],
    positionals: ['id'],
    examples: ['lost bring-back 3f2a9c1d5e', 'lost bring-back login/20261121T123005007Z --branch login-again'],
  },
  progress: 'notification',
  palette: false,
  async run(context, { id, branch: wanted }) {
    const trees = await requireLanes(context).trees();
    if (wanted !== undefined && !isReferenceName(wanted)) {
      throw refusalError('invalid_input', message('lanes.badBranch', { branch: wanted }), {
        hint: 'lanes.badBranchHint',
      });
    }
    const { commit, name, leftOut } = await commitFor(context, trees, id);
    const named = { branch: wanted ?? `recovered/${name}`, commit, mayRename: wanted === undefined };
    const made = await trees.branchForLost(named);
    if (made !== undefined) return { ...made, commit, leftOut };
    throw refusalError('conflict', message('lanes.branchExists', { branch: named.branch }), {
      hint: 'lanes.branchExistsHint',
    });
  },
});

interface Found {
  readonly commit: string;
  readonly name: string;
  readonly leftOut: string[];
}

/** Commit of a backup or a lane, else a commit, possibly one that stores a backup. */
async function commitFor({ store }: Context, trees: LaneTrees, id: string): Promise<Found> {
  const rescues = await trees.rescues();
  const rescue = rescues.find(one => rescueName(one) === id || one.ref === id);
  if (rescue !== undefined) return commitOfBackup(trees, rescue);
  const lane = await store.read(async transaction =>
    (await transaction.lanes.list()).find(({ name, number }) => name === id || formatRef('lane', number) === id),
  );
  const tip = lane && (await tipOfLane({ store }, trees, lane));
  if (lane !== undefined && tip !== undefined) return { commit: tip, name: lane.name, leftOut: [] };
  const found = await trees.lostCommitAt(id);
  if (found === undefined) {
    throw refusalError('not_found', message('lanes.noLostWork', { id: id.slice(0, 80) }), {
      next: [{ operation: 'lane.lost', input: {} }],
    });
  }
  const backup = rescues.find(({ commit }) => commit === found.commit);
  if (backup !== undefined) return commitOfBackup(trees, backup);
  return { ...(await trees.commitsOfLost(found)), name: found.commit.slice(0, 10) };
}

async function commitOfBackup(trees: LaneTrees, rescue: Rescue): Promise<Found> {
  const answer = await trees.commitOfRescue(rescue);
  if ('refused' in answer) throw refusalError('conflict', verbatim(answer.refused));
  const leftOut = rescue.manifest.secrets.map(({ path }) => path);
  return { commit: answer.commit, name: rescueName(rescue).toLowerCase(), leftOut };
}

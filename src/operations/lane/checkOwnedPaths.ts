import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { laneCalled } from '../../records/lane/laneAccess.js';
import { pathList } from '../gitWords.js';
import { pathsOutside } from '../laneClaims.js';
import { recordViolations } from '../recordViolations.js';

/** Refuses and records changes outside of a lane's owned paths, if any, since its fork point, else its first commit. */
export async function checkOwnedPaths(context: Context, trees: LaneTrees, lane: LaneRow): Promise<Refusal | undefined> {
  if (lane.owned_paths === '[]') return undefined;
  const base = (await trees.startOf(lane.base_branch)) ?? lane.base_sha;
  const changes = await trees.changes(lane.worktree_path, base);
  return refuseOutside(context, lane, [...(changes?.files.keys() ?? [])].sort());
}

export async function refuseOutside(
  context: Context,
  lane: LaneRow,
  paths: readonly string[],
): Promise<Refusal | undefined> {
  const owned = JSON.parse(lane.owned_paths) as string[];
  const outside = pathsOutside(owned, paths);
  if (outside.length === 0) return undefined;
  await recordViolations(context, { ref: formatRef('lane', lane.number), name: lane.name, rule: 'outside' }, outside);
  return refuse(
    'transition_not_allowed',
    message('workers.changesForeign', { lane: laneCalled(lane), paths: pathList(outside) }),
    {
      hint: message('workers.ownsOnly', { owned: owned.join(', '), base: lane.base_branch }),
      details: { lane: lane.name, owned, outside: outside.slice(0, 100) },
    },
  );
}

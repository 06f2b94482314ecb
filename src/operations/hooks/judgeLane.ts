import type { LaneClaim } from '../../domain/lane/laneClaim.js';
import { say } from '../../messages/say.js';
import type { Context } from '../../records/context.js';
import { isStoreError } from '../../store/storeError.js';
import { pathList } from '../gitWords.js';
import { judgeOwners, ownedMessage } from '../judgeOwners.js';
import { namesOf, pathsOutside, readClaims, readClaimsHere } from '../laneClaims.js';
import { recordViolations } from '../recordViolations.js';
import { isMarkedAgent } from './markedAgent.js';
import type { Ruling } from './override.js';
import type { PushedRef } from './pushedRef.js';

/** For the acts that a lane leaves to Stateroom. */
const waysIn = {
  commit: 'stateroom worker commit "<message>"',
  rebase: 'stateroom worker done',
  push: 'stateroom worker push',
} as const;

/** Judges a commit by the lanes of its staged paths; undefined without objection or advice. */
export async function judgeLaneCommit(
  context: Context,
  paths: readonly string[],
  own: boolean,
): Promise<Ruling | undefined> {
  const lane = await laneHere(context);
  // The operation has checked ownership and knows its caller; git does not pass that to hooks.
  if (lane === undefined) return own ? undefined : judgeOthers(context, paths);
  if (!own && lane.gitWrites === 'host') return left(lane, 'commit');
  const outside = pathsOutside(lane.owned, paths);
  if (outside.length === 0) return own ? undefined : judgeOthers(context, paths);
  await recordViolations(context, { ...namesOf(lane), rule: 'outside' }, outside);
  return {
    allowed: false,
    lines: [
      `stateroom: ${lane.called} does not own ${say(pathList(outside))}.`,
      `  It owns ${lane.owned.join(', ')}. Unstage the other files, or ask for more paths with stateroom lane update.`,
    ],
    about: { lane: lane.lane, paths: outside.slice(0, 100) },
    recorded: true,
  };
}

async function judgeOthers(context: Context, paths: readonly string[]): Promise<Ruling | undefined> {
  const ruling = await judgeOwners(context, paths, isMarkedAgent(context));
  if (ruling === undefined) return undefined;
  const { refused, recorded, owned } = ruling;
  const lines = owned.map(one => `stateroom: ${say(ownedMessage(one, refused))}`);
  if (!refused) return { allowed: true, lines };
  const [first] = owned;
  return {
    allowed: false,
    lines: [
      ...lines,
      '  Commit only the other files (git commit <path>…), or wait until the lane is merged: stateroom lane list',
      `  If it was merged by other means or is not needed, a person can close it: stateroom lane close ${owned.length === 1 ? first?.lane.lane : '<lane>'}`,
    ],
    about: { lane: first?.lane.lane, paths: owned.flatMap(one => one.paths).slice(0, 100) },
    ...(recorded ? { recorded } : {}),
  };
}

export async function judgeRebase(context: Context, own: boolean): Promise<Ruling> {
  const lane = own ? undefined : await laneHere(context);
  return lane?.gitWrites === 'host' ? left(lane, 'rebase') : { allowed: true, lines: [] };
}

/** Judges a push from a lane, or of its branch from anywhere. */
export async function judgeLanePush(context: Context, refs: readonly PushedRef[], own: boolean): Promise<Ruling[]> {
  if (own) return [];
  const claims = await readClaims(context);
  return claims
    .filter(
      ({ gitWrites, kind, directory, branch }) =>
        (gitWrites === 'host' || kind === 'review') &&
        (directory === context.workTree?.root || refs.some(({ branch: pushed }) => pushed === branch)),
    )
    .map(lane => (lane.kind === 'review' ? unpushed(lane) : left(lane, 'push')));
}

/** The worktree's lane. A main worktree has none, without reading the store; an unreadable store judges nothing. */
export async function laneHere(context: Context): Promise<LaneClaim | undefined> {
  const { workTree } = context;
  if (workTree === undefined || workTree.gitDir === workTree.commonDir) return undefined;
  try {
    return (await readClaimsHere(context)).find(({ directory }) => directory === workTree.root);
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return undefined;
  }
}

function unpushed({ called, lane }: LaneClaim): Ruling {
  return {
    allowed: false,
    lines: [`stateroom: ${called} is for review, and nothing is pushed from it.`],
    about: { lane, act: 'push' },
  };
}

function left({ called, lane }: LaneClaim, act: keyof typeof waysIn): Ruling {
  return {
    allowed: false,
    lines: [`stateroom: in ${called}, use Stateroom to ${act}: ${waysIn[act]}`],
    about: { lane, act },
  };
}

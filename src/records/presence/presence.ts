import type { SeenActor, Sighting } from '../../platform/presenceFiles.js';
import type { Context } from '../context.js';

/** When an actor was seen last, by a call, a hook, a heartbeat of its own or an open connection. */
export interface Presence {
  /** ms UTC; never in the future. */
  readonly seenAt: number;
  /** True from the end of its last connection or its session on, and if the process of its last connection is gone. */
  readonly ended: boolean;
  /** True while it has an open connection. */
  readonly isConnected: boolean;
}

/**
 * The presence of an actor by its name, and by the root of its worktree where other sessions go by that name; without a
 * worktree, of whoever goes by the name. Undefined for one of which nothing is recorded: people, versions before this one, and
 * agents that were not seen for a day.
 */
export type PresenceOf = (name: string, directory?: string) => Presence | undefined;

/** How long an actor counts as being there after it was seen, ms. */
export const presentForMs = 10 * 60 * 1000;

/**
 * The presence of all actors at this moment. Ask before a transaction: it lists a folder. To judge the health of a lane's
 * worker, ask for its `agent` with the lane's worktree, and take the later of `seenAt` and the heartbeat:
 *
 *     const presenceOf = await readPresence(context);
 *     const presence = presenceOf(worker.agent, lane.worktree_path ?? undefined);
 *     if (presence !== undefined && isPresent(presence, now)) …
 */
export async function readPresence({ lanes, lifeSigns, clock }: Context): Promise<PresenceOf> {
  const index = await (lanes ?? lifeSigns)?.presence.read();
  const now = clock.now();
  return (name, directory) => index && presenceFrom(index.of({ name, directory }, now));
}

/** True for an actor that is connected, or was seen in the last ten minutes and has not ended since. */
export function isPresent({ seenAt, ended, isConnected }: Presence, now: number): boolean {
  return isConnected || (!ended && now - seenAt < presentForMs);
}

/** What follows from all sightings of one actor; a connection that is open counts most, then what was seen last. */
export function presenceFrom(sightings: readonly Sighting[]): Presence | undefined {
  const isConnected = sightings.some(({ state }) => state === 'open');
  const [last] = [...sightings].sort((one, other) => other.at - one.at || rank(one) - rank(other));
  if (last === undefined) return undefined;
  const ended = !isConnected && (last.state === 'ended' || last.state === 'dead');
  return { seenAt: last.at, ended, isConnected };
}

/** Of the same moment, an end comes after all else. */
function rank({ state }: Sighting): number {
  return state === 'ended' || state === 'dead' ? 0 : 1;
}

/** The caller as its presence is recorded. */
export function seenActorOf({
  actor,
  sharesName,
  workTree,
}: Pick<Context, 'actor' | 'sharesName' | 'workTree'>): SeenActor {
  return { name: actor.name, ...(sharesName === true ? { directory: workTree?.root } : {}) };
}

/** Records that the caller, an agent, is there. Blocks nothing: what cannot be written is not known. */
export async function noteCaller(context: Context): Promise<void> {
  const { actor, clock, lanes, lifeSigns, log, namedActor } = context;
  // A name that was found for a read need not be that of its writes.
  if (actor.role !== 'agent' || namedActor !== undefined) return;
  try {
    await (lanes ?? lifeSigns)?.presence.note(seenActorOf(context), clock.now());
  } catch (error) {
    log.debug(`Could not record who called: ${String(error)}`);
  }
}

/** Records that the session of the caller, an agent, has ended. */
export async function endCaller(context: Context): Promise<void> {
  const { clock, lanes, lifeSigns, log } = context;
  try {
    await (lanes ?? lifeSigns)?.presence.end(seenActorOf(context), clock.now());
  } catch (error) {
    log.debug(`Could not record that a session ended: ${String(error)}`);
  }
}

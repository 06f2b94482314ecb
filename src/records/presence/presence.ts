import { presenceEveryMs, type SeenActor, type Sighting } from '../../platform/presenceFiles.js';
import type { Context } from '../context.js';

/** Last sighting of an actor: by a call, a hook, its own heartbeat or an open connection. */
export interface Presence {
  /** ms UTC; never in the future. */
  readonly seenAt: number;
  /** True once its last connection or session has ended, or that connection's process is gone. */
  readonly ended: boolean;
  readonly isConnected: boolean;
}

/**
 * Presence by name, and by worktree root if other sessions share the name; without a root, that of any actor with the name.
 * Undefined for people, earlier versions, and agents not seen for a day.
 */
export type PresenceOf = (name: string, directory?: string) => Presence | undefined;

/** Time in ms for which an actor counts as present after a sighting. */
export const presentForMs = 10 * 60 * 1000;

/**
 * Reads the presence of all actors. Lists a folder: call it before a transaction. A worker is looked up by its `agent` and the
 * lane's worktree; take the later of `seenAt` and its heartbeat.
 */
export async function readPresence({ lanes, livenessPorts, clock }: Context): Promise<PresenceOf> {
  const index = await (lanes ?? livenessPorts)?.presence.read();
  const now = clock.now();
  return (name, directory) => index && presenceFrom(index.of({ name, directory }, now));
}

/** True for an actor that is connected, or was seen in the last ten minutes and has not ended since. */
export function isPresent({ seenAt, ended, isConnected }: Presence, now: number): boolean {
  return isConnected || (!ended && now - seenAt < presentForMs);
}

/** Combines an actor's sightings. An open connection outweighs an end. */
export function presenceFrom(sightings: readonly Sighting[]): Presence | undefined {
  const isConnected = sightings.some(({ state }) => state === 'open');
  const [last] = [...sightings].sort((one, other) => orderOf(other) - orderOf(one) || rank(one) - rank(other));
  if (last === undefined) return undefined;
  const ended = !isConnected && (last.state === 'ended' || last.state === 'dead');
  return { seenAt: Math.max(...sightings.map(({ at }) => at)), ended, isConnected };
}

/** A connection renews its file this often at least, so a hook within this time of its last renewal was not after its end. */
const renewalMs = 2 * presenceEveryMs;

function orderOf({ at, state }: Sighting): number {
  return state === 'dead' ? at + renewalMs : at;
}

/** At equal times, an end sorts last. */
function rank({ state }: Sighting): number {
  return state === 'ended' || state === 'dead' ? 0 : 1;
}

export function seenActorOf({
  actor,
  sharesName,
  workTree,
}: Pick<Context, 'actor' | 'sharesName' | 'workTree'>): SeenActor {
  return { name: actor.name, ...(sharesName === true ? { directory: workTree?.root } : {}) };
}

/** Records the presence of a calling agent. Never fails. */
export async function noteCaller(context: Context): Promise<void> {
  const { actor, clock, lanes, livenessPorts, log, namedActor } = context;
  // The name for a read may differ from that for writes.
  if (actor.role !== 'agent' || namedActor !== undefined) return;
  try {
    await (lanes ?? livenessPorts)?.presence.note(seenActorOf(context), clock.now());
  } catch (error) {
    log.debug(`Could not record who called: ${String(error)}`);
  }
}

export async function endCaller(context: Context): Promise<void> {
  const { clock, lanes, livenessPorts, log } = context;
  try {
    await (lanes ?? livenessPorts)?.presence.end(seenActorOf(context), clock.now());
  } catch (error) {
    log.debug(`Could not record that a session ended: ${String(error)}`);
  }
}

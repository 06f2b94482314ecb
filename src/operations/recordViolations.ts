import { newEvent } from '../domain/event/newEvent.js';
import type { Context } from '../records/context.js';
import { recordOnce } from './recordOnce.js';

/** Paths of one refusal that are recorded. */
const maxPaths = 20;

/** The lane that a refused change is about, and whether it does not own the path (`outside`) or is its owner (`owned`). */
export interface ViolatedLane {
  /** `L-3` */
  readonly ref: string;
  readonly name: string;
  readonly rule: 'outside' | 'owned';
  /** Where the lane itself names no paths, the one that owns the path: `L-9`. */
  readonly owner?: string;
}

/** Writes down that someone tried to change paths that are not theirs; each path once for an actor and a lane. */
export async function recordViolations(
  context: Context,
  { ref, ...about }: ViolatedLane,
  paths: readonly string[],
): Promise<void> {
  const actor = (await context.namedActor?.()) ?? context.actor;
  const now = context.clock.now();
  const events = paths
    .slice(0, maxPaths)
    .map(path => newEvent(actor, now, 'owned_path_violated', null, { lane: ref, ...about, path }));
  await recordOnce(context, events);
}

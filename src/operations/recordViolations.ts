import { newEvent } from '../domain/event/newEvent.js';
import type { Context } from '../records/context.js';
import { recordOnce } from './recordOnce.js';

const maxPaths = 20;

/** Lane of a refused change: `outside` if it does not own the path, `owned` if it does. */
export interface ViolatedLane {
  readonly ref: string;
  readonly name: string;
  readonly rule: 'outside' | 'owned';
  /** Owner `L-9` of the path, if the lane itself has no owned paths. */
  readonly owner?: string;
}

/** Records attempts to change others' paths; each path once per actor and lane. */
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

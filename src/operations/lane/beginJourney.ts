import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../context.js';
import { settleJourney } from './settleJourney.js';

/**
 * Writes that a lane is about to be opened or closed; what a dead process left of such is ended first. Refuses while another
 * process is at it.
 */
export async function beginJourney(context: Context, ports: LanePorts, name: string, journey: object): Promise<void> {
  const { journeys } = ports;
  const text = JSON.stringify(journey);
  if (await journeys.begin(name, text)) return;
  const settled = await settleJourney(context, ports, name);
  if (settled?.outcome !== 'running' && settled?.outcome !== 'stuck') {
    if (await journeys.begin(name, text)) return;
  }
  const notes = settled?.notes ?? [];
  throw new RefusalError(
    refuse('conflict', `${name} is being opened or closed by another process.`, {
      hint: notes.length === 0 ? 'Wait for it, then look with `lane list`.' : notes.join(' '),
    }),
  );
}

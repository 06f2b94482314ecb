import { formatRef } from '../../domain/identifier/identifier.js';
import { demand, refuse } from '../../domain/refusal/refusal.js';
import { needsReviewer, type WorkerAct } from '../../domain/worker/workerTransition.js';
import { baseConfig } from '../baseConfig.js';
import type { Context } from '../context.js';
import { laneCalled } from '../lane/laneAccess.js';
import type { WorkerAndLane } from './workerAccess.js';

const verbs: Readonly<Partial<Record<WorkerAct, string>>> = {
  approve: 'approve',
  requestChanges: 'send back',
  merge: 'merge',
  cancel: 'cancel',
  retry: 'retry',
};

/** What somebody did who worked in a lane. */
const actsOfWorkers = ['worker_started', 'worker_submitted', 'worker_conflicted', 'worker_failed'] as const;

/**
 * Refuses what only a reviewer does, for agents: unless the repository lets agents review, and always for one that worked in
 * the lane itself. Asks git: call it before a transaction.
 */
export async function demandReviewer(context: Context, { lane, worker }: WorkerAndLane, act: WorkerAct): Promise<void> {
  const { actor, store } = context;
  if (actor.role !== 'agent' || !needsReviewer(act)) return;
  const verb = verbs[act] ?? act;
  if (!(await baseConfig(context)).lane.agentsMayReview) {
    demand(
      refuse('not_allowed', `An agent may not ${verb} ${laneCalled(lane)}.`, {
        hint: 'A person does this: in the editor’s Stateroom views, or in a terminal outside an agent.',
      }),
    );
  }
  const ref = formatRef('lane', lane.number);
  const names = await store.read(transaction => transaction.events.actorsOfLane(ref, lane.created_at, actsOfWorkers));
  const isOwn = actor.name === worker.agent || actor.lane === lane.name || names.includes(actor.name);
  if (!isOwn) return;
  demand(
    refuse('not_allowed', `${actor.name} worked in ${laneCalled(lane)} and may not ${verb} it.`, {
      hint: 'A person does this, or an agent that never worked in it.',
    }),
  );
}

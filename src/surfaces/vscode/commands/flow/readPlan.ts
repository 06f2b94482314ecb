import type { z } from 'zod';
import type { PlanItem } from '../../../../domain/plan/plan.js';
import { RefusalError } from '../../../../domain/refusal/refusal.js';
import { planShow } from '../../../../operations/plan/planShow.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import type { Flow } from './flow.js';

type PlanFlow = Pick<Flow, 'input' | 'task'> & { readonly repository: Pick<Flow['repository'], 'invoke'> };

/** Reads the plan of a flow. Throws the store's refusals. */
export async function readPlan({ repository, input, task }: PlanFlow): Promise<z.output<typeof planShow.output>> {
  const { plan } = input as { plan?: string };
  const shown = await invokeOrThrow(repository, planShow, {
    ...(plan === undefined ? {} : { plan }),
    ...(task === undefined ? {} : { task }),
  });
  return shown;
}

/** Reads the plan's items; empty without a plan or file: an imported task has cursors, but no plan yet. */
export async function readKnownItems(flow: PlanFlow): Promise<readonly PlanItem[]> {
  try {
    return (await readPlan(flow)).items;
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'not_found') return [];
    throw error;
  }
}

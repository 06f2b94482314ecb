import { type Checklist, compareChecklist } from '../../domain/plan/checklist.js';
import type { PlanRow } from '../../domain/plan/planRow.js';
import { readAttestations } from '../../domain/plan/presentPlan.js';
import type { PlacedItem } from '../../records/plan/readPlan.js';
import type { Transaction } from '../../store/store.js';

/** Evidence of a task that are looked through, the newest first. */
const lookedAt = 5000;

/** Compares each checkbox of a plan with the evidence of its task. */
export async function checklistOf(
  transaction: Transaction,
  plan: PlanRow,
  items: readonly PlacedItem[],
): Promise<Checklist<PlacedItem>> {
  const { task_id: taskId } = plan;
  return compareChecklist(items, {
    slices: taskId === null ? [] : await transaction.slices.ofTask(taskId),
    evidence: taskId === null ? [] : await transaction.evidence.ofTask(taskId, lookedAt),
    attestations: readAttestations(plan),
  });
}

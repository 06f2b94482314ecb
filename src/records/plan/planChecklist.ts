import { type Checklist, compareChecklist } from '../../domain/plan/checklist.js';
import type { PlanRow } from '../../domain/plan/planRow.js';
import { readAttestations } from '../../domain/plan/presentPlan.js';
import type { Transaction } from '../../store/store.js';
import type { PlacedItem } from './readPlan.js';

const lookedAt = 5000;

/** Compares a plan's checkboxes with its task's evidence; `closing` is the ULID of a slice that counts as closed. */
export async function checklistOf(
  transaction: Transaction,
  plan: PlanRow,
  items: readonly PlacedItem[],
  closing?: string,
): Promise<Checklist<PlacedItem>> {
  const { task_id: taskId } = plan;
  const slices = taskId === null ? [] : await transaction.slices.ofTask(taskId);
  return compareChecklist(items, {
    slices: slices.map(slice => (slice.id === closing ? { ...slice, status: 'closed' } : slice)),
    evidence: taskId === null ? [] : await transaction.evidence.ofTask(taskId, lookedAt),
    attestations: readAttestations(plan),
  });
}

import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import type { Transaction } from '../../store/store.js';

/** Last check of each session whose item had several, by its ULID: command, exit code and output. */
export async function evidenceOfTries(
  transaction: Transaction,
  ended: readonly AgentSessionRow[],
  openItems: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, number>();
  for (const { work_item_id } of ended) {
    if (work_item_id !== null) counts.set(work_item_id, (counts.get(work_item_id) ?? 0) + 1);
  }
  const found = new Map<string, string>();
  for (const [itemId, count] of counts) {
    if (count < 2 || !openItems.has(itemId)) continue;
    const attempts = await transaction.attempts.ofItem(itemId);
    const runs = new Map(
      (await transaction.evidence.ofIds(attempts.flatMap(({ evidence_id }) => evidence_id ?? []))).map(run => [
        run.id,
        `${run.command} ${run.exit_code} ${run.log_hash}`,
      ]),
    );
    for (const { id, work_item_id, ended_at, lane_id } of ended) {
      if (work_item_id !== itemId) continue;
      // Both ends are written in one transaction.
      const attempt = attempts.find(one => one.lane_id === lane_id && one.ended_at === ended_at);
      const text = attempt?.evidence_id == null ? undefined : runs.get(attempt.evidence_id);
      if (text !== undefined) found.set(id, text);
    }
  }
  return found;
}

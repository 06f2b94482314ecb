import type { Finding } from '../../domain/finding/finding.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { checkAct, checkRevision, lostFinding } from '../../domain/finding/findingRule.js';
import { type FindingAct, findingTransitions } from '../../domain/finding/findingTransition.js';
import { RefusalError, refusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import type { Context } from '../../records/context.js';
import {
  changeFinding,
  type FindingChange,
  findFindings,
  presentFindings,
} from '../../records/finding/findingAccess.js';
import { settleItemOfFinding } from '../../records/thread/settleItemOfFinding.js';
import type { Transaction } from '../../store/store.js';

export interface FindingsRequest {
  readonly ids: readonly string[];
  /** As seen by the caller; for one finding only. */
  readonly revision?: number | undefined;
}

export interface ActChange {
  readonly change: FindingChange;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The current findings of a call. The caller may run git on them next: `commitAct` refuses if one has changed meanwhile. */
export async function findActable(context: Context, request: FindingsRequest, act: FindingAct): Promise<FindingRow[]> {
  return context.store.read(async transaction => {
    const rows = await findFindings(context, transaction, request.ids);
    if (request.revision !== undefined && rows.length > 1) {
      throw refusalError('invalid_input', 'findings.oneRevision', { hint: 'findings.oneRevisionHint' });
    }
    for (const row of rows) {
      throwIfRefused(checkRevision(row, request.revision));
      throwIfRefused(checkAct(row, act));
    }
    return rows;
  });
}

/** Acts on all findings of `findActable` or none, and settles their work items. Calls `prepare` once, before any change. */
export async function commitAct(
  context: Context,
  act: FindingAct,
  seen: readonly FindingRow[],
  prepare: (transaction: Transaction, now: number) => Promise<(row: FindingRow, index: number) => ActChange>,
): Promise<Finding[]> {
  const { actor } = context;
  return context.store.transaction(async transaction => {
    const now = context.clock.now();
    const changeOf = await prepare(transaction, now);
    const current = new Map((await transaction.findings.ofIds(seen.map(({ id }) => id))).map(row => [row.id, row]));
    const changed: FindingRow[] = [];
    for (const [index, { id, revision }] of seen.entries()) {
      const row = current.get(id);
      if (row === undefined) throw new Error('A finding is gone, and nothing removes findings.');
      if (row.revision !== revision) throw new RefusalError(lostFinding(row));
      const { change, payload } = changeOf(row, index);
      const { to, event } = findingTransitions[act];
      const written = { from: row.status, ...payload };
      const after = await changeFinding({ transaction, actor, now }, row, { ...change, status: to }, event, written);
      await settleItemOfFinding(context, { transaction, actor, now }, row, after);
      changed.push(after);
    }
    return presentFindings(transaction, changed);
  });
}

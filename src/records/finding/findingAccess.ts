import { newEvent } from '../../domain/event/newEvent.js';
import type { Finding } from '../../domain/finding/finding.js';
import { type FindingRow, findingDefinition } from '../../domain/finding/findingRow.js';
import { lostFinding } from '../../domain/finding/findingRule.js';
import { formatRef, parseIdentifier } from '../../domain/identifier/identifier.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Act, EventPayload } from '../act.js';
import { showRow, showRows } from '../showRows.js';

/** The finding that `text` names; refuses when there is none. */
export async function findFinding(transaction: Transaction, text: string): Promise<FindingRow> {
  const row = await transaction.findings.find(parseIdentifier('finding', text));
  if (row !== undefined) return row;
  throw refusalError('not_found', message('findings.unknown', { finding: text.trim().slice(0, 80) }), {
    next: [{ operation: 'finding.list', input: {} }],
    details: { finding: text },
  });
}

/** The findings that these texts name, each once, in this order. */
export async function findFindings(transaction: Transaction, texts: readonly string[]): Promise<FindingRow[]> {
  const rows = new Map<string, FindingRow>();
  for (const text of texts) {
    const row = await findFinding(transaction, text);
    rows.set(row.id, row);
  }
  return [...rows.values()];
}

export type FindingChange = Partial<Omit<FindingRow, 'id' | 'repository_id' | 'number' | 'revision' | 'updated_at'>>;

/** Changes a finding and writes the event of it; refuses when someone else changed it at the same moment. */
export async function changeFinding(
  { transaction, actor, now }: Act,
  row: FindingRow,
  change: FindingChange,
  type: string,
  payload: EventPayload,
): Promise<FindingRow> {
  const changed = await transaction.findings.change(row, { ...change, updated_at: now });
  if (changed === undefined) throw new RefusalError(lostFinding(row));
  const eventPayload = findingPayload(changed, payload);
  await transaction.events.append([newEvent(actor, now, type, changed.work_item_id, eventPayload, row.task_id)]);
  return changed;
}

/** Payload of an event about a finding: which one it is, then what happened. */
export function findingPayload(row: Pick<FindingRow, 'number' | 'status'>, more: EventPayload): EventPayload {
  return { finding: formatRef('finding', row.number), status: row.status, ...more };
}

/** Columns that say how a finding ended, as they are while it is open. */
export const openAgain = {
  status: 'open',
  note: null,
  fixed_sha: null,
  fix_evidence_id: null,
  resolved_ref: null,
  resolved_by: null,
  resolved_at: null,
  superseded_by: null,
} as const satisfies FindingChange;

/** Findings as surfaces show them, with the refs of what they point to. */
export function presentFindings(
  transaction: Transaction,
  rows: readonly Omit<FindingRow, 'repository_id'>[],
): Promise<Finding[]> {
  return showRows(transaction, findingDefinition, rows);
}

/** One finding as surfaces show it. */
export function presentOneFinding(transaction: Transaction, row: Omit<FindingRow, 'repository_id'>): Promise<Finding> {
  return showRow(transaction, findingDefinition, row);
}

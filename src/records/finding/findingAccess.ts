import { newEvent } from '../../domain/event/newEvent.js';
import type { Finding } from '../../domain/finding/finding.js';
import { type FindingRow, findingDefinition } from '../../domain/finding/findingRow.js';
import { lostFinding } from '../../domain/finding/findingRule.js';
import { candidates, formatRef, parseIdentifier } from '../../domain/identifier/identifier.js';
import { RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Act, EventPayload } from '../act.js';
import type { Context } from '../context.js';
import { showRow, showRows } from '../showRows.js';

/** A caller's id in several tasks means this worktree's active task; refused if that is not unique (`ambiguous`). */
export async function findFinding(
  { workTree }: Pick<Context, 'workTree'>,
  transaction: Transaction,
  text: string,
): Promise<FindingRow> {
  for (const identifier of candidates(parseIdentifier('finding', text))) {
    const rows =
      identifier.by === 'key'
        ? await transaction.findings.ofKeys([identifier.key])
        : ((await transaction.findings.find(identifier)) ?? []);
    const found = [rows].flat();
    const own = found.length > 1 ? await ofTasksHere(transaction, workTree?.root, found) : found;
    if (own[0] !== undefined && own.length === 1) return own[0];
    if (found.length > 1) throw ambiguousId(found);
  }
  throw refusalError('not_found', message('findings.unknown', { finding: text.trim().slice(0, 80) }), {
    next: [{ operation: 'finding.list', input: {} }],
    details: { finding: text },
  });
}

async function ofTasksHere(
  transaction: Transaction,
  root: string | undefined,
  rows: readonly FindingRow[],
): Promise<FindingRow[]> {
  const live = await transaction.tasks.live();
  const here = new Set(live.filter(({ worktree_path }) => worktree_path === root).map(({ id }) => id));
  return rows.filter(({ task_id }) => task_id !== null && here.has(task_id));
}

function ambiguousId(rows: readonly FindingRow[]): RefusalError {
  const refs = rows
    .map(({ number }) => number)
    .sort((one, other) => one - other)
    .map(number => formatRef('finding', number));
  return refusalError(
    'ambiguous',
    message('findings.ambiguousId', { id: rows[0]?.key ?? '', findings: refs.slice(0, 10).join(', ') }),
    { hint: 'findings.ambiguousIdHint', details: { candidates: refs } },
  );
}

export async function findFindings(
  context: Pick<Context, 'workTree'>,
  transaction: Transaction,
  texts: readonly string[],
): Promise<FindingRow[]> {
  const rows = new Map<string, FindingRow>();
  for (const text of texts) {
    const row = await findFinding(context, transaction, text);
    rows.set(row.id, row);
  }
  return [...rows.values()];
}

export type FindingChange = Partial<Omit<FindingRow, 'id' | 'repository_id' | 'number' | 'revision' | 'updated_at'>>;

/** Changes a finding and writes its event. Refuses after a concurrent change. */
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

export function findingPayload(row: Pick<FindingRow, 'number' | 'status'>, more: EventPayload): EventPayload {
  return { finding: formatRef('finding', row.number), status: row.status, ...more };
}

/** Columns of a finding's end, as for an open one. */
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

export function presentFindings(
  transaction: Transaction,
  rows: readonly Omit<FindingRow, 'repository_id'>[],
): Promise<Finding[]> {
  return showRows(transaction, findingDefinition, rows);
}

export function presentOneFinding(transaction: Transaction, row: Omit<FindingRow, 'repository_id'>): Promise<Finding> {
  return showRow(transaction, findingDefinition, row);
}

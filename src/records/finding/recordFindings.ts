import type { Actor } from '../../domain/actor/actor.js';
import type { Provenance } from '../../domain/actor/provenance.js';
import type { NewEvent } from '../../domain/event/eventRow.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { findingName } from '../../domain/finding/findingName.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { findingStatusFacts } from '../../domain/finding/findingStatus.js';
import { type FindingRequest, newFinding } from '../../domain/finding/newFinding.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { type Message, message } from '../../messages/message.js';
import type { IdSource } from '../../platform/idSource.js';
import type { Transaction } from '../../store/store.js';
import { changeFinding, findingPayload, openAgain } from './findingAccess.js';
import type { recordOutcomes } from './findingFields.js';
import type { FindingHistory } from './findingHistory.js';

/** Author, time and git history for recording. */
export interface Recording {
  readonly actor: Actor;
  readonly provenance: Provenance;
  readonly now: number;
  readonly ids: IdSource;
  readonly history: FindingHistory;
}

type NewRow = Omit<FindingRow, 'repository_id'>;

export interface RecordedFinding {
  readonly row: NewRow;
  readonly outcome: (typeof recordOutcomes)[number];
}

/**
 * Records findings, all or none, in order. An identical finding is returned instead, reopened if it was fixed. Refuses another
 * finding's id. Takes any number: statements and events are batched.
 */
export async function recordFindings(
  transaction: Transaction,
  requests: readonly FindingRequest[],
  recording: Recording,
): Promise<RecordedFinding[]> {
  const existing = await existingFindings(transaction, requests);
  await checkKeys(transaction, requests);
  const recorded: (RecordedFinding | undefined)[] = [];
  const fresh: { readonly at: number; readonly request: FindingRequest }[] = [];
  /** Index of the finding that represents its duplicates in this call. */
  const firstAt = new Map<string, number>();
  for (const [at, request] of requests.entries()) {
    const same = existing.get(identityOf(request));
    const isFirst = !firstAt.has(identityOf(request));
    if (isFirst) firstAt.set(identityOf(request), at);
    if (!isFirst) recorded.push(undefined);
    else if (same !== undefined) recorded.push(await meetAgain(transaction, same, request, recording));
    else {
      fresh.push({ at, request });
      recorded.push(undefined);
    }
  }
  const rows = await insertFresh(
    transaction,
    fresh.map(({ request }) => request),
    recording,
  );
  for (const [index, row] of rows.entries()) {
    const at = fresh[index]?.at;
    if (at !== undefined) recorded[at] = { row, outcome: 'recorded' };
  }
  return requests.map((request, at) => {
    const own = recorded[at];
    const first = recorded[firstAt.get(identityOf(request)) ?? at];
    if (first === undefined) throw new Error('A finding was neither known nor recorded.');
    return own ?? { row: first.row, outcome: 'known' };
  });
}

function identityOf(finding: { taskId?: string | null; task_id?: string | null; fingerprint: string }): string {
  return `${finding.taskId ?? finding.task_id ?? ''} ${finding.fingerprint}`;
}

/** Returns the finding that represents each identity: an open one, else the latest. */
async function existingFindings(
  transaction: Transaction,
  requests: readonly FindingRequest[],
): Promise<Map<string, FindingRow>> {
  const rows = await transaction.findings.ofFingerprints(requests.map(({ fingerprint }) => fingerprint));
  const existing = new Map<string, FindingRow>();
  for (const row of rows) {
    const other = existing.get(identityOf(row));
    const isBetter =
      other === undefined || (row.status === 'open') === (other.status === 'open')
        ? row.number > (other?.number ?? 0)
        : row.status === 'open';
    if (isBetter) existing.set(identityOf(row), row);
  }
  return existing;
}

/** Refuses an id of another finding of the task, and duplicates. */
async function checkKeys(transaction: Transaction, requests: readonly FindingRequest[]): Promise<void> {
  const keyed = requests.flatMap(request => (request.key === null ? [] : [{ key: request.key, request }]));
  const rows = await transaction.findings.ofKeys(keyed.map(({ key }) => key));
  const owners = new Map(rows.map(row => [`${row.task_id ?? ''} ${row.key}`, row]));
  const given = new Map<string, string>();
  for (const { key, request } of keyed) {
    const own = `${request.taskId ?? ''} ${key}`;
    const owner = owners.get(own);
    const identity = identityOf(request);
    if (owner !== undefined && identityOf(owner) !== identity) {
      throw takenKey(key, message('findings.idTaken', { id: key, finding: findingName(owner) }));
    }
    if ((given.get(own) ?? identity) !== identity) throw takenKey(key, message('findings.idGivenTwice', { id: key }));
    given.set(own, identity);
  }
}

function takenKey(key: string, reason: Message): RefusalError {
  return refusalError('conflict', reason, { hint: 'findings.otherId', details: { id: key } });
}

async function meetAgain(
  transaction: Transaction,
  row: FindingRow,
  request: FindingRequest,
  recording: Recording,
): Promise<RecordedFinding> {
  const { actor, now, provenance, history } = recording;
  const place = {
    branch: provenance.branch,
    commit_sha: provenance.commit_sha,
    line_start: request.lines?.start ?? null,
    line_end: request.lines?.end ?? null,
    anchor: request.anchor,
  };
  // Only a fixed finding is reopened, not a dismissed one.
  const isBack =
    findingStatusFacts[row.status].ending === 'fixed' && (row.fixed_sha === null || history.contains(row.fixed_sha));
  if (isBack) {
    const reopened = await changeFinding(
      { transaction, actor, now },
      row,
      {
        ...openAgain,
        ...place,
        reopen_count: row.reopen_count + 1,
        reopen_reason: 'found again',
        reopened_at: now,
      },
      'finding_reopened',
      { from: row.status, reason: 'found again' },
    );
    return { row: reopened, outcome: 'reopened' };
  }
  if (row.status !== 'open' || row.commit_sha === null || !history.hasLeft(row.commit_sha)) {
    return { row, outcome: 'known' };
  }
  // A rebase has replaced its commit: without this update, no commit could ever fix it.
  const moved = await changeFinding({ transaction, actor, now }, row, place, 'finding_moved', {
    from: row.commit_sha,
    to: provenance.commit_sha,
  });
  return { row: moved, outcome: 'known' };
}

async function insertFresh(
  transaction: Transaction,
  requests: readonly FindingRequest[],
  { actor, provenance, now, ids }: Recording,
): Promise<NewRow[]> {
  if (requests.length === 0) return [];
  const first = await transaction.findings.takeNumbers(requests.length);
  const rows = requests.map((request, index) =>
    newFinding(request, { ...provenance, id: ids.ulid(now), number: first + index, now }),
  );
  await transaction.findings.insert(rows);
  await transaction.events.append(rows.map(row => recordedEvent(actor, row)));
  return rows;
}

export function recordedEvent(actor: Actor, row: NewRow): NewEvent {
  const { severity, path, line_start: line, text } = row;
  const shown = text.length > 200 ? `${text.slice(0, 199)}…` : text;
  return newEvent(
    actor,
    row.created_at,
    'finding_recorded',
    null,
    findingPayload(row, { severity, path, ...(line === null ? {} : { line }), text: shown }),
    row.task_id,
  );
}

import type { TimelineEvent } from '../../domain/event/event.js';
import type { Evidence } from '../../domain/evidence/evidence.js';
import type { Finding } from '../../domain/finding/finding.js';
import type { Lane } from '../../domain/lane/lane.js';
import type { Message } from '../../domain/message/message.js';
import type { Slice } from '../../domain/slice/slice.js';
import type { WorkItem } from '../../domain/workItem/workItem.js';

/** A plain object on its way into a reply. */
export type Shaped = Readonly<Record<string, unknown>>;

/** JSON longer than this is shown by its beginning in lists, in bytes. */
const previewAfterBytes = 240;
const previewCharacters = 160;
/** The same for what a message says: it is there to be read, and not only named. */
const messageBytes = 4000;
const messageCharacters = 2000;
/** Dependencies that a line names before it counts the rest. */
const namedDependencies = 5;

/** Bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** True for a work item as operations give it. */
export function isWorkItem(value: unknown): value is WorkItem {
  return isObject(value) && 'ref' in value && 'section' in value && 'revision' in value && 'blockedBy' in value;
}

/** True for a finding as operations give it. */
export function isFinding(value: unknown): value is Finding {
  return isObject(value) && 'ref' in value && 'severity' in value && 'reopenCount' in value && 'mergedFrom' in value;
}

/** True for evidence as operations give it. */
export function isEvidence(value: unknown): value is Evidence {
  return isObject(value) && 'ref' in value && 'grade' in value && 'treeHash' in value && 'logHash' in value;
}

/** True for a slice as operations give it. */
export function isSlice(value: unknown): value is Slice {
  return isObject(value) && 'ref' in value && 'testCommand' in value && 'redEvidence' in value;
}

/** True for a message as operations give it. */
function isMessage(value: unknown): value is Message {
  return isObject(value) && 'ref' in value && 'fromRole' in value && 'replyTo' in value;
}

/** True for a lane as operations give it, with more or less beside it. */
function isLane(value: unknown): value is Lane {
  return isObject(value) && 'ref' in value && 'worktreePath' in value && 'ownedPaths' in value;
}

/** True for an event as operations give it. */
export function isTimelineEvent(value: unknown): value is TimelineEvent {
  return isObject(value) && typeof value.id === 'number' && 'at' in value && 'type' in value && 'payload' in value;
}

/**
 * An operation's output as a reply carries it: without what is empty, work items and events in lists by their main facts,
 * with the beginnings of long payloads. `whole` names the fields whose items and events are kept complete.
 */
export function shapeOutput(output: unknown, whole: ReadonlySet<string>): Shaped {
  if (!isObject(output)) return { value: output };
  return Object.fromEntries(
    Object.entries(output).map(([field, value]) => [field, whole.has(field) ? keepWhole(value) : keepShort(value)]),
  );
}

function keepWhole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keepWhole);
  if (isWorkItem(value)) return itemFacts(value, part => part, Number.POSITIVE_INFINITY, true);
  if (isFinding(value)) return findingFacts(value, part => part);
  if (isEvidence(value)) return evidenceFacts(value);
  if (isSlice(value)) return sliceFacts(value);
  if (isMessage(value)) return messageFacts(value, part => part);
  if (isLane(value)) return laneFacts(value);
  return isTimelineEvent(value) ? withoutEmpty(value) : value;
}

function keepShort(value: unknown): unknown {
  if (isWorkItem(value)) return itemFacts(value, preview, namedDependencies, false);
  if (isFinding(value)) return findingFacts(value, preview);
  if (isEvidence(value)) return evidenceFacts({ ...value, command: String(preview(value.command)) });
  if (isSlice(value)) return sliceFacts(value);
  if (isMessage(value)) return messageFacts(value, part => preview(part, messageBytes, messageCharacters));
  if (isLane(value)) return laneFacts(value);
  if (isTimelineEvent(value)) return withoutEmpty({ ...value, payload: preview(value.payload) });
  return shortenWithin(value);
}

/** Long texts inside lists and records are shown by their beginning; a text on its own (a cursor) never is. */
function shortenWithin(value: unknown): unknown {
  const shorten = (part: unknown) => (typeof part === 'string' ? preview(part) : keepShort(part));
  if (Array.isArray(value)) return value.map(shorten);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, shorten(part)]));
}

/** What an agent acts on, in the order in which it reads; the store's bookkeeping (rank, revision) is left out. */
function itemFacts(item: WorkItem, long: (value: unknown) => unknown, named: number, whole: boolean): Shaped {
  const blockedBy = item.blockedBy.map(({ ref, status }) => `${ref} ${status}`);
  const more = blockedBy.length - named;
  return withoutEmpty({
    ref: item.ref,
    id: whole ? item.id : null,
    key: item.key,
    title: item.title,
    kind: item.kind,
    status: item.status,
    section: item.section,
    priority: item.priority,
    labels: item.labels,
    owner: item.owner,
    token: item.status === 'in_flight' ? item.token : null,
    leaseUntil: item.leaseUntil,
    leaseExpired: item.leaseExpired || null,
    notBefore: item.notBefore,
    due: item.due,
    dependsOn: whole ? item.dependsOn : null,
    blockedBy: more > 0 ? [...blockedBy.slice(0, named), `and ${more} more`] : blockedBy,
    question: long(item.question),
    answer: long(item.answer),
    payload: long(item.payload),
    notes: long(item.notes),
    queuedBy: whole ? item.queuedBy : null,
    createdAt: whole ? item.createdAt : null,
    updatedAt: item.updatedAt,
  });
}

/** What an author acts on; `revision` guards the next change. */
function findingFacts(finding: Finding, long: (value: unknown) => unknown): Shaped {
  const { lineStart, lineEnd } = finding;
  const line = lineStart === null ? null : lineEnd === lineStart ? `${lineStart}` : `${lineStart}-${lineEnd}`;
  return withoutEmpty({
    ref: finding.ref,
    key: finding.key,
    severity: finding.severity,
    status: finding.status,
    mode: finding.mode === 'branch' ? null : finding.mode,
    path: finding.path,
    line,
    text: long(finding.text),
    fix: long(finding.fix),
    rule: finding.rule,
    tool: finding.tool,
    repro: long(finding.repro),
    reproState: finding.reproState,
    task: finding.task,
    reviewRun: finding.reviewRun,
    workItem: finding.workItem,
    note: long(finding.note),
    fixedCommit: finding.fixedCommit,
    fixEvidence: finding.fixEvidence,
    resolvedRef: finding.resolvedRef,
    resolvedBy: finding.resolvedBy,
    supersededBy: finding.supersededBy,
    reopenCount: finding.reopenCount || null,
    reopenReason: long(finding.reopenReason),
    mergedFrom: finding.mergedFrom,
    actor: finding.actor,
    commit: finding.commit?.slice(0, 10),
    updatedAt: finding.updatedAt,
    revision: finding.revision,
  });
}

/** What evidence says, and whether it still counts. */
function evidenceFacts(evidence: Evidence): Shaped {
  const { id, logHash, logBytes, startedAt, role, harness, model, session, branch, ...facts } = evidence;
  return withoutEmpty({ ...facts, treeHash: facts.treeHash?.slice(0, 10), commit: facts.commit?.slice(0, 10) });
}

/** What a reader of a message needs; `fromRole` tells a person's word from an agent's. */
function messageFacts(message: Message, long: (value: unknown) => unknown): Shaped {
  const { ref, kind, from, fromRole, to, lane, replyTo, status, subject, text, data, brief, problem, at } = message;
  return withoutEmpty({
    ref,
    kind,
    from,
    fromRole: fromRole === 'agent' ? null : fromRole,
    to,
    lane,
    replyTo,
    status: kind === 'question' ? status : null,
    subject: text === subject ? null : subject,
    text: long(text),
    data: long(data),
    brief: long(brief),
    problem,
    at,
  });
}

/** Location and state of a lane. */
function laneFacts(lane: Lane): Shaped {
  const { id, revision, createdAt, state, worker, ...facts } = lane;
  if (worker === null) return withoutEmpty(facts);
  const { name, cancelled, submitted, ...ofWorker } = worker;
  return withoutEmpty({
    ...facts,
    adopted: lane.adopted || null,
    worker: withoutEmpty({ ...ofWorker, cancelled: cancelled || null, submitted: submitted?.slice(0, 10) }),
  });
}

/** The state of a slice and what it is about. */
function sliceFacts(slice: Slice): Shaped {
  const { id, role, harness, model, session, branch, startedAt, updatedAt, ...facts } = slice;
  return withoutEmpty({ ...facts, base: facts.base?.slice(0, 10), commit: facts.commit?.slice(0, 10) });
}

function withoutEmpty(record: object): Shaped {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** The value itself when it is short, else its beginning as text with its size. */
export function preview(value: unknown, most = previewAfterBytes, shown = previewCharacters): unknown {
  const bytes = jsonBytes(value);
  if (bytes <= most) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Never half a character at the end.
  return `${text.slice(0, shown).replace(/[\uD800-\uDBFF]$/, '')}… (${bytes} bytes)`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import * as z from 'zod';
import { eventSchema, type TimelineEvent } from '../../domain/event/event.js';
import { type Evidence, evidenceSchema } from '../../domain/evidence/evidence.js';
import { type Finding, findingSchema } from '../../domain/finding/finding.js';
import { jsonText } from '../../domain/json/writtenJson.js';
import { type ChangedFile, changedFileSchema } from '../../domain/lane/changedFile.js';
import { type Lane, laneSchema } from '../../domain/lane/lane.js';
import { type Need, needSchema } from '../../domain/lane/need.js';
import { type Message, messageSchema } from '../../domain/message/message.js';
import { shownShape } from '../../domain/record/record.js';
import { itemRecordNames, records } from '../../domain/records.js';
import { type Run, runSchema } from '../../domain/run/run.js';
import { type Slice, sliceSchema } from '../../domain/slice/slice.js';
import { inProgressSchema } from '../../domain/thread/inProgress.js';
import { type WorkItem, workItemSchema } from '../../domain/workItem/workItem.js';

export type Shaped = Readonly<Record<string, unknown>>;

/** Max bytes of JSON shown in full in a list. */
const previewAfterBytes = 240;
const previewCharacters = 160;
/** Max bytes of a message's text in a list; higher, because messages are meant to be read. */
const messageBytes = 4000;
const messageCharacters = 2000;
const namedDependencies = 5;

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(jsonText(value));
}

interface Kind {
  readonly schema: z.ZodObject;
  /** `whole` keeps long texts complete. */
  readonly facts: (record: never, whole: boolean) => Shaped;
}

const kinds: readonly Kind[] = [
  { schema: workItemSchema, facts: itemFacts },
  { schema: findingSchema, facts: findingFacts },
  { schema: evidenceSchema, facts: evidenceFacts },
  { schema: sliceSchema, facts: sliceFacts },
  { schema: runSchema, facts: runFacts },
  { schema: messageSchema, facts: messageFacts },
  { schema: laneSchema, facts: laneFacts },
  { schema: changedFileSchema, facts: changedFileFacts },
  { schema: eventSchema, facts: eventFacts },
  { schema: needSchema, facts: needFacts },
  { schema: inProgressSchema, facts: withoutEmpty },
  ...itemRecordNames.map(name => ({ schema: z.object(shownShape(records[name])), facts: itemRecordFacts })),
];

/** True if the schema is the record's, with or without more fields. */
function isShapeOf(record: z.ZodObject, schema: z.ZodType | undefined): boolean {
  if (!(schema instanceof z.ZodObject)) return false;
  return Object.entries(record.shape).every(([field, shape]) => schema.shape[field] === shape);
}

/** Unwraps optional and nullable schemas; for a union, returns the first member that accepts the value. */
function shapeFor(schema: z.ZodType | undefined, value: unknown): z.ZodType | undefined {
  if (schema === undefined) return undefined;
  if ('innerType' in schema.def) return shapeFor(schema.def.innerType as z.ZodType, value);
  if (!(schema instanceof z.ZodUnion)) return schema;
  const parts = schema.options as readonly z.ZodType[];
  return shapeFor(
    parts.find(part => part.safeParse(value).success),
    value,
  );
}

function fieldOf(schema: z.ZodType | undefined, field: string): z.ZodType | undefined {
  return schema instanceof z.ZodObject ? (schema.shape[field] as z.ZodType | undefined) : undefined;
}

function partOf(schema: z.ZodType | undefined): z.ZodType | undefined {
  return schema instanceof z.ZodArray ? (schema.element as z.ZodType) : undefined;
}

/** Returns the work items in an output's own fields, single or in lists; `field` narrows to one field. */
export function workItemsIn(output: unknown, schema: z.ZodType, field?: string): WorkItem[] {
  if (!isObject(output)) return [];
  const shape = shapeFor(schema, output);
  return Object.entries(output).flatMap(([name, value]) => {
    if (field !== undefined && name !== field) return [];
    const own = shapeFor(fieldOf(shape, name), value);
    const isItem = isShapeOf(workItemSchema, Array.isArray(value) ? shapeFor(partOf(own), value[0]) : own);
    return isItem && value !== null ? ([value].flat() as WorkItem[]) : [];
  });
}

/** Drops empty fields, reduces records in lists and shortens long payloads, except in the fields of `whole`. */
export function shapeOutput(output: unknown, schema: z.ZodType, whole: ReadonlySet<string>): Shaped {
  if (!isObject(output)) return { value: output };
  const fields = shapeFor(schema, output);
  return Object.fromEntries(
    Object.entries(output).map(([field, value]) => [field, shape(value, fieldOf(fields, field), whole.has(field))]),
  );
}

function shape(value: unknown, schema: z.ZodType | undefined, whole: boolean): unknown {
  const own = shapeFor(schema, value);
  const kind = isObject(value) ? kinds.find(({ schema: record }) => isShapeOf(record, own)) : undefined;
  if (kind !== undefined) return kind.facts(value as never, whole);
  if (!whole) return shortenWithin(value, own);
  return Array.isArray(value) ? value.map(part => shape(part, partOf(own), true)) : value;
}

/** Shortens long texts inside lists and records, but never a top-level text such as a cursor. */
function shortenWithin(value: unknown, schema: z.ZodType | undefined): unknown {
  const shorten = (part: unknown, own: z.ZodType | undefined) =>
    typeof part === 'string' ? preview(part) : shape(part, own, false);
  if (Array.isArray(value)) return value.map(part => shorten(part, partOf(schema)));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [field, shorten(part, fieldOf(schema, field))]),
  );
}

/** Fields that an agent acts on, in reading order; leaves out bookkeeping (rank, revision). */
function itemFacts(item: WorkItem, whole: boolean): Shaped {
  const long = textsOf(whole);
  const named = whole ? Number.POSITIVE_INFINITY : namedDependencies;
  const blockedBy = item.blockedBy.map(({ ref, status, through }) =>
    through === undefined ? `${ref} ${status}` : `${ref} ${status} through ${through}`,
  );
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
    assignee: item.assignee,
    parent: item.parent,
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

/** Fields that an author acts on; `revision` guards the next change. */
function findingFacts(finding: Finding, whole: boolean): Shaped {
  const long = textsOf(whole);
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
    side: finding.side,
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
    ...repliesIn(finding, whole),
    actor: finding.actor,
    commit: finding.commit?.slice(0, 10),
    updatedAt: finding.updatedAt,
    revision: finding.revision,
  });
}

function repliesIn({ replies }: Finding, whole: boolean): Shaped {
  const long = textsOf(whole);
  return {
    replyCount: whole || replies.length < 2 ? null : replies.length,
    replies: replies.slice(whole ? 0 : -1).map(({ actor, role, at, text }) => ({ actor, role, at, text: long(text) })),
  };
}

function needFacts({ text, blocks, ...need }: Need): Shaped {
  return withoutEmpty({ ...need, text: text === null ? null : preview(text), blocks: blocks || null });
}

function evidenceFacts(evidence: Evidence, whole: boolean): Shaped {
  const { id, logHash, logBytes, startedAt, role, harness, model, effort, session, branch, ...facts } = evidence;
  const command = whole ? facts.command : String(preview(facts.command));
  return withoutEmpty({
    ...facts,
    command,
    treeHash: facts.treeHash?.slice(0, 10),
    commit: facts.commit?.slice(0, 10),
  });
}

/** Fields that a message's reader needs; `fromRole` distinguishes a person from an agent. */
function messageFacts(message: Message, whole: boolean): Shaped {
  const long = textsOf(whole, messageBytes, messageCharacters);
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

/** Facts of a record of the work item that the answer is about. */
function itemRecordFacts({ workItem, ...facts }: Shaped): Shaped {
  return withoutEmpty(facts);
}

/** Omits blob ids, which serve only for comparison. */
function changedFileFacts({ blob, ...facts }: ChangedFile): Shaped {
  return withoutEmpty(facts);
}

function sliceFacts(slice: Slice): Shaped {
  const { id, role, harness, model, effort, session, branch, startedAt, updatedAt, ...facts } = slice;
  return withoutEmpty({ ...facts, base: facts.base?.slice(0, 10), commit: facts.commit?.slice(0, 10) });
}

function runFacts(run: Run, whole: boolean): Shaped {
  const { id, role, harness, model, effort, session, branch, worktreePath, dirtyWorktree, revision, ...facts } = run;
  if (whole) return withoutEmpty({ ...facts, dirty: dirtyWorktree.paths });
  const { ref, name, status, request, intent, task, finding, workItem, closedAt } = facts;
  return withoutEmpty({ ref, name, status, request: preview(request), intent, task, finding, workItem, closedAt });
}

function eventFacts(event: TimelineEvent, whole: boolean): Shaped {
  return withoutEmpty({ ...event, payload: textsOf(whole)(event.payload) });
}

function textsOf(whole: boolean, max?: number, shown?: number): (value: unknown) => unknown {
  return whole ? value => value : value => preview(value, max, shown);
}

function withoutEmpty(record: object): Shaped {
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) =>
        value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** Returns a short value unchanged; a longer one as the beginning of its text with its size. */
export function preview(value: unknown, max = previewAfterBytes, shown = previewCharacters): unknown {
  const bytes = jsonBytes(value);
  if (bytes <= max) return value;
  const text = typeof value === 'string' ? value : jsonText(value);
  // Does not end in half a surrogate pair.
  return `${text.slice(0, shown).replace(/[\uD800-\uDBFF]$/, '')}… (${bytes} bytes)`;
}

/** True for a gate's reason or warning. */
export function isReason(value: Shaped): boolean {
  return ['code', 'text', 'fix'].every(field => typeof value[field] === 'string');
}

export function isObject(value: unknown): value is Shaped {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { jsonText } from '../../domain/json/writtenJson.js';
import { isObject, isReason, type Shaped } from './shape.js';

/** For whom a reply is written. */
export interface Reader {
  /** The caller, whose own act is answered; undefined for a read, which shows who made each record and when. */
  readonly actor?: string | undefined;
  /** Root of the worktree in which the caller works. */
  readonly folder?: string | undefined;
  /** Fields of the answer that it is not shown. */
  readonly hidden?: readonly string[] | undefined;
  /** True for a single record that is shown complete. */
  readonly isWhole?: boolean | undefined;
}

/** Fields with JSON of people and agents, which is shown as it is. */
export const ownJson: ReadonlySet<string> = new Set(['payload', 'notes', 'data', 'patch', 'brief']);

/** Flags that say something only if they are set, or only if they are not. */
const flags: Readonly<Record<string, boolean>> = {
  takeover: false,
  repeated: false,
  treeChanged: false,
  adopted: false,
  cancelled: false,
  archived: false,
  truncated: false,
  stale: false,
  light: false,
  requestChanges: false,
  leaseExpired: false,
  inserted: true,
  made: true,
  sent: true,
  fresh: true,
  allWords: true,
};

/** Values that are the usual ones. */
const usual: Readonly<Record<string, unknown>> = {
  ...{ grade: 'observed', gitWrites: 'agent', mode: 'branch', origin: 'agent', liveness: 'none' },
  ...{ role: 'agent', fromRole: 'agent', ownerRole: 'agent' },
};

/** Fields of a record that its author knows, or that nobody acts on right after writing it. */
const bookkeeping: ReadonlySet<string> = new Set([
  ...['createdAt', 'updatedAt', 'startedAt', 'reviewedAt', 'closedAt', 'at', 'begun', 'stateChangedAt'],
  ...['queuedBy', 'createdBy', 'updatedBy', 'changedBy', 'role', 'harness', 'model', 'effort', 'session'],
  ...[
    'token',
    'leaseUntil',
    'subjectHash',
    'subjectKind',
    'treeHash',
    'observedCommit',
    'durationMs',
    'name',
    'branch',
  ],
]);
const authors: ReadonlySet<string> = new Set(['actor', 'owner', 'from', 'author', 'previousOwner']);

/** For screens: the operations of buttons, and times at which a view is drawn again. */
const ofScreens: ReadonlySet<string> = new Set([
  ...['acts', 'lastBeatAt', 'livenessChangesAt', 'openWorkChangesAt', 'index'],
]);

const longHash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const hashFields: ReadonlySet<string> = new Set([
  'commit',
  'treeHash',
  'tree',
  'submitted',
  'base',
  'head',
  'fixedCommit',
]);
const shortHash = /^[0-9a-f]{9,}$/;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const withMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const shownOfHash = 8;

/**
 * Leaves out what no agent acts on: empty fields, ids beside a ref, days without numbers, usual values, and after an act of the
 * reader what it knows of the record. Shortens hashes, and times to seconds.
 */
export function compact(value: unknown, reader: Reader, name = ''): unknown {
  if (typeof value === 'string') return shortened(value, name);
  if (Array.isArray(value)) return value.filter(part => !isEmptyDay(part)).map(part => compact(part, reader));
  if (!isObject(value)) return value;
  // A passage found by a search, with the places of its words.
  if (typeof value.text === 'string' && Array.isArray(value.marks)) return value.text;
  const isRecord = typeof value.ref === 'string';
  const isOwnAct = isRecord && reader.actor !== undefined;
  const entries = Object.entries(value).flatMap(([field, part]): [string, unknown][] => {
    if (isEmpty(part) || ofScreens.has(field) || flags[field] === part || usual[field] === part) return [];
    if (isRecord && field === 'id' && typeof part === 'string' && ulid.test(part)) return [];
    if (isOwnAct && (bookkeeping.has(field) || (authors.has(field) && part === reader.actor))) return [];
    return [[field, ownJson.has(field) ? part : compact(part, reader, field)]];
  });
  return Object.fromEntries(entries);
}

/** The fields of an answer that say something, compact. */
export function compactAnswer(answer: Shaped, reader: Reader): Shaped {
  const entries = Object.entries(answer).filter(
    ([field, part]) => part !== null && part !== undefined && !ofScreens.has(field) && flags[field] !== part,
  );
  const isAboutRecord = typeof answer.ref === 'string';
  const shown = entries.flatMap(([field, part]): [string, unknown][] => {
    const isId = field === 'id' && typeof part === 'string' && ulid.test(part);
    return isAboutRecord && (isId || usual[field] === part)
      ? []
      : [[field, ownJson.has(field) ? part : compact(part, reader, field)]];
  });
  // An empty list is an answer only where nothing else is one.
  const hasRecords = shown.some(([, part]) => isObject(part) || (Array.isArray(part) && part.length > 0));
  return Object.fromEntries(
    isAboutRecord || hasRecords ? shown.filter(([, part]) => !Array.isArray(part) || part.length > 0) : shown,
  );
}

/** A record's first line and the fields that follow it; undefined for JSON that is no known record. */
export function recordText(record: Shaped, reader: Reader): readonly [line: string, rest: Shaped] | undefined {
  const found = kinds.find(({ is }) => is(record));
  if (found === undefined) return undefined;
  const { line, printed } = found;
  const hidden = found.hidden?.(record, reader) ?? [];
  const rest = Object.entries(record).filter(([field]) => !printed.includes(field) && !hidden.includes(field));
  return [line(record), Object.fromEntries(rest)];
}

export function plain(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

interface Kind {
  is(record: Shaped): boolean;
  line(record: Shaped): string;
  /** Fields that the line has. */
  readonly printed: readonly string[];
  /** Fields that the reader does not need. */
  hidden?(record: Shaped, reader: Reader): readonly string[];
}

const hasRef = (record: Shaped, letter: string): boolean =>
  typeof record.ref === 'string' && new RegExp(`^${letter}-\\d+$`).test(record.ref);

const kinds: readonly Kind[] = [
  {
    is: isFinding,
    line: ({ ref, key, severity, status, path, line, text }) =>
      `${ref}${inBrackets(key)} ${severity} ${status} ${path}${line === undefined ? '' : `:${line}`}: ${text}`,
    printed: ['ref', 'key', 'severity', 'status', 'path', 'line', 'text'],
  },
  {
    is: record => hasRef(record, 'L') && typeof record.branch === 'string',
    line: ({ ref, lane, state, status, description, workItem }) =>
      `${ref} ${lane} ${state ?? status}${description === undefined ? '' : `: ${description}`}${inBrackets(workItem)}`,
    printed: ['ref', 'lane', 'state', 'description', 'workItem'],
    hidden: hiddenOfLane,
  },
  {
    is: record => hasRef(record, 'T') && typeof record.objective === 'string',
    line: ({ ref, status, objective, workItem }) => `${ref} ${status}: ${objective}${inBrackets(workItem)}`,
    printed: ['ref', 'status', 'objective', 'workItem'],
    hidden: (_, { actor }) => (actor === undefined ? [] : ['branch', 'base', 'workTree']),
  },
  {
    is: record => hasRef(record, 'E') && typeof record.command === 'string',
    line: ({ ref, passed, exitCode, command, result, commit }) => {
      const outcome = passed === true ? 'passed' : `failed${exitCode === undefined ? '' : ` (exit code ${exitCode})`}`;
      return `${ref} ${outcome}: ${command}${inBrackets(result)}${commit === undefined ? '' : ` at ${commit}`}`;
    },
    printed: ['ref', 'passed', 'exitCode', 'command', 'result', 'commit'],
  },
  {
    is: record => hasRef(record, 'V') && typeof record.subject === 'string',
    line: ({ ref, status, verdict, subject, commit, requestChanges }) =>
      `${ref} ${verdict ?? status}${requestChanges === true ? ', changes requested' : ''}: ${subject}${commit === undefined ? '' : ` at ${commit}`}`,
    printed: ['ref', 'status', 'verdict', 'subject', 'commit', 'requestChanges'],
    hidden: (_, { actor }) => (actor === undefined ? [] : ['branch', 'revision']),
  },
  {
    // Work in progress: with its state instead of an item's status.
    is: record => typeof record.title === 'string' && 'state' in record && 'since' in record,
    line: ({ ref, state, title }) => `${ref} ${state}: ${title}`,
    printed: ['ref', 'state', 'title'],
    hidden: ({ ref, item }) => ['laneName', 'heartbeat', ...(item === ref ? ['item'] : [])],
  },
  {
    // What a person must do, whose command agents may not run.
    is: record => typeof record.title === 'string' && 'kind' in record && 'since' in record,
    line: ({ ref, kind, title, item }) => `${ref} ${kind}: ${title}${item === ref ? '' : inBrackets(item)}`,
    printed: ['ref', 'kind', 'title', 'item'],
    hidden: () => ['next', 'priority'],
  },
  {
    is: record => typeof record.ref === 'string' && typeof record.title === 'string',
    line: itemLine,
    printed: ['ref', 'title', 'kind', 'status', 'section', 'priority', 'labels', 'key'],
    // The claim of who let go of it is over.
    hidden: ({ leaseExpired }) => (leaseExpired === true ? ['token', 'leaseUntil', 'leaseExpired'] : []),
  },
  {
    is: isReason,
    line: ({ code, text, fix }) => `${code}: ${text} ${fix}`,
    printed: ['code', 'owner', 'text', 'fix', 'about'],
  },
];

/** In its own worktree an agent knows where it works; a lane that it opened for others it names to them. */
function hiddenOfLane({ state, status, base, kind, worktreePath }: Shaped, { actor, folder }: Reader): string[] {
  const isHere = folder !== undefined && worktreePath === folder;
  return [
    ...(state === undefined || status === 'active' || status === 'review' ? ['status'] : []),
    ...(kind === 'implement' ? ['kind'] : []),
    ...(base === 'main' ? ['base'] : []),
    ...(actor === undefined ? [] : ['revision', 'createdAt', 'updatedAt', 'stateChangedAt', 'worker']),
    ...(actor !== undefined && isHere ? ['branch', 'worktreePath', 'port', 'agent', 'base', 'ownedPaths'] : []),
  ];
}

function isFinding(record: Shaped): boolean {
  return typeof record.ref === 'string' && 'severity' in record && 'path' in record && 'text' in record;
}

function itemLine(item: Shaped): string {
  const labels = Array.isArray(item.labels) ? ` [${item.labels.join(', ')}]` : '';
  const states = [...new Set([item.status, item.section])].filter(one => one !== undefined);
  const state = states.length === 0 ? '' : ` ${states.join(', ')}`;
  const kind = item.kind === undefined ? '' : ` ${item.kind}`;
  const priority = item.priority === undefined ? '' : ` P${item.priority}`;
  return `${item.ref}${inBrackets(item.key)}${state}${priority}${kind}${labels}: ${item.title}`;
}

function inBrackets(value: unknown): string {
  return typeof value === 'string' && value !== '' ? ` (${value})` : '';
}

function shortened(text: string, field: string): string {
  if (longHash.test(text) || (hashFields.has(field) && shortHash.test(text))) return text.slice(0, shownOfHash);
  return withMs.test(text) ? `${text.slice(0, -5)}Z` : text;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isEmptyDay(value: unknown): boolean {
  if (!isObject(value) || typeof value.date !== 'string') return false;
  return Object.entries(value).every(([field, part]) => field === 'date' || part === 0);
}

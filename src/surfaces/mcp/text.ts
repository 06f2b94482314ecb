import { isOwnEventType } from '../../domain/event/event.js';
import type { Refusal } from '../../domain/refusal/refusal.js';
import { compact, compactAnswer, ownJson, plain, type Reader, recordText } from './recordText.js';
import { isObject, preview, type Shaped } from './shape.js';

/** Lists whose records another list of the answer has too. */
const repeats: Readonly<Record<string, string>> = { inFlight: 'inProgress', needsYou: 'needs' };

/** Facts of Stateroom's own events that no reader acts on, and values that follow from the event's type. */
const ofPayloads: ReadonlySet<string> = new Set([
  ...['token', 'leaseUntil', 'treeHash', 'exitCode', 'port', 'worktreePath', 'place', 'attempt', 'name', 'from'],
  ...['branch', 'base', 'choices', 'recommended'],
]);
const followingValues: ReadonlySet<unknown> = new Set([false, 'pending', 'in_flight', 'general']);
/** Latest events shown beside a work item; `events` has them all. */
const latestEvents = 3;
/** Lines shown of the output of a command that passed, if its result could not be read from it. */
const passedLines = 5;
/** Max bytes of the details of a refusal. */
const maxDetails = 2000;

/** Text for a model: one line per record in a list, a single record with a line per field. */
export function renderText(answer: Shaped, reader: Reader = {}): string {
  const hidden = new Set(reader.hidden);
  const wanted = Object.entries(answer).filter(([field]) => !hidden.has(field));
  const { note, ...fields } = withoutRepeats(compactAnswer(Object.fromEntries(wanted), reader));
  const own = recordText(fields, reader);
  const [line, rest] = own ?? [undefined, fields];
  const text = [
    ...(line === undefined ? [] : [line]),
    ...Object.entries(rest).flatMap(([field, value]) => renderField(field, value, reader)),
    ...(typeof note === 'string' ? [note] : []),
  ].join('\n');
  if (text !== '') return text;
  // An empty text would not show that there are no results.
  const names = hidden.size > 0 ? [] : Object.keys(answer).filter(name => answer[name] === null);
  return names.length === 0 ? 'Done.' : names.map(name => `${name}: none`).join('\n');
}

/** Leaves out what another field of the answer says: records listed twice, the end of an output whose result is known. */
function withoutRepeats(answer: Shaped): Shaped {
  const { evidence, tail } = answer;
  const entries = Object.entries(answer).flatMap(([field, value]): [string, unknown][] => {
    const other = answer[repeats[field] ?? ''];
    if (Array.isArray(value) && Array.isArray(other)) {
      const rest = value.filter(one => !other.some(({ ref }) => ref === (one as Shaped).ref));
      return rest.length === 0 ? [] : [[field, rest]];
    }
    if (field === 'events' && answer.item !== undefined && Array.isArray(value))
      return [[field, value.slice(0, latestEvents)]];
    if (field === 'workItems' && Array.isArray(value) && value.length === 1) return [];
    if (field === 'health' && isObject(value) && value.state === 'ready') {
      const { location: _, state, ...concerns } = value;
      return Object.keys(concerns).length === 0 ? [] : [[field, { state, ...concerns }]];
    }
    return isObject(evidence) && (field === 'exitCode' || field === 'tail') ? [] : [[field, value]];
  });
  const shownTail = isObject(evidence) && typeof tail === 'string' ? tailOf(evidence, tail) : undefined;
  return Object.fromEntries(shownTail === undefined ? entries : [...entries, ['tail', shownTail]]);
}

/** The end of an output that the reader needs: all of a failure, nothing of a passing run whose result is known. */
function tailOf({ passed, result }: Shaped, tail: string): string | undefined {
  const text = tail.trimEnd();
  if (text === '' || (passed === true && typeof result === 'string' && result !== '')) return undefined;
  return passed === true ? text.split('\n').slice(-passedLines).join('\n') : text;
}

/** Details of a refusal that its sentences do not say: reasons after the first one, and facts that are not in them. */
export function detailLines(details: Refusal['details'], said: string): readonly string[] {
  const isSaid = (part: unknown): boolean =>
    Array.isArray(part) ? part.every(isSaid) : !isObject(part) && said.includes(plain(part));
  const { issues, reasons, token: _, ...rest } = compact(details ?? {}, {}) as Shaped;
  const others = Object.entries(rest).filter(([, part]) => !isSaid(part));
  const more = [issues, reasons].flatMap(list => (Array.isArray(list) ? list.slice(1) : []));
  const line = (one: unknown) =>
    isObject(one) && 'problem' in one ? `${one.field}: ${one.problem}` : renderLine(one, {});
  return [
    ...more.map(one => `- ${line(one)}`),
    ...(others.length === 0 ? [] : [`details: ${plain(preview(Object.fromEntries(others), maxDetails))}`]),
  ];
}

function renderField(field: string, value: unknown, reader: Reader): readonly string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${field}: none`];
    if (value.every(part => typeof part !== 'object')) return [`${field}: ${value.join(', ')}`];
    return [`${field}:`, ...value.map(element => `- ${renderLine(element, reader)}`)];
  }
  if (!isObject(value) || ownJson.has(field)) return [`${field}: ${plain(value)}`];
  if (isEvent(value)) return [`${field}: ${renderEvent(value, reader)}`];
  const { rows, total, ...others } = value;
  if (Array.isArray(rows) && typeof total === 'number' && Object.keys(others).length === 0)
    return [`${field} (${total}):`, ...rows.map(row => `- ${renderLine(row, reader)}`)];
  const record = recordText(value, reader);
  if (record === undefined) return [`${field}: ${plain(value)}`];
  const [line, rest] = record;
  // An item, finding, lane or task is known by its ref.
  const name = /^[A-Z]-\d+/.test(line) && field !== 'next' ? '' : `${field}: `;
  return [name + line, ...Object.entries(rest).map(([key, part]) => `  ${key}: ${plain(part)}`)];
}

/** Renders a record in one line, without times of changes. */
function renderLine(value: unknown, reader: Reader): string {
  if (!isObject(value)) return plain(value);
  if (isEvent(value)) return renderEvent(value, reader);
  const record = recordText(value, reader);
  if (record === undefined) return plain(value);
  const [line, rest] = record;
  const facts = Object.entries(rest).flatMap(([key, part]) => (key === 'updatedAt' ? [] : [`${key}=${plain(part)}`]));
  return [line, ...facts].join(' ');
}

function renderEvent(event: Shaped, reader: Reader): string {
  const about = event.workItem === undefined ? '' : ` ${event.workItem}`;
  const by = event.actor === undefined ? '' : ` by ${event.actor}`;
  const payload = payloadText(event, reader);
  return `#${event.id} ${event.at} ${event.type}${about}${by}${payload === '' ? '' : ` ${payload}`}`;
}

function payloadText({ type, payload }: Shaped, { isWhole }: Reader): string {
  if (isWhole === true || !isObject(payload) || !isOwnEventType(String(type))) return plain(payload ?? '');
  const facts = Object.entries(compact(payload, {}) as Shaped).filter(
    ([field, value]) => !ofPayloads.has(field) && (field === 'passed' || !followingValues.has(value)),
  );
  return facts.length === 0 ? '' : plain(Object.fromEntries(facts));
}

function isEvent(value: Shaped): boolean {
  return typeof value.id === 'number' && typeof value.at === 'string' && typeof value.type === 'string';
}

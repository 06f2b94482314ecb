import { jsonText } from '../../domain/json/writtenJson.js';
import type { Shaped } from './shape.js';

/** Fields in a work item's first line; the others follow, one per line. */
const inHeadline = new Set(['ref', 'title', 'kind', 'status', 'section', 'priority', 'labels', 'key']);
const inFindingHeadline = new Set(['ref', 'key', 'severity', 'status', 'path', 'line', 'text']);

/** Text for a model: one line per record in a list, a single work item in full. */
export function renderText(answer: Shaped): string {
  const shaped = Object.fromEntries(
    Object.entries(answer).map(([field, value]) => [field, ownJson.has(field) ? value : compact(value)]),
  );
  const text = Object.entries(shaped)
    .filter(([field, value]) => field !== 'note' && value !== null && value !== undefined)
    .flatMap(([field, value]) => renderField(field, value))
    .concat(typeof shaped.note === 'string' ? [shaped.note] : [])
    .join('\n');
  if (text !== '') return text;
  // An empty text would not show that there are no results.
  const fields = Object.keys(shaped);
  return fields.length === 0 ? 'Done.' : fields.map(field => `${field}: none`).join('\n');
}

const longHash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Fields with JSON of people and agents, which is shown as it is. */
const ownJson = new Set(['payload', 'notes', 'data', 'patch']);

/** Leaves out what no agent acts on: empty fields of records, ids beside a ref, days without numbers; shortens hashes. */
function compact(value: unknown): unknown {
  if (typeof value === 'string') return longHash.test(value) ? value.slice(0, 10) : value;
  if (Array.isArray(value)) return value.filter(part => !isEmptyDay(part)).map(compact);
  if (!isObject(value)) return value;
  const hasRef = typeof value.ref === 'string';
  const entries = Object.entries(value).flatMap(([field, part]): [string, unknown][] => {
    const isId = hasRef && field === 'id' && typeof part === 'string' && ulid.test(part);
    const isEmpty = part === null || part === '' || (Array.isArray(part) && part.length === 0);
    return isId || isEmpty ? [] : [[field, ownJson.has(field) ? part : compact(part)]];
  });
  return Object.fromEntries(entries);
}

function isEmptyDay(value: unknown): boolean {
  if (!isObject(value) || typeof value.date !== 'string') return false;
  return Object.entries(value).every(([field, part]) => field === 'date' || part === 0);
}

function renderField(field: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${field}: none`];
    return [`${field}:`, ...value.map(element => `- ${renderLine(element)}`)];
  }
  const name = (own: string) => (field === own ? '' : `${field}: `);
  if (isItem(value)) return [name('item') + headline(value), ...rest(value, inHeadline)];
  if (isFinding(value)) return [name('finding') + findingHeadline(value), ...rest(value, inFindingHeadline)];
  if (isObject(value) && isEvent(value)) return [`${field}: ${renderEvent(value)}`];
  return [`${field}: ${plain(value)}`];
}

function rest(record: Shaped, printed: ReadonlySet<string>): readonly string[] {
  return Object.entries(record).flatMap(([key, value]) => (printed.has(key) ? [] : [`  ${key}: ${plain(value)}`]));
}

function renderLine(value: unknown): string {
  if (isItem(value)) return [headline(value), ...restInLine(value, inHeadline)].join(' ');
  if (isFinding(value)) return [findingHeadline(value), ...restInLine(value, inFindingHeadline)].join(' ');
  if (isObject(value) && isEvent(value)) return renderEvent(value);
  return plain(value);
}

/** Renders the remaining fields in one line of a list, without times. */
function restInLine(record: Shaped, printed: ReadonlySet<string>): readonly string[] {
  return Object.entries(record).flatMap(([key, value]) =>
    printed.has(key) || key === 'updatedAt' ? [] : [`${key}=${plain(value)}`],
  );
}

function findingHeadline({ ref, key, severity, status, path, line, text }: Shaped): string {
  const own = typeof key === 'string' ? ` (${key})` : '';
  return `${ref}${own} ${severity} ${status} ${path}${line === undefined ? '' : `:${line}`}: ${text}`;
}

function headline(item: Shaped): string {
  const labels = Array.isArray(item.labels) ? ` [${item.labels.join(', ')}]` : '';
  const key = typeof item.key === 'string' ? ` (${item.key})` : '';
  const states = [...new Set([item.status, item.section])].filter(one => one !== undefined);
  const state = states.length === 0 ? '' : ` ${states.join(', ')}`;
  const kind = item.kind === undefined ? '' : ` ${item.kind}`;
  const priority = item.priority === undefined ? '' : ` P${item.priority}`;
  return `${item.ref}${key}${state}${priority}${kind}${labels}: ${item.title}`;
}

function renderEvent(event: Shaped): string {
  const about = event.workItem === undefined ? '' : ` ${event.workItem}`;
  const by = event.actor === undefined ? '' : ` by ${event.actor}`;
  return `#${event.id} ${event.at} ${event.type}${about}${by} ${plain(event.payload)}`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

function isItem(value: unknown): value is Shaped {
  return isObject(value) && typeof value.ref === 'string' && typeof value.title === 'string';
}

function isFinding(value: unknown): value is Shaped {
  return isObject(value) && typeof value.ref === 'string' && 'severity' in value && 'path' in value && 'text' in value;
}

function isEvent(value: Shaped): boolean {
  return typeof value.id === 'number' && typeof value.at === 'string' && typeof value.type === 'string';
}

function isObject(value: unknown): value is Shaped {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

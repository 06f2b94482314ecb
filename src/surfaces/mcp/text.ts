import type { Shaped } from './shape.js';

/** Fields of a work item that its first line tells; the others follow, one a line. */
const inHeadline = new Set(['ref', 'title', 'kind', 'status', 'section', 'priority', 'labels', 'key']);
/** The same for a finding. */
const inFindingHeadline = new Set(['ref', 'key', 'severity', 'status', 'path', 'line', 'text']);

/** A shaped reply as a model reads it: work items and events a line each, a single work item in full. */
export function renderText(shaped: Shaped): string {
  const text = Object.entries(shaped)
    .filter(([field, value]) => field !== 'note' && value !== null && value !== undefined)
    .flatMap(([field, value]) => renderField(field, value))
    .concat(typeof shaped.note === 'string' ? [shaped.note] : [])
    .join('\n');
  if (text !== '') return text;
  // An empty text would tell a model nothing, not even that there is nothing.
  const fields = Object.keys(shaped);
  return fields.length === 0 ? 'Done.' : fields.map(field => `${field}: none`).join('\n');
}

function renderField(field: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${field}: none`];
    return [`${field}:`, ...value.map(element => `- ${renderLine(element)}`)];
  }
  if (isItem(value)) return renderItem(field, value);
  if (isFinding(value))
    return [`${field === 'finding' ? '' : `${field}: `}${findingHeadline(value)}`, ...findingRest(value)];
  if (isObject(value) && isEvent(value)) return [`${field}: ${renderEvent(value)}`];
  return [`${field}: ${plain(value)}`];
}

function renderItem(field: string, item: Shaped): readonly string[] {
  const rest = Object.entries(item).filter(([key]) => !inHeadline.has(key));
  return [
    `${field === 'item' ? '' : `${field}: `}${headline(item)}`,
    ...rest.map(([key, value]) => `  ${key}: ${plain(value)}`),
  ];
}

function renderLine(value: unknown): string {
  if (isItem(value)) {
    const rest = Object.entries(value).filter(([key]) => !inHeadline.has(key) && key !== 'updatedAt');
    return [headline(value), ...rest.map(([key, part]) => `${key}=${plain(part)}`)].join(' ');
  }
  if (isFinding(value)) {
    const rest = Object.entries(value).filter(([key]) => !inFindingHeadline.has(key) && key !== 'updatedAt');
    return [findingHeadline(value), ...rest.map(([key, part]) => `${key}=${plain(part)}`)].join(' ');
  }
  if (isObject(value) && isEvent(value)) return renderEvent(value);
  return plain(value);
}

function findingHeadline({ ref, key, severity, status, path, line, text }: Shaped): string {
  const own = typeof key === 'string' ? ` (${key})` : '';
  return `${ref}${own} ${severity} ${status} ${path}${line === undefined ? '' : `:${line}`}: ${text}`;
}

function findingRest(finding: Shaped): readonly string[] {
  return Object.entries(finding)
    .filter(([key]) => !inFindingHeadline.has(key))
    .map(([key, value]) => `  ${key}: ${plain(value)}`);
}

function headline(item: Shaped): string {
  const labels = Array.isArray(item.labels) ? ` [${item.labels.join(', ')}]` : '';
  const key = typeof item.key === 'string' ? ` (${item.key})` : '';
  const state =
    item.section === undefined || item.section === item.status ? item.status : `${item.status}, ${item.section}`;
  const kind = item.kind === undefined ? '' : ` ${item.kind}`;
  const priority = item.priority === undefined ? '' : ` P${item.priority}`;
  return `${item.ref}${key} ${state}${priority}${kind}${labels}: ${item.title}`;
}

function renderEvent(event: Shaped): string {
  const about = event.workItem === undefined ? '' : ` ${event.workItem}`;
  const by = event.actor === undefined ? '' : ` by ${event.actor}`;
  return `#${event.id} ${event.at} ${event.type}${about}${by} ${plain(event.payload)}`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
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

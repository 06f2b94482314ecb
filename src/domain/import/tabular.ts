import * as z from 'zod';
import { message } from '../../messages/message.js';
import { plainNumber } from '../json/writtenJson.js';
import {
  badEntry,
  type Comment,
  type ImportedEntry,
  type Link,
  type Place,
  readMoment,
  readShape,
  withoutEmpty,
} from './imported.js';

/** Names of columns and fields, as `plain` writes them, for each part of an entry; the first one with a value counts. */
const names = {
  id: ['id', 'key', 'issueid', 'issuekey', 'number'],
  title: ['title', 'summary', 'name'],
  status: ['status', 'state'],
  kind: ['kind', 'type', 'issuetype'],
  priority: ['priority'],
  labels: ['labels', 'label', 'tags'],
  owner: ['owner', 'assignee', 'assignees', 'assignedto'],
  created: ['created', 'createdat', 'createddate'],
  updated: ['updated', 'updatedat', 'updateddate'],
  started: ['started', 'startedat', 'claimedat'],
  closed: ['closed', 'closedat', 'completed', 'completedat', 'resolved', 'resolvedat'],
  due: ['due', 'dueat', 'duedate'],
  notBefore: ['startdate', 'notbefore', 'deferuntil'],
  parent: ['parent', 'parentid', 'parentissue'],
  dependsOn: ['dependson', 'dependencies', 'blockedby'],
  notes: ['notes'],
  comments: ['comments', 'comment'],
} as const;
type Part = keyof typeof names;

const commentSchema = z.looseObject({
  author: z.string().nullish(),
  text: z.string(),
  created_at: z.string().nullish(),
});

/** An entry of a table or of JSON Lines, whose fields have one of the usual names; other fields are kept. */
export function readRecord(record: Readonly<Record<string, unknown>>, place: Place): ImportedEntry {
  const rest = new Map(Object.entries(record).map(([name, value]) => [plain(name), { name, value }]));
  const take = (part: Part): unknown => {
    const found = names[part].find(name => isGiven(rest.get(name)?.value)) ?? '';
    const value = rest.get(found)?.value;
    rest.delete(found);
    return plainNumber(value);
  };
  const text = (part: Part): string | undefined => textOf(take(part), part, place);
  const list = (part: Part): string[] => listOf(take(part), part, place);
  const moment = (part: Part) => readMoment(text(part), part, place);
  const title = text('title');
  if (title === undefined) throw badEntry(place, message('input.missing', { field: 'title' }));
  const owners = list('owner');
  const links: Link[] = list('dependsOn').map(id => ({ kind: 'dependency', id, role: 'waitsFor' }));
  const parent = text('parent');
  if (parent !== undefined) links.push({ kind: 'parent', id: parent, role: 'partOf' });
  const entry = {
    place,
    id: text('id'),
    title,
    status: text('status'),
    kind: text('kind'),
    priority: text('priority'),
    labels: list('labels'),
    owner: owners[0],
    createdAt: moment('created'),
    updatedAt: moment('updated'),
    startedAt: moment('started'),
    closedAt: moment('closed'),
    due: moment('due'),
    notBefore: moment('notBefore'),
    links,
    notes: text('notes'),
    comments: [take('comments') ?? []].flat().map(comment => commentOf(comment, place)),
  };
  const others = Object.fromEntries([...rest.values()].map(({ name, value }) => [name, value]));
  return { ...entry, details: withoutEmpty({ ...others, assignees: owners.length > 1 ? owners : undefined }) };
}

/** `Assignee(s)`, `Created At` and `created_at` without case, blanks and signs. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s()_-]/g, '');
}

/** A switch such as `closed: true` is none of these parts, and is kept as it is. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'boolean';
}

function textOf(value: unknown, field: string, place: Place): string | undefined {
  if (value === undefined || typeof value === 'string' || typeof value === 'number')
    return value?.toString().trim() || undefined;
  throw badEntry(place, message('input.fieldProblem', { field, problem: message('schema.notAllowed') }));
}

/** A list, or a text with commas or semicolons between. */
function listOf(value: unknown, field: string, place: Place): string[] {
  if (Array.isArray(value)) return value.flatMap(part => textOf(part, field, place) ?? []);
  return (textOf(value, field, place) ?? '')
    .split(/[,;]/)
    .map(part => part.trim())
    .filter(part => part !== '');
}

function commentOf(value: unknown, place: Place): Comment {
  if (typeof value !== 'object') return { text: textOf(value, 'comments', place) ?? '' };
  const { author, text, created_at } = readShape(commentSchema, value, place);
  return { author: author ?? undefined, at: readMoment(created_at, 'comments.created_at', place), text };
}

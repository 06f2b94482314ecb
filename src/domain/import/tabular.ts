import { message } from '../../messages/message.js';
import { plainNumber } from '../json/writtenJson.js';
import { badEntry, type Comment, type ImportedEntry, type Link, type Place, withoutEmpty } from './imported.js';
import type { RecordWords } from './importedTask.js';
import { Times, timeOf } from './times.js';

/** Column and field names per part of an entry, normalized by `plain`; the first one with a value counts. */
const names = {
  id: ['id', 'key', 'issuekey', 'issueid', 'taskid', 'identifier', 'number', '#'],
  title: ['title', 'summary', 'name', 'subject', 'taskname', 'tasktitle', 'issuetitle'],
  status: ['status', 'state'],
  kind: ['kind', 'type', 'issuetype', 'workitemtype', 'tasktype', 'tracker'],
  priority: ['priority'],
  labels: ['labels', 'label', 'tags', 'tag'],
  owner: ['owner', 'assignee', 'assignees', 'assignedto'],
  created: ['created', 'createdat', 'createddate', 'datecreated', 'createdon', 'creationdate'],
  updated: ['updated', 'updatedat', 'updateddate', 'dateupdated', 'updatedon', 'lastmodified', 'changeddate'],
  started: ['started', 'startedat', 'claimedat'],
  closed: ['closed', 'closedat', 'closeddate', 'completed', 'completedat', 'dateclosed', 'resolved', 'resolvedat'],
  due: ['due', 'dueat', 'duedate'],
  notBefore: ['startdate', 'notbefore', 'deferuntil'],
  parent: ['parent', 'parentid', 'parentkey', 'parentissue', 'parenttask'],
  dependsOn: ['dependson', 'dependencies', 'blockedby', 'blockedbydependencies', 'inwardissuelinkblocks'],
  notes: ['notes'],
  comments: ['comments', 'comment'],
} as const;
type Part = keyof typeof names;

export function hasTitle(columns: readonly string[]): boolean {
  const known: readonly string[] = names.title;
  return columns.some(column => known.includes(plain(column)));
}

/** Keeps all other fields. A name may be repeated, as in tables without lists in a cell. */
export function readRecord(
  fields: Iterable<readonly [string, unknown]>,
  place: Place,
): ImportedEntry & { links: Link[] } {
  return new Record(fields, place).entry();
}

interface Field {
  readonly name: string;
  readonly values: unknown[];
}

class Record {
  readonly #rest = new Map<string, Field>();
  readonly #times = new Times();
  readonly #counted: RecordWords[] = [];
  /** A map, because a column may be named `__proto__`. */
  readonly #kept = new Map<string, unknown>();

  constructor(
    fields: Iterable<readonly [string, unknown]>,
    private readonly place: Place,
  ) {
    for (const [name, value] of fields) {
      const field = this.#rest.get(plain(name)) ?? { name, values: [] };
      if (!isNothing(value)) field.values.push(value);
      this.#rest.set(plain(name), field);
    }
  }

  entry(): ImportedEntry & { links: Link[] } {
    const title = this.#text('title');
    if (title === undefined) throw badEntry(this.place, message('input.missing', { field: 'title' }));
    const id = this.#text('id');
    const owners = this.#list('owner');
    const links: Link[] = this.#list('dependsOn').map(name => ({ kind: 'dependency', id: name, role: 'waitsFor' }));
    const parent = this.#text('parent');
    if (parent !== undefined) links.push({ kind: 'parent', id: parent, role: 'partOf' });
    const entry = {
      place: this.place,
      id,
      aliases: id === undefined ? undefined : this.#otherIds(),
      title,
      status: this.#text('status'),
      kind: this.#text('kind'),
      priority: this.#text('priority'),
      labels: this.#list('labels'),
      owner: owners[0],
      createdAt: this.#time('created'),
      updatedAt: this.#time('updated'),
      startedAt: this.#time('started'),
      closedAt: this.#time('closed'),
      due: this.#time('due'),
      notBefore: this.#time('notBefore'),
      links,
      notes: this.#text('notes'),
      comments: (this.#take('comments')?.values ?? []).flat().flatMap(comment => this.#comment(comment)),
    };
    for (const { name, values } of this.#rest.values()) if (values.length > 0) this.#keep(name, values);
    const assignees = owners.length > 1 ? owners : undefined;
    return {
      ...entry,
      details: withoutEmpty({ ...Object.fromEntries(this.#kept), ...this.#times.kept, assignees }),
      counted: [...this.#times.counted, ...this.#counted],
    };
  }

  #keep(name: string, values: readonly unknown[]): void {
    this.#kept.set(name, values.length > 1 ? values : values[0]);
    this.#counted.push(['column', name, 'payload']);
  }

  /** Takes the field of a part; a boolean such as `closed: true` does not count and is kept. */
  #take(part: Part): Field | undefined {
    const found = names[part].find(name =>
      this.#rest.get(name)?.values.some(value => typeof plainNumber(value) !== 'boolean'),
    );
    if (found === undefined) return undefined;
    const field = this.#rest.get(found);
    this.#rest.delete(found);
    return field;
  }

  /** Takes the first value that is a text or has a name; keeps the field if there is more. */
  #text(part: Part): string | undefined {
    const field = this.#take(part);
    if (field === undefined) return undefined;
    const text = nameIn(field.values.flat()[0], part === 'parent' ? idFields : nameFields);
    if (text === undefined || field.values.flat().length > 1) this.#keep(field.name, field.values);
    return text;
  }

  /** Takes lists, and texts separated by commas or semicolons. */
  #list(part: Part): string[] {
    const field = this.#take(part);
    const order = part === 'dependsOn' ? idFields : nameFields;
    const texts = (field?.values ?? []).flatMap(value =>
      Array.isArray(value)
        ? value.map(one => nameIn(one, order))
        : (nameIn(value, order)?.split(/[,;]/) ?? [undefined]),
    );
    if (field !== undefined && texts.includes(undefined)) this.#keep(field.name, field.values);
    return [...new Set(texts.map(text => text?.trim() ?? '').filter(text => text !== ''))];
  }

  #time(part: Part): number | undefined {
    const name = names[part].find(one => (this.#rest.get(one)?.values.length ?? 0) > 0) ?? '';
    const shown = this.#rest.get(name)?.name ?? part;
    return this.#times.at(this.#text(part), shown);
  }

  /** Other ids that links may use: Jira has numbers beside its keys. */
  #otherIds(): string[] {
    return names.id.flatMap(name => (this.#rest.get(name)?.values ?? []).map(textOf)).filter(id => id !== undefined);
  }

  #comment(value: unknown): Comment[] {
    if (typeof value === 'object' && value !== null) {
      const { author, text, body, created_at, createdAt } = value as { [field: string]: unknown };
      const said = textOf(text) ?? textOf(body);
      const at = this.#times.ofComment(textOf(created_at) ?? textOf(createdAt), 'comments');
      return said === undefined ? [] : [{ author: textOf(author), at, text: said }];
    }
    const text = textOf(value);
    if (text === undefined) return [];
    // Jira writes `3/Nov/20 12:17 PM;ana;Use backoff`.
    const [, time = '', author, said] = /^([^;\n]{6,40});([^;\n]*);([\s\S]*)$/.exec(text) ?? [];
    const at = timeOf(time);
    return at === undefined || said === undefined
      ? [{ text }]
      : [{ author: author || undefined, at, text: said.trim() }];
  }
}

/** Normalizes `Assignee(s)`, `Created At (UTC)` and `created_at`: no case, blanks or punctuation. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\(utc\)/, '')
    .replace(/[\s()_-]/g, '');
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isName(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/** Fields in which hosts put the name of a person, status or label. */
const nameFields = ['login', 'username', 'displayName', 'name', 'title', 'key', 'identifier', 'value', 'email', 'id'];

/** Fields in which hosts put an issue's id. */
const idFields = ['key', 'identifier', 'number', 'iid', ...nameFields];

/** Returns a text, a number as text, or the name of an object; undefined for anything else. */
export function textOf(given: unknown): string | undefined {
  return nameIn(given, nameFields);
}

function nameIn(given: unknown, order: readonly string[]): string | undefined {
  const value = plainNumber(given);
  if (typeof value === 'string' || typeof value === 'number') return value.toString().trim() || undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = value as { [field: string]: unknown };
  const name = order.map(field => plainNumber(fields[field])).find(one => isName(one));
  return name === undefined ? undefined : String(name).trim();
}

import * as z from 'zod';
import { type Message, message } from '../../messages/message.js';
import { errorBeside, hostError, type Page, pageOf, totalOfMore } from './hostAnswer.js';
import {
  badEntry,
  Collected,
  type ImportedEntry,
  type Link,
  type Place,
  type Reading,
  readShape,
  type SourceFile,
} from './imported.js';
import { parseJson, placesOf } from './json.js';
import { readLimits, tooMany } from './limits.js';

export type Fields = Readonly<Record<string, unknown>>;

/** An issue, with the links it implies for others: issues that it blocks, and its parts. */
export interface ReadIssue {
  readonly entry: ImportedEntry & { readonly links: Link[] };
  readonly ofOthers?: readonly (readonly [id: string, link: Link])[];
}

/** Fields that hold lists: `{"issues": […]}`, `{"data": {"repository": {"issues": {"nodes": […]}}}}`. */
const listNames = ['issues', 'items', 'nodes', 'edges', 'values', 'results', 'workItems', 'records', 'tickets', 'data'];
const around = [
  'repository',
  'project',
  'team',
  'group',
  'search',
  'viewer',
  'user',
  'organization',
  'workspace',
  'assignedIssues',
];
const deepest = 8;

/** Issues on all pages of an answer; undefined without a list. Adds each page's information to `pages`. */
export function issuesIn(root: unknown, pages: Page[] = []): unknown[] | undefined {
  let value = root;
  let holder: Fields = {};
  for (let depth = 0; depth < deepest && !Array.isArray(value); depth += 1) {
    if (typeof value !== 'object' || value === null) return undefined;
    const fields = value as Fields;
    const name = [...listNames, ...around].find(one => typeof fields[one] === 'object' && fields[one] !== null);
    holder = fields;
    value = name === undefined ? undefined : fields[name];
  }
  if (!Array.isArray(value)) return undefined;
  pages.push(pageOf(holder));
  return value.flatMap(one => issuesOn(one, pages)).map(nodeOf);
}

function issuesOn(value: unknown, pages: Page[]): unknown[] {
  if (Array.isArray(value)) return value;
  return (isIssue(value) ? undefined : issuesIn(value, pages)) ?? [value];
}

/** Distinguishes issues from pages, which have lists but no field of an issue. */
function isIssue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ['title', 'summary', 'fields', 'number', 'iid', 'key', 'id', 'node', 'name'].some(field => field in value);
}

function nodeOf(value: unknown): unknown {
  const isEdge = typeof value === 'object' && value !== null && 'node' in value;
  return isEdge ? value.node : value;
}

/** Replaces `{"nodes": […]}` and `{"edges": […]}` by lists. */
export function withLists(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const { nodes, edges } = (typeof value === 'object' && value !== null ? value : {}) as Fields;
      const list = Array.isArray(nodes) ? nodes : Array.isArray(edges) ? edges.map(nodeOf) : undefined;
      return [name, list ?? value];
    }),
  );
}

/** `readerFor` gets all issues of a file; its reader returns a label for entries that are no issues. */
export function readIssues(
  files: readonly SourceFile[],
  readerFor: (all: readonly unknown[]) => (issue: Fields, place: Place) => ReadIssue | string,
): Reading {
  const found = new Collected();
  const ofOthers: (readonly [string, Link])[] = [];
  const byId = new Map<string | undefined, { readonly links: Link[] }>();
  for (const file of files) {
    found.attempt(() => {
      const root = parseJson(file);
      const pages: Page[] = [];
      const issues = issuesIn(root, pages);
      if (issues === undefined) throw badEntry({ file: file.name, line: 1 }, notList(root));
      noteMissing(found, file, root, totalOfMore(pages, issues.length), issues.length);
      const placeOf = placesOf(file, root);
      const read = readerFor(issues);
      for (const issue of issues) {
        found.add(() => {
          const place = placeOf(issue);
          if (!isIssue(issue) && hostError(issue) !== undefined) throw badEntry(place, notList(issue));
          const one = read(withLists(readShape(z.looseObject({}), issue, place)), place);
          if (typeof one === 'string') {
            found.leaveOut(one);
            return [];
          }
          for (const other of one.ofOthers ?? []) ofOthers.push(other);
          if (ofOthers.length > readLimits.links) throw tooMany('links', readLimits.links);
          byId.set(one.entry.id, one.entry);
          return one.entry;
        });
      }
    });
  }
  for (const [id, link] of ofOthers) addLink(byId.get(id), link);
  return found;
}

function notList(answer: unknown): Message {
  const error = hostError(answer);
  return error === undefined ? message('imports.notList') : message('imports.hostError', { error });
}

function noteMissing(
  found: Collected,
  { name: file }: SourceFile,
  root: unknown,
  total: number | null | undefined,
  read: number,
): void {
  const error = errorBeside(root);
  if (error !== undefined) found.notes.push(message('imports.errorBeside', { file, error }));
  if (total === undefined) return;
  const one =
    total === null ? message('imports.morePages', { file, read }) : message('imports.partOfAll', { file, read, total });
  found.notes.push(message('input.both', { one, other: message('imports.otherPages') }));
}

function addLink(entry: { readonly links: Link[] } | undefined, link: Link): void {
  if (entry?.links.every(({ id, role }) => id !== link.id || role !== link.role)) entry.links.push(link);
}

export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'object' && one !== null) : [];
}

import * as z from 'zod';
import { message } from '../../messages/message.js';
import {
  badEntry,
  Collected,
  type ImportedEntry,
  type Link,
  type Place,
  type Reading,
  readShape,
  type SourceFile,
  withoutEmpty,
} from './imported.js';
import { parseJson, placesOf } from './json.js';
import { Times } from './times.js';

const text = z.string().nullish();
const user = z.looseObject({ login: z.string() }).nullish();
const other = z.looseObject({ number: z.int() });
const others = z.union([z.array(other), z.looseObject({ nodes: z.array(other) })]).nullish();

const issueSchema = z.looseObject({
  number: z.int().min(1),
  title: z.string().min(1),
  state: text,
  stateReason: text,
  author: user,
  assignees: z.array(z.looseObject({ login: z.string() })).nullish(),
  labels: z.array(z.looseObject({ name: z.string() })).nullish(),
  comments: z.array(z.looseObject({ author: user, body: z.string(), createdAt: text })).nullish(),
  createdAt: text,
  updatedAt: text,
  closedAt: text,
  issueType: z.looseObject({ name: z.string() }).nullish(),
  milestone: z.looseObject({ title: z.string(), dueOn: text }).nullish(),
  parent: other.nullish(),
  subIssues: others,
  blockedBy: others,
  blocking: others,
});

/** Reads the output of `gh issue list --json …`; only number and title are needed. Issue 42 is `#42`. */
export function readGithub(files: readonly SourceFile[]): Reading {
  const found = new Collected();
  for (const file of files) found.attempt(() => readFile(file, found));
  return found;
}

function readFile(file: SourceFile, found: Collected): void {
  const root = parseJson(file);
  if (!Array.isArray(root)) throw badEntry({ file: file.name, line: 1 }, message('imports.notList'));
  const placeOf = placesOf(file, root);
  const read = root.flatMap(value => {
    const entry = found.attempt(() => readIssue(value, placeOf(value)));
    return entry === undefined ? [] : [{ value, entry }];
  });
  const byId = new Map(read.map(({ entry }) => [entry.id, entry]));
  // An issue may list what waits for it and its parts, which are links of the other ones.
  for (const { value, entry } of read) {
    const { blocking, subIssues } = readShape(issueSchema, value, entry.place);
    const { id = '' } = entry;
    for (const name of numbersOf(blocking)) addLink(byId.get(name), { kind: 'blocked-by', id, role: 'waitsFor' });
    for (const name of numbersOf(subIssues)) addLink(byId.get(name), { kind: 'parent', id, role: 'partOf' });
    found.entries.push(entry);
  }
}

function readIssue(value: unknown, place: Place): ImportedEntry & { links: Link[] } {
  const issue = readShape(issueSchema, value, place);
  const { number, title, state, stateReason, author, assignees, labels, comments, issueType, ...more } = issue;
  const { createdAt, updatedAt, closedAt, milestone, parent, blockedBy, subIssues: _, blocking: __, ...rest } = more;
  const { closed: ___, id: nodeId, ...details } = rest;
  const times = new Times();
  const people = (assignees ?? []).map(({ login }) => login);
  // COMPLETED says no more than CLOSED; NOT_PLANNED and DUPLICATE do.
  const status = state?.toUpperCase() === 'CLOSED' && stateReason ? stateReason : state;
  return {
    place,
    id: `#${number}`,
    title,
    status: status ?? undefined,
    kind: issueType?.name ?? 'issue',
    labels: (labels ?? []).map(({ name }) => name),
    owner: people[0],
    createdAt: times.at(createdAt, 'createdAt'),
    updatedAt: times.at(updatedAt, 'updatedAt'),
    closedAt: times.at(closedAt, 'closedAt'),
    due: times.at(milestone?.dueOn, 'milestone.dueOn'),
    links: [
      ...numbersOf(blockedBy).map(id => ({ kind: 'blocked-by', id, role: 'waitsFor' }) as const),
      ...(parent ? [{ kind: 'parent', id: `#${parent.number}`, role: 'partOf' } as const] : []),
    ],
    comments: (comments ?? []).map(comment => ({
      author: comment.author?.login,
      at: times.ofComment(comment.createdAt, 'comments.createdAt'),
      text: comment.body,
    })),
    details: withoutEmpty({
      ...details,
      ...times.kept,
      nodeId,
      author: author?.login,
      milestone: milestone?.title,
      assignees: people.length > 1 ? people : undefined,
    }),
    counted: times.counted,
  };
}

function numbersOf(listed: z.output<typeof others>): string[] {
  return (Array.isArray(listed) ? listed : (listed?.nodes ?? [])).map(({ number }) => `#${number}`);
}

function addLink(entry: { readonly links: Link[] } | undefined, link: Link): void {
  if (entry?.links.every(({ id, role }) => id !== link.id || role !== link.role)) entry.links.push(link);
}

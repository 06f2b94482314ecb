import { message } from '../../messages/message.js';
import { badEntry, type Link, type Reading, type SourceFile } from './imported.js';
import { type Fields, listOf, type ReadIssue, readIssues } from './issueLists.js';
import { readRecord, textOf } from './tabular.js';
import { statusOf } from './words.js';

/** Reads the answer of Jira's search. Issues keep their keys, such as `SHOP-7`. */
export function readJira(files: readonly SourceFile[]): Reading {
  return readIssues(files, () => (issue, place): ReadIssue => {
    const { key, id: number } = issue;
    const given = issue.fields;
    if (typeof given !== 'object' || given === null)
      throw badEntry(place, message('input.missing', { field: 'fields' }));
    const { issuelinks, subtasks, comment, resolution, resolutiondate, status, description, ...more } = given as Fields;
    const { reporter, creator, project, environment, components, fixVersions, versions, ...others } = more;
    const fields = {
      ...others,
      key,
      status: statusFor(status, resolution),
      resolved: resolutiondate,
      resolution: textOf(resolution),
      description: textIn(description),
      environment: textIn(environment),
      comments: listOf((comment as Fields | null | undefined)?.comments).map(({ author, body, created }) => {
        return { author: textOf(author), body: textIn(body), createdAt: created };
      }),
      reporter: textOf(reporter),
      creator: textOf(creator),
      project: textOf(project),
      components: listOf(components).map(textOf),
      fixVersions: listOf(fixVersions).map(textOf),
      versions: listOf(versions).map(textOf),
    };
    const entry = readRecord(Object.entries(fields), place);
    const id = String(key);
    const links: Link[] = [];
    const ofOthers: [string, Link][] = [];
    for (const { type, inwardIssue, outwardIssue } of listOf(issuelinks)) {
      const { name, inward, outward } = (type ?? {}) as Fields;
      const isBlocking = String(name).toLowerCase() === 'blocks' || inward === 'is blocked by';
      const role = isBlocking ? 'waitsFor' : 'names';
      const from = keyOf(inwardIssue);
      const to = keyOf(outwardIssue);
      if (from !== undefined) links.push({ kind: String(inward ?? name), id: from, role });
      if (to !== undefined && isBlocking) ofOthers.push([to, { kind: String(inward ?? name), id, role }]);
      else if (to !== undefined) links.push({ kind: String(outward ?? name), id: to, role });
    }
    for (const subtask of listOf(subtasks)) {
      const name = keyOf(subtask);
      if (name !== undefined) ofOthers.push([name, { kind: 'parent', id, role: 'partOf' }]);
    }
    const aliases = typeof number === 'string' ? [number] : [];
    return { entry: { ...entry, aliases, links: [...entry.links, ...links] }, ofOthers };
  });
}

function keyOf(issue: unknown): string | undefined {
  const { key } = (issue ?? {}) as Fields;
  return typeof key === 'string' ? key : undefined;
}

/** Projects define their own statuses; an unknown one falls back to its category if that is done or new. */
function statusFor(status: unknown, resolution: unknown): unknown {
  const name = textOf(status);
  const { key } = ((status as Fields | null | undefined)?.statusCategory ?? {}) as Fields;
  const category = key === 'new' || key === 'done' ? key : undefined;
  const own = name !== undefined && statusOf(name) !== undefined ? name : (category ?? name);
  const reason = textOf(resolution);
  const isDone = category === 'done' || statusOf(own ?? '') === 'done';
  return isDone && reason !== undefined && statusOf(reason) === 'cancelled' ? reason : own;
}

/** Extracts the text of an Atlassian document, one line per paragraph; other values are returned unchanged. */
function textIn(document: unknown): unknown {
  if (typeof document !== 'object' || document === null) return document;
  const lines: string[] = [];
  const todo: unknown[] = [document];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { type, text, content } = node as Fields;
    if (typeof type === 'string' && blocks.has(type)) lines.push('');
    if (type === 'hardBreak') lines.push('');
    if (typeof text === 'string') lines.push(`${lines.pop() ?? ''}${text}`);
    if (Array.isArray(content)) for (const part of [...content].reverse()) todo.push(part);
  }
  return lines
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

const blocks = new Set(['paragraph', 'heading', 'codeBlock', 'listItem', 'tableRow', 'blockquote']);

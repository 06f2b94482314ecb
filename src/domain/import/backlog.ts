import { message } from '../../messages/message.js';
import { hasFrontMatter, readFrontMatter } from './frontMatter.js';
import {
  badEntry,
  Collected,
  type Comment,
  type ImportedEntry,
  type Link,
  type Reading,
  type SourceFile,
  withoutEmpty,
} from './imported.js';
import { Times } from './times.js';
import { slug } from './words.js';

const sections: Readonly<Record<string, string>> = {
  description: 'description',
  'acceptance-criteria': 'acceptanceCriteria',
  'definition-of-done': 'definitionOfDone',
  'implementation-plan': 'plan',
  'implementation-notes': 'notes',
  'final-summary': 'finalSummary',
  comments: 'comments',
};

/** One file per task; the folder marks it as archived, completed or draft. Skips other files. */
export function readBacklog(files: readonly SourceFile[]): Reading {
  const found = new Collected();
  for (const file of files) {
    if (files.length > 1 && !hasFrontMatter(file) && !isTaskName(file.name)) found.leaveOut('file without fields');
    else found.add(() => readTask(file));
  }
  const { problems, leftOut } = found;
  const entries = withOwnIds(found);
  const find = linkFinder(entries);
  return { entries: entries.map(entry => ({ ...entry, links: entry.links.map(find) })), problems, leftOut };
}

/** Matches `task-4.1 - Title.md`. */
function isTaskName(name: string): boolean {
  return /(^|[\\/])[a-z]+-\d+(\.\d+)* - [^\\/]*$/i.test(name);
}

/** Folders that may hold files with the same id; the first one has the current task. */
const folders = ['tasks', 'completed', 'drafts', 'archive/tasks', 'archive/drafts'];

function folderOf(name: string): string {
  const path = name.replaceAll('\\', '/');
  return folders.findLast(folder => path.includes(`${folder}/`)) ?? '';
}

/** Backlog.md reuses numbers of archived tasks: the live one keeps it, others get their folder's name as a prefix. */
function withOwnIds(found: Collected): readonly ImportedEntry[] {
  const rank = ({ place }: ImportedEntry) => folders.indexOf(folderOf(place.file));
  const live = new Map<string, ImportedEntry>();
  for (const entry of found.entries) {
    const other = live.get(entry.id ?? '');
    if (other === undefined || rank(entry) < rank(other)) live.set(entry.id ?? '', entry);
  }
  return found.entries.flatMap(entry => {
    const first = live.get(entry.id ?? '');
    if (first === undefined || first === entry || rank(first) === rank(entry)) return [entry];
    if (first.title !== entry.title) return [{ ...entry, id: `${folderOf(entry.place.file)}/${entry.id}` }];
    found.leaveOut('older copy of a task');
    return [];
  });
}

/** Resolves links with a former prefix of the project: `TASK-24.1` for today's `BACK-24.1`. */
function linkFinder(entries: readonly ImportedEntry[]): (link: Link) => Link {
  const ids = new Set(entries.map(({ id }) => id));
  const byNumber = new Map<string, string>();
  for (const { id = '' } of entries) {
    // Other tasks do not refer to one that was renamed here; drafts have their own numbers.
    if (id.includes('/') || id.startsWith('DRAFT-')) continue;
    const number = numberOf(id);
    if (number !== undefined && !byNumber.has(number)) byNumber.set(number, id);
  }
  return link => {
    if (ids.has(link.id) || link.id.startsWith('DRAFT-')) return link;
    return { ...link, id: byNumber.get(numberOf(link.id) ?? '') ?? link.id };
  };
}

/** `24.1` of `TASK-024.1`. */
function numberOf(id: string): string | undefined {
  return /^(?:[A-Z]+-)?0*(\d+(?:\.\d+)*)$/.exec(id)?.[1];
}

function readTask(file: SourceFile): ImportedEntry {
  const place = { file: file.name, line: 1 };
  const { fields, body } = readFrontMatter(file);
  const { id, title, status, assignee, created_date, updated_date, due_date, labels, dependencies, ...more } = fields;
  const { parent_task_id, subtasks: _, priority, type, ...details } = more;
  if (!id) throw badEntry(place, message('input.missing', { field: 'id' }));
  if (!title) throw badEntry(place, message('input.missing', { field: 'title' }));
  const { notes, comments, ...texts } = sectionsOf(body);
  const times = new Times();
  const people = listOf(assignee).map(name => name.replace(/^@/, ''));
  return {
    place,
    id: idOf(textOf(id)),
    title: textOf(title),
    status: folderStatus(file.name) ?? (textOf(status) || undefined),
    kind: textOf(type) || 'task',
    priority: textOf(priority) || undefined,
    labels: listOf(labels),
    owner: people[0],
    createdAt: times.at(textOf(created_date), 'created_date'),
    updatedAt: times.at(textOf(updated_date), 'updated_date'),
    due: times.at(textOf(due_date), 'due_date'),
    links: [
      ...listOf(dependencies).map(name => ({ kind: 'dependency', id: idOf(name), role: 'waitsFor' }) as const),
      ...(parent_task_id ? [{ kind: 'parent', id: idOf(textOf(parent_task_id)), role: 'partOf' } as const] : []),
    ],
    notes,
    comments: commentsOf(comments ?? '', times),
    details: withoutEmpty({
      ...details,
      ...texts,
      ...times.kept,
      assignees: people.length > 1 ? people : undefined,
    }),
    counted: times.counted,
  };
}

/** Takes precedence over the file's status, which is not updated when the file is moved. */
function folderStatus(name: string): string | undefined {
  if (/(^|[\\/])archive[\\/]/.test(name)) return 'archived';
  if (/(^|[\\/])drafts[\\/]/.test(name)) return 'draft';
  return /(^|[\\/])completed[\\/]/.test(name) ? 'completed' : undefined;
}

/** Files use the prefix in either case. */
function idOf(text: string): string {
  return text.trim().toUpperCase();
}

/** Returns the text below each known heading, without markers; all other text is in `text`. */
function sectionsOf(body: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const part of body.split(/^(?=## )/m)) {
    const heading = /^## (.*)$/m.exec(part)?.[1];
    const name = heading === undefined ? undefined : sections[slug(heading)];
    const own = name === undefined ? part : part.replace(/^## .*$/m, '');
    const clean = name === 'comments' ? own : own.replace(markers, '');
    const key = name ?? 'text';
    if (clean.trim() !== '') texts[key] = [texts[key], clean.trim()].filter(Boolean).join('\n\n');
  }
  return texts;
}

/** Parses comments, each headed by lines such as `author: ana` and `created: 2026-11-20 20:21`, and an empty line. */
function commentsOf(section: string, times: Times): Comment[] {
  const marked = section.split('<!-- COMMENT:BEGIN -->').slice(1);
  const ended = marked.map(text => text.split('<!-- COMMENT:END -->', 1)[0]?.trimStart() ?? '');
  const texts = marked.length > 0 ? ended : [section.replace(markers, '')];
  return texts
    .filter(text => text.trim() !== '')
    .map(whole => {
      const head = /^(?:(?:index|author|created): .*\r?\n)+(?:---)?\s*/.exec(whole)?.[0] ?? '';
      const created = /^created: (.*)$/m.exec(head)?.[1];
      return {
        author: /^author: @?(.*)$/m.exec(head)?.[1]?.trim(),
        at: times.ofComment(created, 'comments.created'),
        text: whole.slice(head.length).trim(),
      };
    });
}

const markers = /^<!-- [A-Z_:]+ -->\n?/gm;

function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === 'string' ? value : (value ?? []).join(', ');
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value].filter(text => text !== '') : (value ?? []);
}

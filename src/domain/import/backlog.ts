import { message } from '../../messages/message.js';
import { readFrontMatter } from './frontMatter.js';
import { badEntry, type Comment, type ImportedEntry, type Reading, type SourceFile, withoutEmpty } from './imported.js';
import { Times } from './times.js';
import { slug } from './words.js';

/** Sections of a task by their headings, and what they are called here. */
const sections: Readonly<Record<string, string>> = {
  description: 'description',
  'acceptance-criteria': 'acceptanceCriteria',
  'definition-of-done': 'definitionOfDone',
  'implementation-plan': 'plan',
  'implementation-notes': 'notes',
  'final-summary': 'finalSummary',
  comments: 'comments',
};

/** Reads the tasks of Backlog.md, one file each; the folder says what is archived, completed or a draft. */
export function readBacklog(files: readonly SourceFile[]): Reading {
  return { entries: files.map(readTask), leftOut: {} };
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

/** Where the file is says more than its status, which stays as it was when the file was moved. */
function folderStatus(name: string): string | undefined {
  if (/(^|[\\/])archive[\\/]/.test(name)) return 'archived';
  if (/(^|[\\/])drafts[\\/]/.test(name)) return 'draft';
  return /(^|[\\/])completed[\\/]/.test(name) ? 'completed' : undefined;
}

/** The prefix is written in either case. */
function idOf(text: string): string {
  return text.trim().toUpperCase();
}

/** The texts below the known headings, without markers; what is above or below others is in `text`. */
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

/** Each comment begins with lines such as `author: ana` and `created: 2026-11-20 20:21`, and an empty line. */
function commentsOf(section: string, times: Times): Comment[] {
  const marked = [...section.matchAll(/<!-- COMMENT:BEGIN -->\s*([\s\S]*?)<!-- COMMENT:END -->/g)];
  const texts = marked.length > 0 ? marked.map(([, text = '']) => text) : [section.replace(markers, '')];
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

import * as z from 'zod';
import { message } from '../../messages/message.js';
import {
  badEntry,
  Collected,
  type ImportedEntry,
  type Link,
  type Reading,
  readShape,
  type SourceFile,
  withoutEmpty,
} from './imported.js';
import { linesOf } from './json.js';
import { Times } from './times.js';

const text = z.string().nullish();
const id = z.union([z.string(), z.number()]).transform(String);

const issueSchema = z.looseObject({
  id: id.nullish(),
  title: z.string().min(1),
  status: text,
  priority: z.union([z.number(), z.string()]).nullish(),
  issue_type: text,
  assignee: text,
  owner: text,
  created_at: text,
  updated_at: text,
  started_at: text,
  closed_at: text,
  due_at: text,
  defer_until: text,
  notes: text,
  labels: z.array(z.string()).nullish(),
  dependencies: z.array(z.looseObject({ depends_on_id: id, type: text })).nullish(),
  comments: z.array(z.looseObject({ author: text, text: z.string(), created_at: text })).nullish(),
  pinned: z.boolean().nullish(),
  is_template: z.boolean().nullish(),
  ephemeral: z.boolean().nullish(),
});

const lineSchema = z.looseObject({ _type: text, status: text });
const waiting = new Set(['blocks', 'conditional-blocks', 'waits-for']);
/** Fields that beads recomputes on every export. */
const computed = ['_type', 'dependency_count', 'dependent_count', 'comment_count'];

/** Reads `.beads/issues.jsonl`, one issue or memory per line. */
export function readBeads(files: readonly SourceFile[]): Reading {
  const found = new Collected();
  for (const { value, place } of linesOf(files)) {
    found.add(() => {
      const line = value();
      const { _type, status } = readShape(lineSchema, line, place);
      const type = _type ?? 'issue';
      if (type !== 'issue' && type !== 'memory') throw badEntry(place, message('imports.unknownType', { type }));
      if (type === 'issue' && status !== 'tombstone') return readIssue(line, place);
      found.leaveOut(type === 'memory' ? 'memory' : 'tombstone');
      return [];
    });
  }
  return found;
}

function readIssue(value: unknown, place: ImportedEntry['place']): ImportedEntry {
  const { id, title, status, priority, issue_type, assignee, owner, notes, labels, dependencies, comments, ...issue } =
    readShape(issueSchema, value, place);
  const { created_at, updated_at, started_at, closed_at, due_at, defer_until, ...rest } = issue;
  const { pinned, is_template, ephemeral, wisp, ...more } = rest;
  for (const field of computed) delete more[field];
  const isOpen = status !== 'closed';
  const times = new Times();
  return {
    place,
    id: id || undefined,
    title,
    status: (isOpen && is_template && 'template') || (isOpen && pinned && 'pinned') || status || undefined,
    kind: issue_type ?? undefined,
    priority: priority ?? undefined,
    labels: [...(labels ?? []), ...(ephemeral || wisp === true ? ['ephemeral'] : [])],
    owner: assignee || undefined,
    createdAt: times.at(created_at, 'created_at'),
    updatedAt: times.at(updated_at, 'updated_at'),
    startedAt: times.at(started_at, 'started_at'),
    closedAt: times.at(closed_at, 'closed_at'),
    due: times.at(due_at, 'due_at'),
    notBefore: times.at(defer_until, 'defer_until'),
    links: (dependencies ?? []).map(({ depends_on_id, type }) => linkOf(type || 'blocks', depends_on_id)),
    notes: notes ?? undefined,
    comments: (comments ?? []).map(comment => ({
      author: comment.author ?? undefined,
      at: times.ofComment(comment.created_at, 'comments.created_at'),
      text: comment.text,
    })),
    details: withoutEmpty({ ...more, ...times.kept, responsible: owner }),
    counted: times.counted,
  };
}

function linkOf(kind: string, id: string): Link {
  return { kind, id, role: waiting.has(kind) ? 'waitsFor' : kind === 'parent-child' ? 'partOf' : 'names' };
}

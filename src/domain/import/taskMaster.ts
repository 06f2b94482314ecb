import * as z from 'zod';
import {
  Collected,
  type ImportedEntry,
  type Place,
  type Reading,
  readShape,
  type SourceFile,
  withoutEmpty,
} from './imported.js';
import { parseJson, placesOf } from './json.js';
import { Times } from './times.js';

const text = z.string().nullish();
const id = z.union([z.string().min(1), z.number()]).transform(String);

const taskSchema = z.looseObject({
  id,
  title: z.string().min(1),
  status: text,
  priority: text,
  dependencies: z.array(id).nullish(),
  // Unknown, because zod would copy the objects and `placeOf` knows them as parsed.
  subtasks: z.array(z.unknown()).nullish(),
  createdAt: text,
  updatedAt: text,
  assignee: text,
  tags: z.array(z.string()).nullish(),
  category: text,
});
const listSchema = z.looseObject({ tasks: z.array(z.unknown()) });

/** The tag whose ids stay unchanged; those of other tags get the tag's name as a prefix. */
const mainTag = 'master';

/** An object of tags or, in old files, one list of tasks. Subtask 2 of task 1 is `1.2`. */
export function readTaskMaster(files: readonly SourceFile[]): Reading {
  const found = new Collected();
  for (const file of files) found.attempt(() => readFile(file, found));
  return found;
}

function readFile(file: SourceFile, found: Collected): void {
  const root = parseJson(file);
  const placeOf = placesOf(file, root);
  const top = readShape(z.looseObject({}), root, placeOf(root));
  const tags = Array.isArray(top.tasks) ? { [mainTag]: root } : (root as Record<string, unknown>);
  const lists = Object.entries(tags).filter(([, list]) => isList(list));
  // No list of tasks: report what was expected.
  if (lists.length === 0) readShape(listSchema, Object.values(tags)[0] ?? root, placeOf(root));
  for (const _ of Object.keys(tags).slice(lists.length)) found.leaveOut('field without tasks');
  for (const [tag, list] of lists) {
    const seen = new Map<string, Set<string>>();
    for (const task of (list as { tasks: unknown[] | null }).tasks ?? []) {
      readTask(task, { tag, placeOf, siblings: new Set(), found, seen });
    }
  }
}

export function isTaskMaster(root: unknown): boolean {
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return false;
  return [root, ...Object.values(root)].some(isList);
}

function isList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('tasks' in value)) return false;
  return value.tasks === null || Array.isArray(value.tasks);
}

interface Around {
  readonly tag: string;
  readonly placeOf: (value: unknown) => Place;
  /** Full id, without the tag. */
  readonly parent?: string;
  readonly siblings: ReadonlySet<string>;
  readonly found: Collected;
  readonly seen: Map<string, Set<string>>;
}

function readTask(value: unknown, around: Around): void {
  const { tag, placeOf, parent, found, seen } = around;
  const place = placeOf(value);
  const task = found.attempt(() => readShape(taskSchema, value, place));
  if (task === undefined) return;
  const fullId = freeId(parent === undefined ? task.id : `${parent}.${task.id}`, task.title, around);
  if (fullId === undefined) {
    found.leaveOut('task that is there twice');
    return;
  }
  found.entries.push(entryOf(task, fullId, place, around));
  const subtasks = task.subtasks ?? [];
  const within = new Set(subtasks.flatMap(subtask => z.looseObject({ id }).safeParse(subtask).data?.id ?? []));
  for (const subtask of subtasks) {
    readTask(subtask, { tag, placeOf, parent: fullId, siblings: within, found, seen });
  }
}

/** Resolves duplicate ids: `7#2` is the second 7 of a tag. Undefined for a repetition of the same task. */
function freeId(wanted: string, title: string, { seen }: Around): string | undefined {
  const titles = seen.get(wanted) ?? new Set();
  seen.set(wanted, titles);
  if (titles.has(title)) return undefined;
  titles.add(title);
  return titles.size === 1 ? wanted : `${wanted}#${titles.size}`;
}

function entryOf(
  task: z.output<typeof taskSchema>,
  fullId: string,
  place: Place,
  { tag, parent, siblings }: Around,
): ImportedEntry {
  const { id: _, title, status, priority, dependencies, subtasks: __, createdAt, updatedAt, ...more } = task;
  const { assignee, tags, category, parentId: ___, ...details } = more;
  const inTag = (name: string) => (tag === mainTag ? name : `${tag}/${name}`);
  const times = new Times();
  return {
    place,
    id: inTag(fullId),
    title,
    status: status ?? undefined,
    kind: category || (parent === undefined ? 'task' : 'subtask'),
    priority: priority || undefined,
    labels: [...(tags ?? []), ...(tag === mainTag ? [] : [tag])],
    owner: assignee || undefined,
    createdAt: times.at(createdAt, 'createdAt'),
    updatedAt: times.at(updatedAt, 'updatedAt'),
    links: [
      ...(dependencies ?? []).map(name => {
        // A bare number in a subtask means a sibling, if there is one.
        const isSibling = parent !== undefined && siblings.has(name);
        return { kind: 'dependency', id: inTag(isSibling ? `${parent}.${name}` : name), role: 'waitsFor' } as const;
      }),
      ...(parent === undefined ? [] : [{ kind: 'subtask', id: inTag(parent), role: 'partOf' } as const]),
    ],
    comments: [],
    details: withoutEmpty({ ...details, ...times.kept }),
    counted: times.counted,
  };
}

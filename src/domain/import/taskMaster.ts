import * as z from 'zod';
import { type ImportedEntry, type Place, type Reading, readShape, type SourceFile, withoutEmpty } from './imported.js';
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
  // Not known more closely, because zod would copy them and `placeOf` knows the objects as parsed.
  subtasks: z.array(z.unknown()).nullish(),
  createdAt: text,
  updatedAt: text,
  assignee: text,
  tags: z.array(z.string()).nullish(),
  category: text,
});
const listSchema = z.looseObject({ tasks: z.array(z.unknown()) });

/** The tag whose ids stay as they are; ids of other tags begin with the name of the tag. */
const mainTag = 'master';

/** Reads `.taskmaster/tasks/tasks.json`: an object of tags, or in old files one list of tasks. Subtask 2 of task 1 is `1.2`. */
export function readTaskMaster(files: readonly SourceFile[]): Reading {
  return { entries: files.flatMap(readFile), leftOut: {} };
}

function readFile(file: SourceFile): ImportedEntry[] {
  const root = parseJson(file);
  const placeOf = placesOf(file, root);
  const top = readShape(z.looseObject({}), root, placeOf(root));
  const tags = Array.isArray(top.tasks) ? { [mainTag]: root } : (root as Record<string, unknown>);
  return Object.entries(tags).flatMap(([tag, list]) =>
    readShape(listSchema, list, placeOf(list)).tasks.flatMap(task => readTask(task, { tag, placeOf, siblings: [] })),
  );
}

interface Around {
  readonly tag: string;
  readonly placeOf: (value: unknown) => Place;
  /** Full id, without the tag. */
  readonly parent?: string;
  /** Ids within the parent. */
  readonly siblings: readonly string[];
}

/** A task, followed by its subtasks. */
function readTask(value: unknown, { tag, placeOf, parent, siblings }: Around): ImportedEntry[] {
  const place = placeOf(value);
  const task = readShape(taskSchema, value, place);
  const { id: ownId, title, status, priority, dependencies, subtasks, createdAt, updatedAt, ...more } = task;
  const { assignee, tags, category, parentId: _, ...details } = more;
  const inTag = (name: string) => (tag === mainTag ? name : `${tag}/${name}`);
  const fullId = parent === undefined ? ownId : `${parent}.${ownId}`;
  const within = (subtasks ?? []).map(subtask => readShape(z.looseObject({ id }), subtask, placeOf(subtask)).id);
  const times = new Times();
  const entry: ImportedEntry = {
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
        const isSibling = parent !== undefined && siblings.includes(name);
        return { kind: 'dependency', id: inTag(isSibling ? `${parent}.${name}` : name), role: 'waitsFor' } as const;
      }),
      ...(parent === undefined ? [] : [{ kind: 'subtask', id: inTag(parent), role: 'partOf' } as const]),
    ],
    comments: [],
    details: withoutEmpty({ ...details, ...times.kept }),
    counted: times.counted,
  };
  const inner = { tag, placeOf, parent: fullId, siblings: within };
  return [entry, ...(subtasks ?? []).flatMap(subtask => readTask(subtask, inner))];
}

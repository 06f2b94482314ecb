import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { checkTaskLive } from '../../domain/task/taskRule.js';
import type { TouchedFileRow } from '../../domain/task/touchedFileRow.js';
import { changeKinds } from '../../domain/task/touchedFileRow.js';
import type { Context } from '../../records/context.js';
import { provenanceOf } from '../../records/provenance.js';
import { placeOf, resolveTask, tellOfTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

/** An unchanged touch is not recorded again within this time, in ms: an editor saves often. */
const sameTouchMs = 10 * 60_000;

const pathField = z.string().trim().min(1).max(taskLimits.path);

const touchSchema = z.strictObject({
  path: pathField,
  change: z.enum(changeKinds).default('edit'),
  oldPath: pathField.optional(),
});
type Touch = z.output<typeof touchSchema>;

export const touchedRecord = defineOperation({
  name: 'touched.record',
  order: 10,
  title: 'Record Touched Files',
  summary: 'Records files touched by work on a task; known files change nothing.',
  input: z.strictObject({
    files: z
      .array(z.union([pathField.transform((path): Touch => ({ path, change: 'edit' })), touchSchema]))
      .min(1)
      .max(taskLimits.touchedFiles)
      .describe('Paths, or objects with path, change (edit, add, delete, rename) and oldPath'),
    task: taskField,
  }),
  output: z.object({
    /** New or changed ones. */
    recorded: z.int(),
    outside: z.int(),
  }),
  effect: 'write',
  makesTask: true,
  idempotency: 'files',
  mcp: {
    tool: 'task_records',
    kind: 'touched_files',
    action: 'add',
    brief: 'of {path, change: edit|add|delete|rename, oldPath}',
    rare: ['files', 'task'],
  },
  cli: {
    paths: { files: 'path' },
    positionals: ['files'],
    sentences: ['files'],
    examples: [
      'touched record src/limit.ts src/limit.spec.ts',
      `touched record '{"path":"src/rate.ts","change":"rename","oldPath":"src/limit.ts"}'`,
    ],
  },
  palette: false,
  async run(context, input) {
    const provenance = await provenanceOf(context);
    const place = await placeOf(context);
    const touches = input.files.map(touch => inside(context, touch)).filter(touch => touch !== undefined);
    const outside = input.files.length - touches.length;
    // Most saves change nothing: then no lock is taken.
    const isNews = await context.store.read(async transaction => {
      const task = await resolveTask(transaction, place, input.task);
      throwIfRefused(checkTaskLive(task));
      const existing = await transaction.touchedFiles.ofPaths(
        task.id,
        touches.map(({ path }) => path),
      );
      return news(touches, existing, provenance.actor, context.clock.now()).length > 0;
    });
    if (!isNews) return { recorded: 0, outside };
    return context.store.transaction(async transaction => {
      const task = await resolveTask(transaction, place, input.task);
      throwIfRefused(checkTaskLive(task));
      const now = context.clock.now();
      const existing = await transaction.touchedFiles.ofPaths(
        task.id,
        touches.map(({ path }) => path),
      );
      const fresh = news(touches, existing, provenance.actor, now);
      if (fresh.length === 0) return { recorded: 0, outside };
      await transaction.touchedFiles.put(
        task.id,
        fresh.map(({ path, change, oldPath }) => ({
          id: context.ids.ulid(now),
          task_id: task.id,
          path,
          change_kind: change,
          old_path: oldPath ?? null,
          actor: provenance.actor,
          session: provenance.session,
          commit_sha: provenance.commit_sha,
          touched_at: now,
        })),
      );
      await tellOfTask({ transaction, actor: context.actor, now }, task, 'files_touched', {
        count: fresh.length,
        files: fresh.slice(0, 20).map(({ path, change }) => ({ path, change })),
      });
      return { recorded: fresh.length, outside };
    });
  },
});

/** Differences from the latest touch of each file; the last touch counts. */
function news(touches: readonly Touch[], existing: readonly TouchedFileRow[], actor: string, now: number): Touch[] {
  const byPath = new Map(existing.map(row => [row.path, row]));
  const last = new Map<string, Touch>();
  for (const touch of touches) last.set(touch.path, merged(last.get(touch.path), touch));
  return [...last.values()].filter(({ path, change, oldPath }) => {
    const row = byPath.get(path);
    if (row === undefined) return true;
    // A file that is new in this task stays new when it is edited.
    const isSame = row.change_kind === change || (change === 'edit' && row.change_kind === 'add');
    const isSameName = oldPath === undefined || row.old_path === oldPath;
    return !isSame || !isSameName || row.actor !== actor || now - row.touched_at >= sameTouchMs;
  });
}

function merged(before: Touch | undefined, touch: Touch): Touch {
  return before?.change === 'add' && touch.change === 'edit' ? before : touch;
}

/** Relative to the worktree root; undefined outside of it and for Stateroom's or git's own files. */
function inside({ workTree }: Context, touch: Touch): Touch | undefined {
  const path = relativePath(workTree?.root, touch.path);
  if (path === undefined) return undefined;
  const oldPath = touch.oldPath === undefined ? undefined : relativePath(workTree?.root, touch.oldPath);
  return { path, change: touch.change, ...(oldPath === undefined ? {} : { oldPath }) };
}

function relativePath(root: string | undefined, path: string): string | undefined {
  const plain = path.replaceAll('\\', '/');
  const top = root?.replaceAll('\\', '/');
  const within = top !== undefined && plain.startsWith(`${top}/`) ? plain.slice(top.length + 1) : plain;
  const parts = within.split('/').filter(part => part !== '' && part !== '.');
  if (within.startsWith('/') || /^[A-Za-z]:\//.test(within) || parts.includes('..')) return undefined;
  if (parts.length === 0 || parts[0] === '.git' || parts[0] === '.stateroom') return undefined;
  return parts.join('/');
}

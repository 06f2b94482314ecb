import { formatRef } from '../identifier/identifier.js';
import type { BlockerRow } from './blockerRow.js';
import type { NextActionRow } from './nextActionRow.js';
import type { Blocker, NextAction, Task, TouchedFile } from './task.js';
import type { TaskRow } from './taskRow.js';
import type { TouchedFileRow } from './touchedFileRow.js';

type Stored<Row> = Omit<Row, 'repository_id'>;

const iso = (time: number): string => new Date(time).toISOString();
const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time));

/** What a task points to, as surfaces show it. */
export interface TaskLinks {
  /** Path of its plan. */
  readonly plan: string | null;
  /** `W-7`. */
  readonly workItem: string | null;
}

/** A stored task as every surface shows it. */
export function presentTask(row: Stored<TaskRow>, { plan, workItem }: TaskLinks): Task {
  return {
    ref: formatRef('task', row.number),
    id: row.id,
    name: row.ref,
    objective: row.objective,
    focus: row.focus,
    status: row.status,
    light: row.light === 1,
    branch: row.branch,
    base: row.base_branch,
    workTree: row.worktree_path,
    plan,
    workItem,
    observedCommit: row.observed_sha,
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    finishedAt: isoOrNull(row.finished_at),
    archivedAt: isoOrNull(row.archived_at),
    archiveNote: row.archive_note,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    revision: row.revision,
  };
}

/** A stored blocker as every surface shows it; `task` is the ref of its task. */
export function presentBlocker(row: Stored<BlockerRow>, task: string | null): Blocker {
  return {
    ref: formatRef('blocker', row.number),
    id: row.id,
    task,
    description: row.description,
    status: row.status,
    resolution: row.resolution,
    resolvedAt: isoOrNull(row.resolved_at),
    ...authorOf(row),
    createdAt: iso(row.created_at),
    revision: row.revision,
  };
}

/** A stored next action as every surface shows it; `task` is the ref of its task. */
export function presentNextAction(row: Stored<NextActionRow>, task: string | null): NextAction {
  return {
    ref: formatRef('nextAction', row.number),
    id: row.id,
    task,
    action: row.action,
    priority: row.priority,
    status: row.status,
    note: row.note,
    endedAt: isoOrNull(row.ended_at),
    ...authorOf(row),
    createdAt: iso(row.created_at),
    revision: row.revision,
  };
}

/** A stored touch as every surface shows it. */
export function presentTouchedFile(row: Stored<TouchedFileRow>): TouchedFile {
  return {
    path: row.path,
    change: row.change_kind,
    oldPath: row.old_path,
    actor: row.actor,
    session: row.session,
    commit: row.commit_sha,
    touchedAt: iso(row.touched_at),
  };
}

function authorOf(row: Stored<BlockerRow> | Stored<NextActionRow>) {
  return { actor: row.actor, role: row.role, harness: row.harness, branch: row.branch, commit: row.commit_sha };
}

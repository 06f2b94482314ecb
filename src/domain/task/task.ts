import { z } from 'zod';
import { roles } from '../actor/actor.js';
import { taskStatuses } from './taskStatus.js';

/** Limits of a task and of what belongs to it, in characters; lists in entries. */
export const taskLimits = {
  ref: 60,
  slug: 40,
  objective: 2000,
  focus: 1000,
  branch: 200,
  note: 1000,
  blocker: 1000,
  action: 500,
  path: 1000,
  /** Files of one call. */
  touchedFiles: 1000,
} as const;

/** Priority of a next action that was given none; smaller comes first. */
export const defaultActionPriority = 100;

const when = z.iso.datetime();

/** A task as every surface shows it. */
export const taskSchema = z.object({
  /** `T-3`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  /** Its ref as a word, part of its branch: `t3-rate-limit`. Unique in the repository. */
  name: z.string(),
  objective: z.string(),
  /** What is being worked on right now. */
  focus: z.string().nullable(),
  status: z.enum(taskStatuses),
  /** True: no plan, no slices; one fresh proof closes it. */
  light: z.boolean(),
  branch: z.string().nullable(),
  /** What it is judged against and merged into. */
  base: z.string().nullable(),
  /** Absolute path of the worktree it lives in. */
  workTree: z.string().nullable(),
  /** Path of its registered plan. */
  plan: z.string().nullable(),
  /** `W-7`, the work item it does. */
  workItem: z.string().nullable(),
  /** The last commit of its branch that was seen. */
  observedCommit: z.string().nullable(),
  createdBy: z.string(),
  updatedBy: z.string(),
  finishedAt: when.nullable(),
  archivedAt: when.nullable(),
  archiveNote: z.string().nullable(),
  createdAt: when,
  updatedAt: when,
  /** Grows with every change of the row. */
  revision: z.int().positive(),
});
export type Task = z.infer<typeof taskSchema>;

const authorFields = {
  actor: z.string(),
  role: z.enum(roles),
  harness: z.string().nullable(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
};

export const blockerStatuses = ['open', 'resolved'] as const;

/** What keeps a task from going on. */
export const blockerSchema = z.object({
  /** `B-2`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  task: z.string().nullable(),
  description: z.string(),
  status: z.enum(blockerStatuses),
  resolution: z.string().nullable(),
  resolvedAt: when.nullable(),
  ...authorFields,
  createdAt: when,
  revision: z.int().positive(),
});
export type Blocker = z.infer<typeof blockerSchema>;

export const nextActionStatuses = ['pending', 'done', 'skipped'] as const;

/** What is to be done next in a task. */
export const nextActionSchema = z.object({
  /** `A-5`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  task: z.string().nullable(),
  action: z.string(),
  /** Smaller comes first. */
  priority: z.int(),
  status: z.enum(nextActionStatuses),
  note: z.string().nullable(),
  endedAt: when.nullable(),
  ...authorFields,
  createdAt: when,
  revision: z.int().positive(),
});
export type NextAction = z.infer<typeof nextActionSchema>;

export const changeKinds = ['edit', 'add', 'delete', 'rename'] as const;

/** The latest touch of a file in a task. */
export const touchedFileSchema = z.object({
  /** Relative to the top of the worktree, with `/`. */
  path: z.string(),
  change: z.enum(changeKinds),
  /** Where a renamed file was. */
  oldPath: z.string().nullable(),
  actor: z.string(),
  session: z.string().nullable(),
  commit: z.string().nullable(),
  touchedAt: when,
});
export type TouchedFile = z.infer<typeof touchedFileSchema>;

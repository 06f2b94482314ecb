import { z } from 'zod';
import { livenessLevels } from '../worker/liveness.js';
import { troubleSchema } from '../worker/trouble.js';
import { workerStates } from '../worker/workerState.js';
import { closeReasons, laneStatuses } from './laneStatus.js';
import { laneWaitSchema } from './laneWait.js';

/** Limits of one lane: characters of texts, entries of lists. */
export const laneLimits = { description: 2000, ownedPath: 500, ownedPaths: 50, after: 20, reason: 2000 } as const;

/** The worker of a lane as every surface shows it. */
export const workerSchema = z.object({
  /** The lane's name. */
  name: z.string(),
  state: z.enum(workerStates),
  stateChangedAt: z.iso.datetime(),
  changedBy: z.string(),
  /** From 1, one more with each retry. */
  attempt: z.number().int(),
  agent: z.string().nullable(),
  harness: z.string().nullable(),
  /** Why it failed, was cancelled or sent back. */
  reason: z.string().nullable(),
  cancelled: z.boolean(),
  /** Full id of the tip that was handed to review. */
  submitted: z.string().nullable(),
  approvedBy: z.string().nullable(),
  liveness: z.enum(livenessLevels),
  /** When it last gave a sign of life. */
  lastBeatAt: z.iso.datetime().nullable(),
  /** When `liveness` gets worse if it gives none until then; null where that cannot be. */
  livenessChangesAt: z.iso.datetime().nullable(),
  /** Why it gives none although it is at work, and the next step. */
  trouble: troubleSchema.nullable(),
  /** The program that was started as the worker last; null for one that somebody started by other means. */
  program: z
    .object({
      command: z.string(),
      pid: z.number().int(),
      startedAt: z.iso.datetime(),
      endedAt: z.iso.datetime().nullable(),
      /** Null while it runs, and when it had none. */
      exitCode: z.number().int().nullable(),
    })
    .nullable(),
});
export type Worker = z.output<typeof workerSchema>;

/** A lane as every surface shows it. */
export const laneSchema = z.object({
  /** `L-3`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  lane: z.string(),
  description: z.string().nullable(),
  kind: z.enum(['implement', 'review']),
  status: z.enum(laneStatuses),
  closeReason: z.enum(closeReasons).nullable(),
  /** `T-2` */
  task: z.string().nullable(),
  /** `W-7` */
  workItem: z.string().nullable(),
  branch: z.string(),
  base: z.string(),
  worktreePath: z.string(),
  /** Globs; empty: the whole repository. */
  ownedPaths: z.array(z.string()),
  gitWrites: z.enum(['agent', 'host']),
  adopted: z.boolean(),
  /** The first of its block of ports. */
  port: z.number().int().nullable(),
  /** Names of the lanes that it waits for. */
  after: z.array(z.string()),
  /** Those of them that are not merged, while it did not start for that. */
  waitsFor: z.array(laneWaitSchema),
  owner: z.string().nullable(),
  merged: z.string().nullable(),
  /** What its worker is, or was last, at; null for a lane that never had one. */
  state: z.enum(workerStates).nullable(),
  worker: workerSchema.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  revision: z.number().int(),
});
export type Lane = z.output<typeof laneSchema>;

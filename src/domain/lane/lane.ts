import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { livenessLevels } from '../worker/liveness.js';
import { troubleSchema } from '../worker/trouble.js';
import { workerDefinition } from '../worker/workerRow.js';
import { workerStates } from '../worker/workerState.js';
import { laneDefinition } from './laneRow.js';
import { laneWaitSchema } from './laneWait.js';

/** Limits of one lane: characters of texts, entries of lists. */
export const laneLimits = { description: 2000, ownedPath: 500, ownedPaths: 50, after: 20, reason: 2000 } as const;

/** The worker of a lane as returned to callers. */
export const workerSchema = z.object({
  /** The lane's name. */
  name: z.string(),
  ...shownShape(workerDefinition),
  liveness: z.enum(livenessLevels),
  /** When it last gave a heartbeat. */
  lastBeatAt: z.iso.datetime().nullable(),
  /** When `liveness` gets worse if it gives none until then; null where that cannot be. */
  livenessChangesAt: z.iso.datetime().nullable(),
  /** Why it gives none although it is at work, and the next step. */
  trouble: troubleSchema.nullable(),
  /** The program that ran as the worker last; null while nothing is known of one. */
  program: z
    .object({
      /** Empty for one that something else started, of which the end was recorded. */
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

/** A lane as returned to callers. */
export const laneSchema = z.object({
  ...shownShape(laneDefinition),
  /** Names of the lanes that it waits for. */
  after: z.array(z.string()),
  /** Those of them that are not merged, while it did not start for that. */
  waitsFor: z.array(laneWaitSchema),
  /** What its worker is, or was last, at; null for a lane that never had one. */
  state: z.enum(workerStates).nullable(),
  worker: workerSchema.nullable(),
});
export type Lane = z.output<typeof laneSchema>;

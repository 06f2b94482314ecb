import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { livenessLevels } from '../worker/liveness.js';
import { troubleSchema } from '../worker/trouble.js';
import { workerDefinition } from '../worker/workerRow.js';
import { workerStates } from '../worker/workerState.js';
import { laneDefinition } from './laneRow.js';
import { laneWaitSchema } from './laneWait.js';

export const laneLimits = { description: 2000, ownedPath: 500, ownedPaths: 50, after: 20, reason: 2000 } as const;

export const workerSchema = z.object({
  name: z.string(),
  ...shownShape(workerDefinition),
  liveness: z.enum(livenessLevels),
  lastBeatAt: z.iso.datetime().nullable(),
  /** Null if `liveness` cannot get worse without a heartbeat. */
  livenessChangesAt: z.iso.datetime().nullable(),
  /** Reason for missing heartbeats although it should be at work, and the next step. */
  trouble: troubleSchema.nullable(),
  /** Latest act of an agent that Stateroom runs, one line. */
  doing: z.object({ line: z.string(), at: z.iso.datetime() }).optional(),
  /** Set while an agent that Stateroom runs says nothing; `minutes` up to now. */
  silent: z.object({ since: z.iso.datetime(), minutes: z.int() }).optional(),
  /** The last program that ran as the worker; null if unknown. */
  program: z
    .object({
      /** Empty if Stateroom only recorded its end. */
      command: z.string(),
      pid: z.number().int(),
      startedAt: z.iso.datetime(),
      endedAt: z.iso.datetime().nullable(),
      /** Null while it runs, and if there was none. */
      exitCode: z.number().int().nullable(),
    })
    .nullable(),
});
export type Worker = z.output<typeof workerSchema>;

export const laneSchema = z.object({
  ...shownShape(laneDefinition),
  /** Names of the lanes it starts after. */
  after: z.array(z.string()),
  /** Those of them not merged yet, if they keep it from starting. */
  waitsFor: z.array(laneWaitSchema),
  /** Null for a lane that never had a worker. */
  state: z.enum(workerStates).nullable(),
  worker: workerSchema.nullable(),
});
export type Lane = z.output<typeof laneSchema>;

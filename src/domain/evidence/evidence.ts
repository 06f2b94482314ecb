import { z } from 'zod';
import { provenanceFields } from '../actor/provenance.js';
import { evidenceGrades } from './evidenceGrade.js';

/** Limits of one proof, in characters where nothing else is said. */
export const evidenceLimits = {
  command: 2000,
  /** Words of a command. */
  words: 200,
  result: 280,
  /** Of a log handed in with `evidence record`. */
  log: 1_000_000,
  receipt: 20_000,
  /** Bytes of output kept of a command that runs; of more, the beginning and the end. */
  keptLog: 8 * 1024 * 1024,
} as const;

/** A proof as every surface shows it. */
export const evidenceSchema = z.object({
  /** `E-4`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  /** `T-3`; null for a proof that belongs to no task. */
  task: z.string().nullable(),
  /** `S-2`. */
  slice: z.string().nullable(),
  /** As typed, secrets redacted. */
  command: z.string(),
  /** Where it ran, relative to the top of the worktree; empty at the top. */
  directory: z.string(),
  /** Null when a signal ended it or nobody said. */
  exitCode: z.int().nullable(),
  passed: z.boolean(),
  /** One line of verdict. */
  result: z.string().nullable(),
  grade: z.enum(evidenceGrades),
  /** What was judged; null when that is not one tree, as when the command changed it. */
  treeHash: z.string().nullable(),
  /** True when the tree that is judged now is this one; null when there is none to compare with. */
  fresh: z.boolean().nullable(),
  /** SHA-256 of the whole output. */
  logHash: z.string().nullable(),
  logBytes: z.int().nullable(),
  durationMs: z.int().nullable(),
  ...provenanceFields,
  startedAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

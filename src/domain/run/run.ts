import * as z from 'zod';
import { shownShape } from '../record/record.js';
import { intakePlanSchema } from './intakePlan.js';
import { commandStatuses, hypothesisOutcomes, learningKinds, repoActions, runDefinition } from './runRow.js';

export const runSchema = z.object({
  ...shownShape(runDefinition),
  dirtyWorktree: z.object({ available: z.boolean(), paths: z.array(z.string()) }),
  intakePlan: intakePlanSchema.nullable(),
});
export type Run = z.infer<typeof runSchema>;

const at = z.iso.datetime();
const author = { actor: z.string() };

export const hypothesisSchema = z.object({
  id: z.string().describe('H001'),
  text: z.string(),
  status: z.enum(['open', ...hypothesisOutcomes]),
  /** Notes of its resolutions, latest last. */
  notes: z.array(z.string()),
  evidence: z.array(z.string()),
  ...author,
  at,
});
export const evidenceEntrySchema = z.object({
  id: z.string().describe('E001'),
  text: z.string(),
  hypothesis: z.string().nullable(),
  ...author,
  at,
});
export const commandEntrySchema = z.object({
  id: z.string().describe('C001'),
  command: z.string(),
  status: z.enum(commandStatuses),
  ...author,
  at,
});
export const learningSchema = z.object({
  id: z.string().describe('L001'),
  kind: z.enum(learningKinds),
  summary: z.string(),
  repoAction: z.enum(repoActions),
  path: z.string().nullable(),
  commit: z.string().nullable(),
  reason: z.string().nullable(),
  ...author,
  at,
});

/** Entries of a run, each list in recorded order. */
export const runContentSchema = z.object({
  hypotheses: z.array(hypothesisSchema),
  evidence: z.array(evidenceEntrySchema),
  commands: z.array(commandEntrySchema),
  learnings: z.array(learningSchema),
});
export type RunContent = z.infer<typeof runContentSchema>;
export type Learning = z.infer<typeof learningSchema>;

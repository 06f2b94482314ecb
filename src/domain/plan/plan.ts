import * as z from 'zod';
import { message } from '../../messages/message.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { shownShape } from '../record/record.js';
import { planDefinition } from './planRow.js';

/** Default folder of plans, relative to the worktree root. */
export const plansFolder = '.stateroom/plans';

/** `work` is done in slices; `acceptance` is a criterion that a person attests unless a slice proves it. */
export const planItemKinds = ['work', 'acceptance'] as const;

export const planItemSchema = z.object({
  /** `{#id}` or `(id: x)` in the text, else derived from heading and text. Unique in the plan. */
  id: z.string(),
  kind: z.enum(planItemKinds),
  heading: z.string().nullable(),
  text: z.string(),
  checked: z.boolean(),
  /** From 1. */
  line: z.int().positive(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

/** Problems found in a plan. They are hints and block nothing. */
export const planProblemCodes = [
  'no_objective',
  'no_items',
  'no_acceptance',
  'no_tests',
  'open_questions',
  'duplicate_id',
] as const;

/** Texts of problems; the other two name items of the plan. */
export const planLacks = {
  no_objective: message('plans.lacksObjective'),
  no_items: message('plans.lacksItems'),
  no_acceptance: message('plans.lacksAcceptance'),
  no_tests: message('plans.lacksTests'),
};

export const planAnalysisSchema = z.object({
  objective: z.string().nullable(),
  items: z.int().nonnegative(),
  ticked: z.int().nonnegative(),
  acceptance: z.array(z.string()),
  /** Commands in its section on tests. */
  tests: z.array(z.string()),
  openQuestions: z.array(z.string()),
  problems: z.array(z.object({ code: z.enum(planProblemCodes), text: sentenceSchema })),
});
export type PlanAnalysis = z.infer<typeof planAnalysisSchema>;

/** A person's confirmation that an item is met. */
export const attestationSchema = z.object({
  item: z.string(),
  note: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type Attestation = z.infer<typeof attestationSchema>;

/** Absolute path in this worktree, found in the worktree, or only on the target branch. */
export const planResolutions = ['absolute', 'worktree', 'workspace', 'unresolved'] as const;
export type PlanResolution = (typeof planResolutions)[number];

export const planSchema = z.object({
  ...shownShape(planDefinition),
  analysis: planAnalysisSchema.nullable(),
  attestations: z.array(attestationSchema),
  /** True if the text was edited after acceptance (checkbox marks aside); null if it was never accepted or is gone. */
  stale: z.boolean().nullable(),
  /** SHA-256 of the current text, checkbox marks aside; null if it is gone. */
  contentHash: z.string().nullable(),
});
export type Plan = z.infer<typeof planSchema>;

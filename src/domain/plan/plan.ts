import * as z from 'zod';
import { message } from '../../messages/message.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { shownShape } from '../record/record.js';
import { planDefinition } from './planRow.js';

/** Default folder of plans, relative to the worktree root. */
export const plansFolder = '.stateroom/plans';

/** `work` is done in slices; `acceptance` is a criterion, which a person attests where no slice proves it. */
export const planItemKinds = ['work', 'acceptance'] as const;

/** One checkbox of a plan. */
export const planItemSchema = z.object({
  /** `{#id}` or `(id: x)` in the text, else made from heading and text. Unique in the plan. */
  id: z.string(),
  kind: z.enum(planItemKinds),
  /** The heading above it; null before the first. */
  heading: z.string().nullable(),
  text: z.string(),
  checked: z.boolean(),
  /** From 1. */
  line: z.int().positive(),
});
export type PlanItem = z.infer<typeof planItemSchema>;

/** What a plan lacks. Words of one plan's analysis; none of them blocks anything. */
export const planProblemCodes = [
  'no_objective',
  'no_items',
  'no_acceptance',
  'no_tests',
  'open_questions',
  'duplicate_id',
] as const;

/** What they say; the other two name what is in the plan. */
export const planLacks = {
  no_objective: message('plans.lacksObjective'),
  no_items: message('plans.lacksItems'),
  no_acceptance: message('plans.lacksAcceptance'),
  no_tests: message('plans.lacksTests'),
};

/** What reading a plan finds. */
export const planAnalysisSchema = z.object({
  objective: z.string().nullable(),
  /** How many checkboxes there are, and how many of them are ticked. */
  items: z.int().nonnegative(),
  ticked: z.int().nonnegative(),
  acceptance: z.array(z.string()),
  /** Commands that its section on tests names. */
  tests: z.array(z.string()),
  openQuestions: z.array(z.string()),
  problems: z.array(z.object({ code: z.enum(planProblemCodes), text: sentenceSchema })),
});
export type PlanAnalysis = z.infer<typeof planAnalysisSchema>;

/** What a person vouches for: that an item holds. */
export const attestationSchema = z.object({
  item: z.string(),
  note: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
});
export type Attestation = z.infer<typeof attestationSchema>;

/**
 * How a path was found: given as an absolute path in this worktree, in the worktree, or only on the branch that work
 * goes into; `unresolved` when nowhere.
 */
export const planResolutions = ['absolute', 'worktree', 'workspace', 'unresolved'] as const;
export type PlanResolution = (typeof planResolutions)[number];

/** A registered plan as returned to callers. */
export const planSchema = z.object({
  ...shownShape(planDefinition),
  analysis: planAnalysisSchema.nullable(),
  attestations: z.array(attestationSchema),
  /** True when the text was edited since it was accepted (checkbox marks aside); null when it was never accepted or is gone. */
  stale: z.boolean().nullable(),
  /** SHA-256 of the text as it is now, checkbox marks aside; null when it is gone. */
  contentHash: z.string().nullable(),
});
export type Plan = z.infer<typeof planSchema>;

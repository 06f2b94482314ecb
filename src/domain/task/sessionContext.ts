import * as z from 'zod';
import type { DecisionRow } from '../decision/decisionRow.js';
import type { FindingRow } from '../finding/findingRow.js';
import { bySeverity, type FindingSeverity, findingSeverities, sumOfSeverities } from '../finding/findingSeverity.js';
import { formatRef } from '../identifier/identifier.js';
import { type ReviewGrade, reviewGrades } from '../review/reviewGrade.js';
import type { ReviewRunRow } from '../review/reviewRunRow.js';
import { reviewVerdicts } from '../review/reviewVerdict.js';
import type { SliceRow } from '../slice/sliceRow.js';
import { sliceStatuses } from '../slice/sliceStatus.js';
import type { BlockerRow } from './blockerRow.js';
import type { NextActionRow } from './nextActionRow.js';
import { type Task, taskSchema } from './task.js';
import type { TouchedFileRow } from './touchedFileRow.js';
import { changeKinds } from './touchedFileRow.js';

/** The summary of a task for a new or resumed agent session, limited in size. */

const everySection = [
  'gates',
  'findings',
  'verdicts',
  'blockers',
  'nextActions',
  'slices',
  'decisions',
  'touchedFiles',
  'documents',
] as const;
export type ContextSection = (typeof everySection)[number];

/** Which sections an answer may have. */
export const contextProfiles = {
  identity: [],
  hot_summary: everySection,
  review_packet: ['findings', 'verdicts', 'slices', 'decisions', 'touchedFiles'],
  open_items: ['gates', 'findings', 'blockers', 'nextActions'],
  full_debug: everySection,
} as const satisfies Record<string, readonly ContextSection[]>;
export type ContextProfile = keyof typeof contextProfiles;
export const contextProfileNames = Object.keys(contextProfiles) as [ContextProfile, ...ContextProfile[]];

const count = z.int().nonnegative();

/** The store's condition in a few words. */
export const contextStoreSchema = z.object({
  state: z.enum(['absent', 'ready', 'read-only', 'corrupt', 'too-new']),
  reason: z.string(),
  hint: z.string().optional(),
});
export type ContextStore = z.infer<typeof contextStoreSchema>;

const contextTaskSchema = taskSchema
  .pick({
    ref: true,
    name: true,
    objective: true,
    focus: true,
    status: true,
    light: true,
    branch: true,
    base: true,
    workTree: true,
    plan: true,
    workItem: true,
    revision: true,
    updatedBy: true,
    updatedAt: true,
  })
  .partial({ workTree: true, plan: true });

/** The answer; sections outside its profile are left out; a section that did not fit is empty and named in `omitted`. */
export const sessionContextSchema = z.object({
  /** State of the store if it is not healthy: data may be missing, or nothing can be written. */
  store: contextStoreSchema.optional(),
  profile: z.enum(contextProfileNames),
  task: contextTaskSchema,
  /**
   * Why a gate is not ready, in codes; a gate without reasons is ready. `store`: what the store alone knows of close-check,
   * where git was not asked.
   */
  gates: z.record(z.string(), z.array(z.string())).optional(),
  findings: z
    .object({
      open: z.object(bySeverity(() => count)),
      /** The heaviest first. */
      first: z.array(
        z.object({
          ref: z.string(),
          severity: z.enum(findingSeverities),
          /** `src/a.ts:3-7`. */
          place: z.string(),
          text: z.string(),
          fix: z.string().optional(),
        }),
      ),
    })
    .optional(),
  /** The latest first. */
  verdicts: z
    .array(
      z.object({
        ref: z.string(),
        subject: z.string(),
        verdict: z.enum(reviewVerdicts),
        by: z.string(),
        grade: z.enum(reviewGrades).optional().describe('Of one that was imported'),
        summary: z.string().optional(),
      }),
    )
    .optional(),
  blockers: z.array(z.object({ ref: z.string(), text: z.string() })).optional(),
  nextActions: z.array(z.object({ ref: z.string(), text: z.string() })).optional(),
  /** The latest first. */
  slices: z.array(z.object({ ref: z.string(), title: z.string(), status: z.enum(sliceStatuses) })).optional(),
  /** The latest first. */
  decisions: z.array(z.object({ ref: z.string(), decision: z.string(), rationale: z.string() })).optional(),
  /** The last touched first. */
  touchedFiles: z.array(z.object({ path: z.string(), change: z.enum(changeKinds) })).optional(),
  /** Documents of the repository that one reads first, by name. */
  documents: z.array(z.string()).optional(),
  /** Key of the latest compaction, for the next session. */
  compaction: z.string().optional(),
  /** What did not fit: `touchedFiles: 5 of 5000`. */
  omitted: z.array(z.string()),
  /** That the answer is larger than its budget, where the repository's policy is to tell it all the same. */
  warning: z.string().optional(),
});
export type SessionContext = z.infer<typeof sessionContextSchema>;

/** The store's condition as an answer has it; undefined if it is healthy. */
export function contextStore({
  state,
  reason,
  hint,
}: Pick<ContextStore, 'state' | 'hint'> & { reason?: string }): ContextStore | undefined {
  if (reason === undefined) return undefined;
  return {
    state,
    reason: short(reason, maxConditionLength),
    ...(hint === undefined ? {} : { hint: short(hint, maxConditionLength) }),
  };
}

/** What there is to tell. Lists come in the order in which they are shown, and may be the beginning of longer ones. */
export interface ContextFacts {
  readonly store: ContextStore | undefined;
  readonly task: Task;
  readonly gates: Record<string, string[]> | undefined;
  readonly openFindings: Readonly<Record<FindingSeverity, number>>;
  readonly findings: readonly FindingRow[];
  readonly verdicts: readonly (ReviewRunRow & { readonly grade: ReviewGrade })[];
  readonly blockers: readonly BlockerRow[];
  readonly nextActions: readonly NextActionRow[];
  readonly slices: readonly SliceRow[];
  readonly decisions: readonly DecisionRow[];
  readonly decisionCount: number;
  readonly touchedFiles: readonly TouchedFileRow[];
  readonly touchedFileCount: number;
  readonly documents: readonly string[];
  readonly compaction: string | undefined;
}

/** How much of each section is shown; `text` and `objective` in characters. */
export interface ContextSizes {
  readonly text: number;
  readonly objective: number;
  readonly findings: number;
  readonly verdicts: number;
  readonly blockers: number;
  readonly nextActions: number;
  readonly slices: number;
  readonly decisions: number;
  readonly touchedFiles: number;
  readonly documents: number;
}

/** Default sizes of the sections, and those of `full_debug`. */
export const contextSizes = {
  summary: {
    text: 240,
    objective: 2000,
    findings: 10,
    verdicts: 3,
    blockers: 5,
    nextActions: 5,
    slices: 5,
    decisions: 3,
    touchedFiles: 20,
    documents: 10,
  },
  debug: {
    text: 1000,
    objective: 2000,
    findings: 50,
    verdicts: 20,
    blockers: 50,
    nextActions: 50,
    slices: 50,
    decisions: 30,
    touchedFiles: 200,
    documents: 20,
  },
} as const satisfies Record<string, ContextSizes>;

/** Characters of each sentence on the store's condition. */
const maxConditionLength = 160;
/** Characters of the objective in the shortest answer there is. */
const minObjectiveLength = 80;

/**
 * What is dropped if the budget is too small, in this order: what can be looked up in git first, what no one would find
 * elsewhere last. The task itself and the number of open findings always stay.
 */
const cuts: readonly Partial<ContextSizes>[] = [
  { touchedFiles: 50, decisions: 10, slices: 20, text: 500 },
  { touchedFiles: 20, decisions: 3, slices: 5, verdicts: 5, documents: 10, text: 240 },
  { touchedFiles: 10 },
  { decisions: 1 },
  { slices: 3, blockers: 10, nextActions: 10, findings: 20 },
  { text: 160, findings: 10 },
  { touchedFiles: 5, documents: 5 },
  { verdicts: 1, blockers: 5, nextActions: 5 },
  { text: 100 },
  { findings: 5 },
  { decisions: 0 },
  { slices: 1 },
  { objective: 400 },
  { touchedFiles: 0, documents: 0 },
  { findings: 3, nextActions: 3, blockers: 3 },
  { text: 60, objective: 150 },
  { slices: 0, verdicts: 0 },
  { findings: 1, nextActions: 1, blockers: 1 },
  { findings: 0, nextActions: 0, blockers: 0, text: 40, objective: minObjectiveLength },
];

/** Bytes of an answer as JSON in UTF-8. */
export function contextBytes(context: unknown): number {
  return new TextEncoder().encode(JSON.stringify(context)).length;
}

/** All content of a profile, before the size limit. */
export function fullContext(
  facts: ContextFacts,
  profile: ContextProfile,
  requested: Partial<ContextSizes> = {},
): SessionContext {
  return renderContext(facts, profile, sizesOf(profile, requested));
}

function sizesOf(profile: ContextProfile, requested: Partial<ContextSizes>): ContextSizes {
  return { ...(profile === 'full_debug' ? contextSizes.debug : contextSizes.summary), ...requested };
}

/** The fullest answer of a profile that fits into `budget` bytes; the shortest there is when none does. */
export function fitContext(
  facts: ContextFacts,
  profile: ContextProfile,
  budget: number,
  requested: Partial<ContextSizes> = {},
): SessionContext {
  let sizes = sizesOf(profile, requested);
  let context = renderContext(facts, profile, sizes);
  for (const cut of cuts) {
    if (contextBytes(context) <= budget) break;
    sizes = smaller(sizes, cut);
    context = renderContext(facts, profile, sizes);
  }
  return context;
}

function smaller(sizes: ContextSizes, cut: Partial<ContextSizes>): ContextSizes {
  const entries = Object.entries(sizes) as [keyof ContextSizes, number][];
  return Object.fromEntries(
    entries.map(([name, size]) => [name, Math.min(size, cut[name] ?? size)]),
  ) as unknown as ContextSizes;
}

function renderContext(facts: ContextFacts, profile: ContextProfile, sizes: ContextSizes): SessionContext {
  const sections: readonly ContextSection[] = contextProfiles[profile];
  const lines = linesOf(facts, sizes);
  const shown = sections.filter(section => lines[section] !== undefined);
  return {
    ...(facts.store === undefined ? {} : { store: facts.store }),
    profile,
    task: taskLines(facts.task, sizes),
    ...Object.fromEntries(shown.map(section => [section, lines[section]])),
    ...(facts.compaction === undefined || profile === 'identity' ? {} : { compaction: facts.compaction }),
    omitted: omissions(facts, sizes).flatMap(({ section, left }) => (sections.includes(section) ? [left] : [])),
  };
}

function taskLines(task: Task, { objective }: ContextSizes): SessionContext['task'] {
  const focus = task.focus === null ? null : short(task.focus, objective);
  const shown = contextTaskSchema.parse({ ...task, objective: short(task.objective, objective), focus });
  if (objective > minObjectiveLength) return shown;
  // The two that may be long and that git and the plan's list tell as well.
  const { workTree: _workTree, plan: _plan, ...rest } = shown;
  return rest;
}

function linesOf(facts: ContextFacts, sizes: ContextSizes): Pick<SessionContext, ContextSection> {
  const cut = (text: string) => short(text, sizes.text);
  return {
    ...(facts.gates === undefined ? {} : { gates: facts.gates }),
    findings: {
      open: facts.openFindings,
      first: facts.findings.slice(0, sizes.findings).map(row => ({
        ref: formatRef('finding', row.number),
        severity: row.severity,
        place: placeOf(row),
        text: cut(row.text),
        ...(row.fix === null ? {} : { fix: cut(row.fix) }),
      })),
    },
    verdicts: facts.verdicts
      .slice(0, sizes.verdicts)
      .flatMap(({ number, subject_path, verdict, actor, grade, summary }) =>
        verdict === null
          ? []
          : {
              ref: formatRef('reviewRun', number),
              subject: subject_path,
              verdict,
              by: actor,
              ...(grade === 'observed' ? {} : { grade }),
              ...(summary === null ? {} : { summary: cut(summary) }),
            },
      ),
    blockers: facts.blockers
      .slice(0, sizes.blockers)
      .map(({ number, description }) => ({ ref: formatRef('blocker', number), text: cut(description) })),
    nextActions: facts.nextActions
      .slice(0, sizes.nextActions)
      .map(({ number, action }) => ({ ref: formatRef('nextAction', number), text: cut(action) })),
    slices: facts.slices
      .slice(0, sizes.slices)
      .map(({ number, title, status }) => ({ ref: formatRef('slice', number), title: cut(title), status })),
    decisions: facts.decisions.slice(0, sizes.decisions).map(({ number, decision, rationale }) => ({
      ref: formatRef('decision', number),
      decision,
      rationale: cut(rationale),
    })),
    touchedFiles: facts.touchedFiles
      .slice(0, sizes.touchedFiles)
      .map(({ path, change_kind: change }) => ({ path, change })),
    documents: facts.documents.slice(0, sizes.documents),
  };
}

function placeOf({ path, line_start: from, line_end: to }: FindingRow): string {
  if (from === null) return path;
  return to === null || to === from ? `${path}:${from}` : `${path}:${from}-${to}`;
}

function omissions(facts: ContextFacts, sizes: ContextSizes): { section: ContextSection; left: string }[] {
  const totals: readonly (readonly [ContextSection & keyof ContextSizes, number])[] = [
    ['findings', sumOfSeverities(facts.openFindings)],
    ['verdicts', facts.verdicts.length],
    ['blockers', facts.blockers.length],
    ['nextActions', facts.nextActions.length],
    ['slices', facts.slices.length],
    ['decisions', facts.decisionCount],
    ['touchedFiles', facts.touchedFileCount],
    ['documents', facts.documents.length],
  ];
  return totals.flatMap(([section, total]) =>
    sizes[section] < total ? [{ section, left: `${section}: ${sizes[section]} of ${total}` }] : [],
  );
}

/** One line, cut at `limit` characters, never within one. */
function short(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

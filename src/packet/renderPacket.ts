import type * as z from 'zod';
import type { DecisionRow } from '../domain/decision/decisionRow.js';
import type { EvidenceRow } from '../domain/evidence/evidenceRow.js';
import { sameCommand } from '../domain/evidence/freshness.js';
import { anchoredSide } from '../domain/finding/anchor.js';
import type { FindingRow } from '../domain/finding/findingRow.js';
import { type FindingSeverity, sumOfSeverities } from '../domain/finding/findingSeverity.js';
import { formatRef } from '../domain/identifier/identifier.js';
import { type ListedName, listedNames } from '../domain/records.js';
import type { ReviewGrade } from '../domain/review/reviewGrade.js';
import type { ReviewRunRow } from '../domain/review/reviewRunRow.js';
import { type OpenRecords, refAndText } from '../domain/session/openRecords.js';
import type { SliceRow } from '../domain/slice/sliceRow.js';
import type { Task } from '../domain/task/task.js';
import type { TouchedFileRow } from '../domain/task/touchedFileRow.js';
import type { WorkItemRow } from '../domain/workItem/workItemRow.js';
import {
  type ContextProfile,
  type ContextQueue,
  type ContextSection,
  type ContextStore,
  type contextItemSchema,
  contextProfiles,
  type contextSliceSchema,
  contextTaskSchema,
  type SessionContext,
} from './packetSchema.js';

/** Store condition for an answer; undefined if healthy. */
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

export interface ItemOfTask {
  readonly row: WorkItemRow;
  readonly others: readonly string[];
  readonly hint: string | undefined;
}

/** A slice with the last run of its test, or else the last run in it. */
export interface SliceInProgress {
  readonly row: SliceRow;
  readonly run: EvidenceRow | undefined;
  /** Undefined without a run, or if the files cannot be read. */
  readonly isStale: boolean | undefined;
}

/** Facts for the summary. Lists are in display order and may be truncated. */
export interface ContextFacts {
  readonly store: ContextStore | undefined;
  readonly task: Task;
  readonly next?: string;
  readonly item?: ItemOfTask | undefined;
  readonly slice?: SliceInProgress | undefined;
  /** Paths; undefined if git is not available. */
  readonly uncommitted?: readonly string[] | undefined;
  readonly gates: Record<string, string[]> | undefined;
  readonly openFindings: Readonly<Record<FindingSeverity, number>>;
  readonly findings: readonly FindingRow[];
  readonly verdicts: readonly (ReviewRunRow & { readonly grade: ReviewGrade })[];
  readonly open: OpenRecords;
  readonly slices: readonly SliceRow[];
  readonly decisions: readonly DecisionRow[];
  readonly decisionCount: number;
  readonly touchedFiles: readonly TouchedFileRow[];
  readonly touchedFileCount: number;
  readonly documents: readonly string[];
  readonly compaction: string | undefined;
}

/** Max size of each section; `text`, `notes` and `objective` in characters; `next` and `hint` are 0 to omit them. */
export interface ContextSizes {
  readonly next: number;
  readonly hint: number;
  readonly notes: number;
  readonly uncommitted: number;
  readonly text: number;
  readonly objective: number;
  readonly findings: number;
  readonly verdicts: number;
  readonly records: number;
  readonly slices: number;
  readonly decisions: number;
  readonly touchedFiles: number;
  readonly documents: number;
}

/** Default sizes, and those of `full_debug`. */
export const contextSizes = {
  summary: {
    next: 1,
    hint: 1,
    notes: 400,
    uncommitted: 8,
    text: 240,
    objective: 2000,
    findings: 10,
    verdicts: 3,
    records: 5,
    slices: 5,
    decisions: 3,
    touchedFiles: 20,
    documents: 10,
  },
  debug: {
    next: 1,
    hint: 1,
    notes: 2000,
    uncommitted: 100,
    text: 1000,
    objective: 2000,
    findings: 50,
    verdicts: 20,
    records: 50,
    slices: 50,
    decisions: 30,
    touchedFiles: 200,
    documents: 20,
  },
} as const satisfies Record<string, ContextSizes>;

const maxTestLength = 240;
const treeLength = 10;
const maxOtherItems = 5;
const maxConditionLength = 160;
const minObjectiveLength = 80;

/**
 * Tried in order if the budget is too small: first drops what git can tell, then old decisions and closed slices, then shortens
 * texts, findings and notes, then drops next actions and blockers beyond the first. The holder's hint and the next step, found
 * nowhere else, go last; the task, its item, the slice in progress and its runs, and counts stay.
 */
const cuts: readonly Partial<ContextSizes>[] = [
  { touchedFiles: 50, decisions: 10, slices: 20, text: 500, uncommitted: 20, notes: 1000 },
  { touchedFiles: 20, decisions: 3, slices: 5, verdicts: 5, documents: 10, text: 240, uncommitted: 8, notes: 400 },
  { touchedFiles: 10 },
  { decisions: 1 },
  { slices: 3, records: 10, findings: 20 },
  { text: 160, findings: 10 },
  { touchedFiles: 5, documents: 5, uncommitted: 5 },
  { verdicts: 1, records: 5 },
  { text: 100 },
  { findings: 5, notes: 240 },
  { decisions: 0 },
  { slices: 1 },
  { objective: 400 },
  { touchedFiles: 0, documents: 0 },
  { findings: 3, records: 3, uncommitted: 3 },
  { text: 60, objective: 150, notes: 120 },
  { slices: 0, verdicts: 0 },
  { findings: 1, records: 1, uncommitted: 1 },
  { findings: 0, records: 0, text: 40, objective: minObjectiveLength },
  { notes: 0, uncommitted: 0 },
  { hint: 0 },
  { next: 0 },
];

export function contextBytes(context: unknown): number {
  return new TextEncoder().encode(JSON.stringify(context)).length;
}

export const maxQueueEntries = 5;
const maxTitleLength = 100;

export function queueLines({ yours, first, ...counts }: ContextQueue, max: number): ContextQueue {
  const cut = <Row extends { title: string }>(rows: readonly Row[]): Row[] =>
    rows.slice(0, max).map(row => ({ ...row, title: short(row.title, maxTitleLength) }));
  return { ...counts, yours: cut(yours), first: cut(first) };
}

/** Returns the fullest answer that fits into `budget` bytes; the shortest if none does. */
export function fitQueue<Answer>(
  answerWith: (max: number) => Answer,
  budget: number,
  bytesOf: (answer: Answer) => number,
): Answer {
  let max = maxQueueEntries;
  while (max > 0 && bytesOf(answerWith(max)) > budget) max -= 1;
  return answerWith(max);
}

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

/** Fullest answer that fits, as counted by `bytesOf`; the shortest if none does. */
export function fitContext(
  facts: ContextFacts,
  profile: ContextProfile,
  budget: number,
  bytesOf: (context: SessionContext) => number,
  requested: Partial<ContextSizes> = {},
): SessionContext {
  let sizes = sizesOf(profile, requested);
  let context = renderContext(facts, profile, sizes);
  for (const cut of cuts) {
    if (bytesOf(context) <= budget) break;
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
  // Both may be long, and git and the list of plans have them.
  const { workTree: _workTree, plan: _plan, ...rest } = shown;
  return rest;
}

function linesOf(facts: ContextFacts, sizes: ContextSizes): Pick<SessionContext, ContextSection> {
  const cut = (text: string) => short(text, sizes.text);
  return {
    ...(facts.next === undefined || sizes.next === 0 ? {} : { next: facts.next }),
    ...(facts.item === undefined ? {} : { item: itemLines(facts.item, sizes) }),
    ...(facts.slice === undefined ? {} : { slice: sliceLines(facts.slice, sizes) }),
    ...(facts.uncommitted === undefined
      ? {}
      : { uncommitted: { count: facts.uncommitted.length, paths: facts.uncommitted.slice(0, sizes.uncommitted) } }),
    ...(facts.gates === undefined ? {} : { gates: facts.gates }),
    findings: {
      open: facts.openFindings,
      first: facts.findings.slice(0, sizes.findings).map(row => ({
        ref: formatRef('finding', row.number),
        severity: row.severity,
        place: placeInFile(row),
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
    ...openLines(facts.open, sizes),
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

function openLines(open: OpenRecords, sizes: ContextSizes): Pick<SessionContext, ListedName> {
  const lines = listedNames.map(name => [
    name,
    open[name].slice(0, sizes.records).map(row => {
      const { ref, text } = refAndText(name, row);
      return { ref, text: short(text, sizes.text) };
    }),
  ]);
  return Object.fromEntries(lines);
}

/** Returns an item's place in the summary; empty texts are left out. */
export function itemLines(
  { row, others, hint }: ItemOfTask,
  sizes: Pick<ContextSizes, 'text' | 'notes' | 'hint'>,
): z.infer<typeof contextItemSchema> {
  const given = (
    field: 'question' | 'answer' | 'notes' | 'payload',
    text: string | null,
  ): { question?: string; answer?: string; notes?: string; payload?: string } =>
    text === null || text === '' || sizes.notes === 0 ? {} : { [field]: short(text, sizes.notes) };
  return {
    ref: formatRef('workItem', row.number),
    title: short(row.title, sizes.text),
    status: row.status,
    heldBy: row.owner,
    ...(hint === undefined || sizes.hint === 0 ? {} : { hint }),
    ...given('question', row.question),
    ...given('answer', row.answer),
    ...given('notes', row.notes),
    ...given('payload', row.payload === 'null' ? null : row.payload),
    ...(others.length === 0 ? {} : { others: others.slice(0, maxOtherItems) }),
  };
}

function sliceLines({ row, run, isStale }: SliceInProgress, sizes: ContextSizes): z.infer<typeof contextSliceSchema> {
  const { test_command: test } = row;
  const isTest = run !== undefined && test !== null && sameCommand(run.command, test);
  return {
    ref: formatRef('slice', row.number),
    title: short(row.title, sizes.text),
    status: row.status,
    ...(test === null ? {} : { test: short(test, sizes.next === 0 ? minObjectiveLength : maxTestLength) }),
    startedBy: row.actor,
    startedAt: new Date(row.started_at).toISOString(),
    lastRun:
      run === undefined
        ? null
        : {
            ref: formatRef('evidence', run.number),
            ...(isTest ? {} : { command: short(run.command, sizes.text) }),
            passed: run.passed === 1,
            at: new Date(run.created_at).toISOString(),
            tree: run.tree_hash?.slice(0, treeLength) ?? null,
            stale: isStale ?? null,
          },
  };
}

/** Returns `src/login.ts:12`. */
export function placeInFile({ path, line_start: from, line_end: to, anchor }: FindingRow): string {
  const lines = from === null ? '' : to === null || to === from ? `:${from}` : `:${from}-${to}`;
  return `${path}${lines}${anchoredSide(anchor) === 'base' ? ' of the base' : ''}`;
}

function omissions(facts: ContextFacts, sizes: ContextSizes): { section: ContextSection; left: string }[] {
  const totals: readonly (readonly [ContextSection, total: number, size: number])[] = [
    ['findings', sumOfSeverities(facts.openFindings), sizes.findings],
    ['verdicts', facts.verdicts.length, sizes.verdicts],
    ...listedNames.map(name => [name, facts.open[name].length, sizes.records] as const),
    ['slices', facts.slices.length, sizes.slices],
    ['decisions', facts.decisionCount, sizes.decisions],
    ['touchedFiles', facts.touchedFileCount, sizes.touchedFiles],
    ['documents', facts.documents.length, sizes.documents],
  ];
  return totals.flatMap(([section, total, size]) =>
    size < total ? [{ section, left: `${section}: ${size} of ${total}` }] : [],
  );
}

/** Joins a text to one line and cuts it at `limit` characters, never within a surrogate pair. */
function short(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

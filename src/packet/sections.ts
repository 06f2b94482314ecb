import type * as z from 'zod';
import { compactionSummarySchema } from '../domain/compaction/compaction.js';
import type { CompactionRow } from '../domain/compaction/compactionRow.js';
import { sameCommand } from '../domain/evidence/freshness.js';
import { anchoredSide } from '../domain/finding/anchor.js';
import type { FindingRow } from '../domain/finding/findingRow.js';
import { countBySeverity } from '../domain/finding/findingSeverity.js';
import { formatRef } from '../domain/identifier/identifier.js';
import { type ListedName, listedNames } from '../domain/records.js';
import { type OpenRecords, refAndText } from '../domain/session/openRecords.js';
import type { Task } from '../domain/task/task.js';
import { say } from '../messages/say.js';
import {
  type ItemFacts,
  type LaneFacts,
  minObjectiveLength,
  type PacketFacts,
  type PacketSizes,
  type RunFacts,
  type SliceInProgress,
} from './packetFacts.js';
import {
  type ContextProfile,
  type ContextQueue,
  type ContextSection,
  type contextItemSchema,
  type contextLaneSchema,
  contextProfiles,
  type contextRunSchema,
  type contextSliceSchema,
  contextTaskSchema,
  type Packet,
  type UnsignedPacket,
} from './packetSchema.js';

const maxTestLength = 240;
const treeLength = 10;
const maxOtherItems = 5;
const maxTitleLength = 100;

/** Renders facts within sizes; a section of the profile without facts is absent. */
export function packetOf(facts: PacketFacts, profile: ContextProfile, sizes: PacketSizes): UnsignedPacket {
  const sections: readonly ContextSection[] = contextProfiles[profile];
  const lines = linesOf(facts, sizes);
  const shown = sections.filter(section => lines[section] !== undefined);
  return {
    ...(facts.store === undefined ? {} : { store: facts.store }),
    profile,
    task: facts.task === undefined ? null : taskLines(facts.task, sizes),
    ...(facts.hint === undefined ? {} : { hint: facts.hint }),
    ...Object.fromEntries(shown.map(section => [section, lines[section]])),
    ...(facts.compaction === undefined || profile === 'identity' ? {} : { compaction: facts.compaction.key }),
    omitted: omissions(facts, sizes).flatMap(({ section, left }) => (sections.includes(section) ? [left] : [])),
  };
}

function taskLines(task: Task, { objective }: PacketSizes): NonNullable<Packet['task']> {
  const focus = task.focus === null ? null : short(task.focus, objective);
  const shown = contextTaskSchema.parse({ ...task, objective: short(task.objective, objective), focus });
  if (objective > minObjectiveLength) return shown;
  // Both may be long, and git and the list of plans have them.
  const { workTree: _workTree, plan: _plan, ...rest } = shown;
  return rest;
}

type Lines = { readonly [Section in ContextSection]: Packet[Section] | undefined };

function linesOf(facts: PacketFacts, sizes: PacketSizes): Lines {
  const cut = (text: string) => short(text, sizes.text);
  const { findings, uncommitted } = facts;
  return {
    next: sizes.next === 0 ? undefined : facts.next,
    item: facts.item && itemLines(facts.item, sizes),
    attempts: facts.attempts?.slice(0, sizes.attempts).map(cut),
    lane: facts.lane && laneLines(facts.lane, facts.item?.row.title, sizes),
    slice: facts.slice && sliceLines(facts.slice, sizes),
    handoff: facts.compaction && handoffLines(facts.compaction, sizes),
    lastRun: facts.lastRun && runLines(facts.lastRun, sizes),
    mustPass: facts.mustPass?.slice(0, sizes.mustPass),
    uncommitted: uncommitted && { count: uncommitted.length, paths: uncommitted.slice(0, sizes.uncommitted) },
    gates: facts.gates,
    findings: findings && {
      open: countBySeverity(findings),
      first: findings.slice(0, sizes.findings).map(row => ({
        ref: formatRef('finding', row.number),
        severity: row.severity,
        place: placeInFile(row),
        text: cut(row.text),
        ...(row.fix === null ? {} : { fix: cut(row.fix) }),
      })),
    },
    messages: facts.messages?.slice(0, sizes.messages).map(text => short(text, Math.max(sizes.said, sizes.text))),
    verdicts: facts.verdicts
      ?.slice(0, sizes.verdicts)
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
      ?.slice(0, sizes.slices)
      .map(({ number, title, status }) => ({ ref: formatRef('slice', number), title: cut(title), status })),
    decisions: facts.decisions?.slice(0, sizes.decisions).map(({ number, decision, rationale }) => ({
      ref: formatRef('decision', number),
      decision,
      rationale: cut(rationale),
    })),
    touchedFiles: facts.touchedFiles
      ?.slice(0, sizes.touchedFiles)
      .map(({ path, change_kind: change }) => ({ path, change })),
    queue: facts.queue && queueLines(facts.queue, sizes.queue),
    documents: facts.documents.slice(0, sizes.documents),
  };
}

function openLines(open: OpenRecords | undefined, sizes: PacketSizes): Pick<Lines, ListedName> {
  const lines = listedNames.map(name => [
    name,
    open?.[name].slice(0, sizes.records).map(row => {
      const { ref, text } = refAndText(name, row);
      return { ref, text: short(text, sizes.text) };
    }),
  ]);
  return Object.fromEntries(lines);
}

function queueLines({ yours, first, ...counts }: ContextQueue, max: number): ContextQueue {
  const cut = <Row extends { title: string }>(rows: readonly Row[]): Row[] =>
    rows.slice(0, max).map(row => ({ ...row, title: short(row.title, maxTitleLength) }));
  return { ...counts, yours: cut(yours), first: cut(first) };
}

type TextField = 'question' | 'answer' | 'notes' | 'payload';

/** Texts of an item with their max sizes; empty ones are left out. */
function textsOf({ row }: ItemFacts, sizes: PacketSizes): readonly (readonly [TextField, text: string, max: number])[] {
  const texts: readonly (readonly [TextField, string | null, number])[] = [
    ['question', row.question, sizes.said],
    ['answer', row.answer, sizes.said],
    ['notes', row.notes, sizes.notes],
    ['payload', row.payload === 'null' ? null : row.payload, sizes.payload],
  ];
  return texts.flatMap(([field, text, max]) => (text === null || text === '' ? [] : [[field, text, max] as const]));
}

function itemLines(item: ItemFacts, sizes: PacketSizes): z.infer<typeof contextItemSchema> {
  const { row, others, heldSince, hint } = item;
  return {
    ref: formatRef('workItem', row.number),
    title: short(row.title, sizes.text),
    status: row.status,
    heldBy: row.owner,
    ...(row.owner === null || heldSince === null ? {} : { heldSince: isoTime(heldSince) }),
    ...(hint === undefined || sizes.hint === 0 ? {} : { hint }),
    ...Object.fromEntries(
      textsOf(item, sizes).flatMap(([field, text, max]) => (max === 0 ? [] : [[field, short(text, max)]])),
    ),
    ...(others.length === 0 ? {} : { others: others.slice(0, maxOtherItems) }),
  };
}

const laneLists = ['ownedPaths', 'waitsFor', 'earlierFindings', 'changesNotIts', 'overlaps', 'wouldConflict'] as const;
type LaneLists = Readonly<Record<(typeof laneLists)[number], readonly string[]>>;

function listsOf({ lane, ...lists }: LaneFacts): LaneLists {
  return { ...lists, ownedPaths: lane.ownedPaths, waitsFor: lane.waitsFor.map(({ text }) => say(text)) };
}

function laneLines(facts: LaneFacts, title: string | undefined, sizes: PacketSizes): z.infer<typeof contextLaneSchema> {
  const { ref, lane, kind, state, branch, description, port, worker } = facts.lane;
  const reason = worker?.reason;
  const lists = listsOf(facts);
  return {
    ref,
    lane,
    ...(kind === 'review' ? { kind } : {}),
    state,
    branch,
    ...(description === null || description === title ? {} : { description: short(description, sizes.text) }),
    ...(reason ? { reason: short(reason, sizes.text) } : {}),
    ...(port === null ? {} : { port }),
    ...Object.fromEntries(
      laneLists.flatMap(name => {
        const shown = lists[name].slice(0, sizes.lane).map(text => short(text, sizes.text));
        return shown.length === 0 ? [] : [[name, shown]];
      }),
    ),
  };
}

function handoffLines({ actor, created_at, summary }: CompactionRow, { said }: PacketSizes): Packet['handoff'] {
  const { done, open, next } = compactionSummarySchema.parse(JSON.parse(summary));
  const texts = Object.entries({ done, open, next }).flatMap(([name, entries]) =>
    entries.length === 0 ? [] : [[name, short(entries.join('; '), said)]],
  );
  return { by: actor, at: isoTime(created_at), ...Object.fromEntries(texts) };
}

function sliceLines({ row, run }: SliceInProgress, sizes: PacketSizes): z.infer<typeof contextSliceSchema> {
  const { test_command: test, plan_item: planItem } = row;
  return {
    ref: formatRef('slice', row.number),
    title: short(row.title, sizes.text),
    status: row.status,
    ...(planItem === null ? {} : { planItem: short(planItem, sizes.text) }),
    ...(test === null ? {} : { test: short(test, sizes.next === 0 ? minObjectiveLength : maxTestLength) }),
    startedBy: row.actor,
    startedAt: isoTime(row.started_at),
    lastRun: run === undefined ? null : runLines(run, sizes, test),
  };
}

function runLines(
  { row, isStale }: RunFacts,
  sizes: PacketSizes,
  test: string | null = null,
): z.infer<typeof contextRunSchema> {
  const isTest = test !== null && sameCommand(row.command, test);
  return {
    ref: formatRef('evidence', row.number),
    ...(isTest ? {} : { command: short(row.command, sizes.text) }),
    passed: row.passed === 1,
    at: isoTime(row.created_at),
    tree: row.tree_hash?.slice(0, treeLength) ?? null,
    stale: isStale ?? null,
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns `src/login.ts:12`. */
export function placeInFile({ path, line_start: from, line_end: to, anchor }: FindingRow): string {
  const lines = from === null ? '' : to === null || to === from ? `:${from}` : `:${from}-${to}`;
  return `${path}${lines}${anchoredSide(anchor) === 'base' ? ' of the base' : ''}`;
}

function omissions(facts: PacketFacts, sizes: PacketSizes): { section: ContextSection; left: string }[] {
  const { lane, item } = facts;
  const lists = lane && listsOf(lane);
  const totals: readonly (readonly [ContextSection, total: number | undefined, size: number, name?: string])[] = [
    ['attempts', facts.attempts?.length, sizes.attempts],
    ...laneLists.map(name => ['lane', lists?.[name].length, sizes.lane, `lane.${name}`] as const),
    ['mustPass', facts.mustPass?.length, sizes.mustPass],
    ['uncommitted', facts.uncommitted?.length, sizes.uncommitted],
    ['findings', facts.findings?.length, sizes.findings],
    ['messages', facts.messageCount, Math.min(sizes.messages, facts.messages?.length ?? 0)],
    ['verdicts', facts.verdicts?.length, sizes.verdicts],
    ...listedNames.map(name => [name, facts.open?.[name].length, sizes.records] as const),
    ['slices', facts.slices?.length, sizes.slices],
    ['decisions', facts.decisionCount, sizes.decisions],
    ['touchedFiles', facts.touchedFileCount, sizes.touchedFiles],
    ['documents', facts.documents.length, sizes.documents],
  ];
  const texts = item === undefined ? [] : textsOf(item, sizes);
  return [
    ...texts.flatMap(([field, text, max]) =>
      text.length <= max
        ? []
        : [{ section: 'item' as const, left: `item.${field}: ${max} of ${text.length} characters` }],
    ),
    ...totals.flatMap(([section, total = 0, size, name = section]) =>
      size < total ? [{ section, left: `${name}: ${size} of ${total}` }] : [],
    ),
  ];
}

/** Joins a text to one line and cuts it at `limit` characters, never within a surrogate pair. */
export function short(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= limit ? line : `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

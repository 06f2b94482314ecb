import { presentEvent } from '../domain/event/presentEvent.js';
import type { EvidenceRow } from '../domain/evidence/evidenceRow.js';
import { countBySeverity, findingSeverities } from '../domain/finding/findingSeverity.js';
import { formatRef } from '../domain/identifier/identifier.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { listedFacts, listedNames } from '../domain/records.js';
import { type OpenRecords, refAndText } from '../domain/session/openRecords.js';
import type { SliceRow } from '../domain/slice/sliceRow.js';
import type { TaskRow } from '../domain/task/taskRow.js';
import { oneLine } from '../domain/text/oneLine.js';
import { briefText, readBrief } from '../packet/brief.js';
import { lastRunOf, runsLookedAt } from '../packet/collectFacts.js';
import { placeInFile } from '../packet/sections.js';
import { changeSentence } from '../present/change.js';
import { laneStatusWords, taskStatusLooks } from '../present/status.js';
import type { Context } from '../records/context.js';
import { standingOf } from '../records/holding/holder.js';
import { laneOfCaller } from '../records/lane/laneAt.js';
import { mailboxOf } from '../records/message/mailboxOf.js';
import { openRecords } from '../records/task/openRecords.js';
import { candidatesAt, placeOf, type TaskPlace } from '../records/task/taskAccess.js';
import { readHeartbeats, readOpenWork } from '../records/thread/openWork.js';
import { rankChanges } from '../reports/recentChanges.js';
import { english } from '../reports/translate.js';
import type { Transaction } from '../store/store.js';
import { branchAdvice } from './branchAdvice.js';
import type { HookAnswer } from './hookClient.js';
import { HookMemory } from './hookMemory.js';

const maxLength = 1500;
/** Max characters of a line, shortened until all fit. */
const lineLengths = [400, 240, 160, 110];
const shown = { changes: 5, events: 200, records: 3, findings: 2, tasks: 3 } as const;

const opening =
  'Stateroom keeps this repository’s queue, tasks and findings. For all of it call the MCP tool load_session, or run `stateroom context`.';

/** Summarizes tasks, lane, queue and changes since the last session, at a session's start or after a compaction. */
export async function sessionStart(context: Context, isResumed: boolean): Promise<HookAnswer> {
  const place = await placeOf(context);
  const readings = await readHeartbeats(context);
  const memory = await HookMemory.open(context);
  const { first, lines, last } = await context.store.read(async transaction => {
    const { counts, needsYou, inProgress } = await readOpenWork(context, transaction, readings);
    const lane = await laneOfCaller(transaction, context);
    const tasks = await candidatesAt(transaction, place);
    const brief = await readBrief(transaction, lane, tasks[0]);
    const work = [...(await laneLines(context, transaction, lane)), ...(await taskLines(transaction, place, tasks))];
    const [ready] = await transaction.workItems.ready(readings, 1);
    const queue = [
      counted(counts.ready, 'ready'),
      counted(inProgress.total, 'in progress'),
      counted(needsYou.total, needsYou.total === 1 ? 'needs a person' : 'need a person'),
      counted(counts.blocked, 'blocked'),
    ].filter(part => part !== undefined);
    const next = ready === undefined ? '' : ` Next: ${formatRef('workItem', ready.number)} ${ready.title}.`;
    return {
      first: brief === undefined ? opening : briefText(brief),
      lines: [
        ...work,
        ...(queue.length === 0 ? [] : [`Queue: ${queue.join(', ')}.${next}`]),
        ...(await changeLines(context, transaction, memory.seen)),
      ],
      last: await transaction.events.lastId(),
    };
  });
  const advice = await branchAdvice(context, memory);
  const text = withinLimit(first, lines);
  const isKnown = isResumed && memory.session.sent === text;
  memory.session.sent = text;
  memory.seen = last;
  await memory.keep();
  const said = isKnown ? [] : lines;
  const all = advice === undefined ? said : [...said, advice];
  return all.length === 0 ? {} : { context: withinLimit(first, all) };
}

function counted(count: number, what: string): string | undefined {
  return count === 0 ? undefined : `${count} ${what}`;
}

async function laneLines(context: Context, transaction: Transaction, row: LaneRow | undefined): Promise<string[]> {
  if (row === undefined) return [];
  const isHere = row.worktree_path === context.workTree?.root;
  const owned = JSON.parse(row.owned_paths) as string[];
  const acknowledged = await transaction.messageCursors.acknowledged(row.name);
  const unread = await transaction.messages.countIn(mailboxOf(context, row.name), acknowledged);
  return [
    `Lane: ${isHere ? 'this worktree' : row.worktree_path} is ${formatRef('lane', row.number)} (${row.name}), ${laneStatusWords[row.status](english)}, on ${row.branch}${owned.length === 0 ? '' : `; it may change only ${owned.join(', ')}`}.`,
    ...(await wordsOf(transaction, row)),
    ...(unread === 0 ? [] : [`Unread messages to this lane: ${unread}. Read and acknowledge them.`]),
  ];
}

/** A description that says more than the title of the item. */
async function wordsOf(transaction: Transaction, { work_item_id: id, description }: LaneRow): Promise<string[]> {
  const [item] = id === null ? [] : await transaction.workItems.ofIds([id]);
  return description === null || item === undefined || description === item.title ? [] : [`Its work: ${description}`];
}

async function taskLines(
  transaction: Transaction,
  place: TaskPlace,
  [task, ...more]: readonly TaskRow[],
): Promise<string[]> {
  if (task === undefined) return othersLines(transaction, place);
  const refs = more.slice(0, shown.tasks).map(({ number, branch }) => `${formatRef('task', number)} on ${branch}`);
  const isElsewhere = task.worktree_path !== place.directory && task.branch !== place.branch;
  const where = isElsewhere ? `, in ${task.worktree_path}` : '';
  const slices = (await transaction.slices.ofTask(task.id)).filter(({ status }) => status !== 'closed');
  const runs = await transaction.evidence.ofTask(task.id, runsLookedAt);
  return [
    `Task: ${formatRef('task', task.number)} ${task.objective} (${taskStatusLooks[task.status].word(english)}, branch ${task.branch}${where}).`,
    ...(task.focus === null ? [] : [`Focus: ${task.focus}`]),
    ...slices.slice(0, 2).map(slice => sliceLine(slice, runs)),
    ...openLines(await openRecords(transaction, task.id)),
    ...(await findingLines(transaction, task)),
    ...(refs.length === 0 ? [] : [`Other active tasks: ${refs.join(', ')}.`]),
  ];
}

async function othersLines(transaction: Transaction, { caller, directory }: TaskPlace): Promise<string[]> {
  const live = (await transaction.tasks.live()).slice(0, shown.tasks);
  if (live.length === 0 || caller === undefined) return [];
  const names = live.map(async task => {
    const { kind, holder } = await standingOf(transaction, caller, task);
    const isHeld = kind === 'held' || kind === 'taken';
    const by = isHeld && holder !== undefined ? `held by ${holder.name}` : 'nobody works on it';
    const where = task.worktree_path === directory ? ', in this worktree' : '';
    return `${formatRef('task', task.number)} on ${task.branch} (${by}${where})`;
  });
  return [`Active tasks, none of them yours: ${(await Promise.all(names)).join(', ')}.`];
}

/** Open records of the task, one line for each kind: `Blockers: B-1 No key`. */
function openLines(open: OpenRecords): string[] {
  return listedNames.flatMap(name => {
    const rows = open[name].slice(0, shown.records).map(row => refAndText(name, row));
    const list = rows.map(({ ref, text }) => `${ref} ${text}`).join('; ');
    return list === '' ? [] : `${listedFacts(name).names.many}: ${list}`;
  });
}

function sliceLine(slice: SliceRow, runs: readonly EvidenceRow[]): string {
  const { number, title, status, test_command } = slice;
  const run = lastRunOf(slice, runs);
  const test = test_command === null ? '' : `; test: ${test_command}`;
  const result = run === undefined ? '' : `; last run ${run.passed === 1 ? 'passed' : 'failed'}`;
  return `Slice: ${formatRef('slice', number)} ${title} (${status}${test}${result}).`;
}

async function findingLines(transaction: Transaction, task: TaskRow): Promise<string[]> {
  const open = await transaction.findings.open(task.id);
  if (open.length === 0) return [];
  const bySeverity = countBySeverity(open);
  const counts = findingSeverities.flatMap(severity => counted(bySeverity[severity], severity) ?? []);
  const first = open
    .slice(0, shown.findings)
    .map(row => `${formatRef('finding', row.number)} ${row.severity} ${placeInFile(row)} ${row.text}`);
  return [`Open findings: ${counts.join(', ')}. ${first.join('; ')}`];
}

async function changeLines(context: Context, transaction: Transaction, seen: number | undefined): Promise<string[]> {
  if (seen === undefined) return [];
  const events = await transaction.events.list({ afterId: seen }, 'newest', shown.events);
  const changes = rankChanges(events.map(presentEvent), shown.changes, ({ actor }) => actor === context.actor.name);
  if (changes.length === 0) return [];
  return [`Since the last session here: ${changes.map(change => changeSentence(change, english)).join('; ')}.`];
}

function withinLimit(first: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const texts = lineLengths.map(length => [first, ...lines.map(line => cut(line, length))].join('\n'));
  return texts.find(text => text.length <= maxLength) ?? cut(texts.at(-1) ?? '', maxLength, text => text);
}

function cut(text: string, length: number, clean = oneLine): string {
  const line = clean(text);
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

import type { z } from 'zod';
import type { Lane } from '../../../domain/lane/lane.js';
import type { LivenessLevel } from '../../../domain/worker/liveness.js';
import { nextStep } from '../../../domain/worker/nextStep.js';
import type { WorkerState } from '../../../domain/worker/workerState.js';
import { say } from '../../../messages/say.js';
import { laneAdoptable } from '../../../operations/lane/laneAdoptable.js';
import { laneChanges } from '../../../operations/lane/laneChanges.js';
import { laneDistance } from '../../../operations/lane/laneDistance.js';
import { laneList } from '../../../operations/lane/laneList.js';
import { laneOverlaps } from '../../../operations/lane/laneOverlaps.js';
import { laneRepair } from '../../../operations/lane/laneRepair.js';
import type { laneShow } from '../../../operations/lane/laneShow.js';
import { workerCommit } from '../../../operations/lane/worker/workerCommit.js';
import { workerDone } from '../../../operations/lane/worker/workerDone.js';
import { workerMerge } from '../../../operations/lane/worker/workerMerge.js';
import { workerPush } from '../../../operations/lane/worker/workerPush.js';
import { workerRepairMerge } from '../../../operations/lane/worker/workerRepairMerge.js';
import { workerSpawn } from '../../../operations/lane/worker/workerSpawn.js';
import { workerStatus } from '../../../operations/lane/worker/workerStatus.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { laneMayEditTexts } from '../texts/laneMayEditTexts.js';
import { diskLines, laneKitTexts, mergeLine, setupLines, teardownLines } from './laneKitText.js';
import { messageTexts } from './messageText.js';
import { overlapsText } from './overlapText.js';
import { rescueTexts } from './rescueText.js';
import type { LateView } from './resultText.js';
import type { Column } from './table.js';
import { programLines, troubleLines, workerTexts } from './workerText.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;
type ListedLane = Answer<typeof laneList>['lanes'][number];
type ShownLane = Answer<typeof laneShow>;
type Asked = Readonly<Record<string, unknown>>;
type Text = (data: never, view: LateView, asked: Asked) => string;

/** Operations on lanes and workers whose answer deserves words of its own; by name. */
const texts: Readonly<Record<string, Text>> = {
  [laneList.name]: ({ lanes }: Answer<typeof laneList>, view, asked) =>
    lanes.length === 0 ? noLane(asked, 'lane list --all') : laneTable(lanes, view),
  [workerStatus.name]: ({ workers }: { workers: Lane[] }, view, asked) =>
    workers.length === 0 ? noLane(asked, 'worker status') : workerTable(workers, view),
  [laneAdoptable.name]: adoptableText,
  [laneDistance.name]: distanceText,
  [laneChanges.name]: changesText,
  [laneOverlaps.name]: overlapsText,
  [laneRepair.name]: repairText,
  [workerSpawn.name]: spawnText,
  [workerCommit.name]: ({ lane, commit, files }: Answer<typeof workerCommit>) =>
    `Committed ${files.length === 1 ? '1 file' : `${files.length} files`} in ${lane}: ${commit.slice(0, 10)}.`,
  [workerPush.name]: ({ lane, branch, commit }: Answer<typeof workerPush>) =>
    `Pushed ${lane}: ${branch} is at ${commit.slice(0, 10)} on the remote.`,
  [workerDone.name]: doneText,
  ...messageTexts,
  ...rescueTexts,
  ...workerTexts,
  [workerMerge.name]: mergeText,
  [workerRepairMerge.name]: repairMergeText,
  ...laneKitTexts,
  ...laneMayEditTexts,
};

/**
 * The words of an operation on lanes or workers, loaded with those operations alone. Where it has none of its own, a lane is
 * a page when it was asked for and a sentence when something was done to it; undefined for an answer that is not a lane.
 */
export function laneText(operation: AnyOperation, data: unknown, view: LateView, asked: Asked): string | undefined {
  const own = Object.hasOwn(texts, operation.name) ? texts[operation.name] : undefined;
  if (own !== undefined) return own(data as never, view, asked);
  if (!isLane(data)) return undefined;
  return operation.effect === 'read' ? lanePage(data, view) : laneSentence(data, view);
}

function isLane(data: unknown): data is Lane {
  return typeof data === 'object' && data !== null && 'lane' in data && 'worktreePath' in data && 'worker' in data;
}

/** Lanes, one a line. */
function laneTable(lanes: readonly ListedLane[], view: LateView): string {
  const { style } = view;
  const columns: Column<ListedLane>[] = [
    { title: 'id', text: ({ ref }) => ref, paint: text => style.cyan(text) },
    { title: 'lane', text: ({ lane }) => lane, minimum: 12 },
    { title: 'status', text: statusWord, paint: (text, lane) => paintStatus(text, lane, view) },
    { title: 'worker', text: ({ state }) => state ?? '', paint: (text, lane) => paintState(text, lane, view) },
    { title: 'health', text: healthWord, paint: (text, lane) => paintHealth(text, lane, view) },
    { title: 'branch', text: ({ branch }) => view.oneLine(branch), minimum: 16 },
    { title: '+/-', text: ({ ahead, behind }) => (ahead === null ? '' : `+${ahead} -${behind}`) },
    { title: 'port', text: ({ port }) => (port === null ? '' : String(port)), alignRight: true },
    { title: 'after', text: ({ after }) => after.join(', '), minimum: 8 },
    { title: 'for', text: subject, paint: text => style.dim(text) },
    { title: 'what', text: ({ description }) => view.oneLine(description ?? ''), minimum: 12 },
    { title: 'opened', text: ({ createdAt }) => view.when(createdAt), paint: text => style.dim(text) },
  ];
  return view.table(columns, lanes);
}

/** Workers, one a line. */
function workerTable(lanes: readonly Lane[], view: LateView): string {
  const { style } = view;
  const columns: Column<Lane>[] = [
    { title: 'worker', text: ({ lane }) => lane, minimum: 12, paint: text => style.cyan(text) },
    { title: 'state', text: ({ state }) => state ?? '', paint: (text, lane) => paintState(text, lane, view) },
    { title: 'since', text: ({ worker }) => view.when(worker?.stateChangedAt ?? null) },
    { title: 'health', text: healthWord, paint: (text, lane) => paintHealth(text, lane, view) },
    { title: 'heartbeat', text: ({ worker }) => view.when(worker?.lastBeatAt ?? null) },
    { title: 'agent', text: ({ worker }) => view.oneLine(worker?.agent ?? ''), minimum: 10 },
    { title: 'branch', text: ({ branch }) => view.oneLine(branch), minimum: 16 },
    { title: 'port', text: ({ port }) => (port === null ? '' : String(port)), alignRight: true },
    { title: 'after', text: ({ after }) => after.join(', '), minimum: 8 },
    { title: '', text: lane => remark(lane, view), minimum: 12, paint: text => style.dim(text) },
  ];
  const troubles = lanes.flatMap(lane => {
    const [reason, ...next] = troubleLines(lane.worker, view);
    return reason === undefined
      ? []
      : [`${paintHealth(healthWord(lane), lane, view)} ${lane.lane}: ${reason}`, ...next.map(line => `  ${line}`)];
  });
  return [view.table(columns, lanes), ...(troubles.length === 0 ? [] : ['', ...troubles])].join('\n');
}

/** Everything about one lane and its worker. */
function lanePage(lane: Lane, view: LateView): string {
  const { style } = view;
  const { worker } = lane;
  const facts: readonly (readonly [string, string | readonly string[]])[] = [
    ['lane', paintStatus(statusWord(lane), lane, view)],
    ['worker', worker === null ? '' : workerWords(lane, view)],
    [
      'depends on',
      lane.waitsFor.map(({ text, stuck }) => (stuck ? style.red(view.oneLine(say(text))) : view.oneLine(say(text)))),
    ],
    ['heartbeat', heartbeatWords(lane, view)],
    ['', troubleLines(worker, view)],
    ['program', programLines(worker, view)],
    ['reason', worker?.reason ? view.manyLines(worker.reason) : ''],
    [
      'next',
      lane.state === null || lane.waitsFor.length > 0 || lane.status === 'closed' ? '' : say(nextStep(lane.state)),
    ],
    ['branch', `${view.oneLine(lane.branch)} → ${view.oneLine(lane.base)}`],
    ['worktree', `${view.oneLine(lane.worktreePath)}${lane.adopted ? ' (adopted)' : ''}`],
    ['owns', lane.ownedPaths.length === 0 ? 'the whole repository' : lane.ownedPaths.map(view.oneLine)],
    ['git', lane.gitWrites === 'host' ? 'only Stateroom commits, rebases and pushes' : ''],
    ['port', lane.port === null ? '' : String(lane.port)],
    ['disk', diskLines('disk' in lane ? (lane as ShownLane).disk : undefined)],
    ['merge', mergeLine('merge' in lane ? (lane as ShownLane).merge : undefined, view)],
    ['after', lane.after.join(', ')],
    ['for', subject(lane)],
    ['submitted', worker?.submitted?.slice(0, shortCommit) ?? ''],
    ['approved', worker?.approvedBy ? `by ${view.oneLine(worker.approvedBy)}` : ''],
    ['merged', lane.merged?.slice(0, shortCommit) ?? ''],
    ['opened', view.fullTime(lane.createdAt)],
  ];
  const lines = [`${style.cyan(lane.ref)}  ${style.bold(lane.lane)}  ${view.oneLine(lane.description ?? '')}`.trim()];
  for (const [name, value] of facts) {
    const [first = '', ...others] = typeof value === 'string' ? [value] : value;
    if (first === '' && others.length === 0) continue;
    lines.push(`  ${style.dim(name.padEnd(11))}${first}`, ...others.map(line => `${' '.repeat(13)}${line}`));
  }
  return lines.join('\n');
}

const shortCommit = 10;

function workerWords(lane: Lane, view: LateView): string {
  const { worker, state } = lane;
  if (worker === null) return '';
  const who = [worker.agent, worker.harness].flatMap(word => (word === null ? [] : [view.oneLine(word)]));
  const agent = who.length === 0 ? '' : `, ${[...new Set(who)].join(' in ')}`;
  const attempt = worker.attempt === 1 ? '' : `, attempt ${worker.attempt}`;
  return `${paintState(state ?? '', lane, view)} since ${view.fullTime(worker.stateChangedAt)}${agent}${attempt}`;
}

function heartbeatWords(lane: Lane, view: LateView): string {
  const { worker } = lane;
  // A heartbeat from before the lane was closed or restored does not apply to a worker that has not started since.
  if (worker === null || worker.lastBeatAt === null || healthWord(lane) === '') return '';
  return `${paintHealth(healthWord(lane), lane, view)}, last ${view.fullTime(worker.lastBeatAt)}`;
}

/** One sentence: where the lane is now, and why where that is known. */
function laneSentence(lane: Lane, view: LateView): string {
  const { worker, state } = lane;
  if (worker === null || isOver(lane)) return `${called(lane)} is ${statusWord(lane)}.`;
  const reason = worker.reason === null ? '' : `: ${view.oneLine(worker.reason)}`;
  return `${called(lane)} is ${state}${reason.replace(/\.$/, '')}.`;
}

function spawnText(lane: Answer<typeof workerSpawn>, view: LateView): string {
  if (!lane.made) return `${called(lane)} already exists; its worker is ${lane.state}.\n${places(lane, view)}`;
  const wait = lane.waitsFor.length === 0 ? '' : `Waiting: ${waits(lane, view)}.`;
  const begin = wait || 'To start work there: stateroom worker start';
  const opened = [`Opened ${called(lane)}; its worker is ${lane.state}.`, places(lane, view), `  ${begin}`];
  return [...opened, ...setupLines(lane.lane, lane.setup, view)].join('\n');
}

function places({ branch, base, worktreePath, port }: Lane, view: LateView): string {
  const at = port === null ? '' : `, port ${port}`;
  return `  ${view.oneLine(branch)} from ${view.oneLine(base)}${at}\n  ${view.oneLine(worktreePath)}`;
}

function mergeText({ into, merged, freed, ...lane }: Answer<typeof workerMerge>, view: LateView): string {
  const commit = merged === null ? '' : ` (${merged.slice(0, shortCommit)})`;
  const { worktree, rescue, stays, worktreePath, teardownSkipped } = lane;
  return [
    `Merged ${called(lane)} into ${view.oneLine(into)}${commit}.`,
    ...(worktree === 'removed' && rescue !== null ? [`  The rest of its worktree is backed up: ${rescue}`] : []),
    ...(worktree === 'left' && stays === null ? [`  Its worktree stays: ${view.oneLine(worktreePath)}`] : []),
    ...(stays === null ? [] : [`  ${view.oneLine(stays)}`]),
    ...teardownLines(teardownSkipped, view),
    ...(freed.length === 0 ? [] : [`  Can start now: ${freed.join(', ')}`]),
  ].join('\n');
}

function repairMergeText(lane: Answer<typeof workerRepairMerge>, view: LateView): string {
  const { conflicts, into } = lane;
  if (conflicts.length === 0) return `${called(lane)} merges into ${view.oneLine(into)} without conflicts.`;
  return [
    `${called(lane)} is ${lane.state}: the merge with ${view.oneLine(into)} has conflicts in`,
    ...conflicts.map(path => `  ${view.oneLine(path)}`),
    `Resolve them in ${view.oneLine(lane.worktreePath)}, commit, then: stateroom worker done`,
  ].join('\n');
}

function waits({ waitsFor }: Lane, view: LateView): string {
  return waitsFor.map(({ text }) => view.oneLine(say(text))).join('; ');
}

function doneText(lane: Answer<typeof workerDone>, view: LateView): string {
  const { conflicts, worker } = lane;
  if (conflicts.length === 0) {
    const commit = worker?.submitted?.slice(0, shortCommit);
    return `${called(lane)} is ${lane.state}${commit === undefined ? '' : ` at ${commit}`}.`;
  }
  return [
    `${called(lane)} is ${lane.state}: the rebase onto ${view.oneLine(lane.base)} stopped at`,
    ...conflicts.map(path => `  ${view.oneLine(path)}`),
    `Resolve them in ${view.oneLine(lane.worktreePath)}, finish the rebase, then: stateroom worker done`,
  ].join('\n');
}

type Distance = Answer<typeof laneDistance>['lanes'][number];

function distanceText({ lanes }: Answer<typeof laneDistance>, view: LateView): string {
  if (lanes.length === 0) return noLane({}, '');
  const { style } = view;
  const count = (number: number | null): string => (number === null ? 'gone' : String(number));
  const columns: Column<Distance>[] = [
    { title: 'lane', text: ({ lane }) => lane, minimum: 12, paint: text => style.cyan(text) },
    { title: 'ahead', text: ({ ahead }) => count(ahead), alignRight: true },
    { title: 'behind', text: ({ behind }) => count(behind), alignRight: true },
    { title: 'branch', text: ({ branch }) => view.oneLine(branch), minimum: 16 },
    { title: 'base', text: ({ base }) => view.oneLine(base), minimum: 8 },
    { title: '', text: ({ isThere }) => (isThere ? '' : 'its worktree is missing'), paint: text => style.red(text) },
  ];
  return view.table(columns, lanes);
}

type Adoptable = Answer<typeof laneAdoptable>['trees'][number];

function adoptableText({ trees }: { trees: readonly Adoptable[] }, view: LateView): string {
  if (trees.length === 0) return 'No worktrees to adopt: each is already a lane or the main worktree.';
  const columns: Column<Adoptable>[] = [
    { title: 'branch', text: ({ branch }) => (branch === null ? '(none)' : view.oneLine(branch)), minimum: 12 },
    { title: 'made by', text: ({ maker }) => maker ?? '' },
    { title: 'worktree', text: ({ worktreePath }) => view.oneLine(worktreePath), minimum: 20 },
  ];
  return view.table(columns, trees);
}

const changeLetters = { add: 'A', edit: 'M', delete: 'D', rename: 'R' } as const;

function changesText({ lane, base, from, files }: Answer<typeof laneChanges>, view: LateView): string {
  const since = `${view.oneLine(base)} (${from.slice(0, shortCommit)})`;
  if (files.length === 0) return `${lane} has no changes since ${since}.`;
  return files
    .map(({ path, kind, oldPath }) => {
      const before = oldPath === undefined ? '' : `${view.oneLine(oldPath)} → `;
      return `${changeLetters[kind]}  ${before}${view.oneLine(path)}`;
    })
    .join('\n');
}

function repairText({ settled, repaired, missing, ignored }: Answer<typeof laneRepair>, view: LateView): string {
  if (settled.length + repaired.length + missing.length + ignored.length === 0) return 'No lane needs repair.';
  return [
    ...settled.flatMap(({ lane, outcome, notes }) => [
      `${lane}: ${outcomeWords[outcome]}.`,
      ...notes.map(note => `  ${view.oneLine(note)}`),
    ]),
    ...repaired.map(({ lane, worktreePath, how }) => `${lane}: ${repairWords[how]}: ${view.oneLine(worktreePath)}`),
    ...missing.map(
      ({ lane, worktreePath, why }) =>
        `${lane}: its worktree ${view.oneLine(worktreePath)} is missing: ${view.oneLine(why)}.`,
    ),
    ...ignoredLines(ignored, view),
  ].join('\n');
}

function ignoredLines(ignored: Answer<typeof laneRepair>['ignored'], view: LateView): string[] {
  if (ignored.length === 0) return [];
  return [
    'Ignored files in the store’s folder:',
    ...ignored.map(({ file, reason }) => `  ${view.oneLine(file)}: ${view.oneLine(reason)}.`),
  ];
}

const repairWords: Readonly<Record<Answer<typeof laneRepair>['repaired'][number]['how'], string>> = {
  moved: 'its worktree was moved and is now found there',
  gitFile: 'the .git file of its worktree was missing or invalid and was recreated',
  index: 'its missing worktree was recreated, with all staged changes',
  branch: 'its missing worktree was recreated from the last commit',
};

const outcomeWords: Readonly<Record<Answer<typeof laneRepair>['settled'][number]['outcome'], string>> = {
  undone: 'an interrupted operation was undone',
  finished: 'an interrupted operation was finished',
  running: 'another process is opening or closing it',
  stuck: 'repair was not possible',
};

function noLane(asked: Asked, all: string): string {
  const isNarrow = Object.values(asked).some(value => value !== undefined && value !== false);
  if (isNarrow) return `No matches. To list all: stateroom ${all}`;
  return 'No open lanes. Open one: stateroom worker spawn login --description "Limit the rate of logins"';
}

/** `L-3 (login)` */
function called({ ref, lane }: Pick<Lane, 'ref' | 'lane'>): string {
  return `${ref} (${lane})`;
}

function isOver({ status }: Lane): boolean {
  return status === 'merged' || status === 'closed';
}

function statusWord({ status, closeReason }: Lane): string {
  return closeReason === null ? status : `${status}, ${closeReason}`;
}

function healthWord({ worker, status }: Lane): string {
  if (worker === null || worker.liveness === 'none' || status === 'merged' || status === 'closed') return '';
  return worker.liveness;
}

/** What a lane is for: `T-3 W-12`. */
function subject({ task, workItem }: Lane): string {
  return [task, workItem].filter(ref => ref !== null).join(' ');
}

function remark(lane: Lane, view: LateView): string {
  const { worker, description } = lane;
  if (lane.waitsFor.length > 0) return `waits: ${waits(lane, view)}`;
  return view.oneLine(worker?.reason ?? description ?? '');
}

function paintStatus(text: string, { status }: Lane, { style }: LateView): string {
  if (status === 'active') return style.green(text);
  if (status === 'blocked') return style.red(text);
  return status === 'review' ? style.yellow(text) : style.dim(text);
}

const stateColors: Readonly<Record<WorkerState, 'green' | 'yellow' | 'red' | 'dim' | 'cyan'>> = {
  ASSIGNED: 'dim',
  WORKING: 'green',
  CONFLICTED: 'red',
  IN_REVIEW: 'yellow',
  APPROVED: 'cyan',
  COMPLETED: 'dim',
  FAILED: 'red',
};

function paintState(text: string, { state }: Lane, { style }: LateView): string {
  return state === null ? text : style[stateColors[state]](text);
}

const signColors: Readonly<Record<LivenessLevel, 'green' | 'yellow' | 'red' | 'dim'>> = {
  ok: 'green',
  WARN: 'yellow',
  STALE: 'red',
  DEAD: 'red',
  none: 'dim',
};

function paintHealth(text: string, { worker }: Lane, { style }: LateView): string {
  return worker === null ? text : style[signColors[worker.liveness]](text);
}

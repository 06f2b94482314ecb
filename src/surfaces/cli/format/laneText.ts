import type { Lane } from '../../../domain/lane/lane.js';
import { nextStep } from '../../../domain/worker/nextStep.js';
import type { GateReason } from '../../../gates/gate.js';
import { say } from '../../../messages/say.js';
import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { lanePage } from '../../../present/lanePage.js';
import { missingTreeText } from '../../../present/laneViewRow.js';
import type { Field } from '../../../present/page.js';
import { english } from '../../../reports/translate.js';
import { texts as ofAgents } from './agentText.js';
import { packetFields } from './contextText.js';
import { texts as ofControl } from './controlText.js';
import { type Asked, narrowing } from './filters.js';
import { diskLines, mergeLine, texts as ofLaneKit, setupLines, teardownLines } from './laneKitText.js';
import { texts as ofMayEdit } from './laneMayEditText.js';
import { called, closedWord, healthText, isOver, laneColumns, stateText, workerTable } from './laneTables.js';
import { texts as ofLost } from './lostText.js';
import { texts as ofMessages } from './messageText.js';
import { overlapsText } from './overlapText.js';
import { pageText, terminalPen } from './pageText.js';
import { blockedLines } from './queueText.js';
import { texts as ofRescues } from './rescueText.js';
import type { Answer, TextsOf } from './resultText.js';
import { type Column, listText, timeColumn } from './table.js';
import { manyLines, oneLine } from './text.js';
import { count, fullTime, type View, warningLines } from './view.js';

const shortCommit = 10;

const commitColumns: readonly Column<Answer<LaneOperations['laneCommits']>['commits'][number]>[] = [
  { title: 'commit', text: ({ commit }) => commit.slice(0, shortCommit), paint: 'cyan' },
  { title: 'subject', text: ({ subject }) => subject, minimum: 12 },
  { title: 'slice', text: ({ slice }) => slice },
  { title: 'author', text: ({ author }) => author, minimum: 8 },
  timeColumn(({ committedAt }) => committedAt, 'committed'),
];

export const texts: TextsOf<LaneOperations> = {
  laneShow: laneText,
  workerShow: ({ told, ...lane }, view) =>
    [laneText(lane, view), ...(told == null ? [] : ['', 'Its agent is told', ...packetFields(told, view)])].join('\n'),
  laneAdopt: lane => openedText(lane, 'Adopted'),
  laneUpdate: standText,
  workerStart: standText,
  workerFail: ({ stillBlocked, ...lane }) => [standText(lane), ...blockedLines(stillBlocked)].join('\n'),
  workerApprove: ({ warnings, ...lane }) => [standText(lane), ...proofLines(warnings)].join('\n'),
  workerRequestChanges: standText,
  laneList: ({ lanes }, view, filters) => listText(laneColumns, lanes, view, noLane(filters, 'lane list --all')),
  laneAdoptable: ({ trees, branches }, view) =>
    listText(
      adoptableColumns,
      [...trees, ...branches.map(one => ({ ...one, worktreePath: '(at the remote)' }))],
      view,
      'No worktrees to adopt: each is already a lane or the main worktree.',
    ),
  laneDistance: ({ lanes }, view) => listText(distanceColumns, lanes, view, noLane({}, '')),
  laneChanges: changesText,
  laneCommits: ({ lane, base, commits }, view) =>
    listText(commitColumns, commits, view, `${lane} has no commits that ${oneLine(base)} does not have.`),
  laneWhy: whyText,
  laneMarkReviewed: ({ lane, commit }) => `Marked ${lane} as reviewed at ${commit.slice(0, shortCommit)}.`,
  laneOverlaps: overlapsText,
  workerStatus: ({ workers }, view, filters) =>
    workers.length === 0 ? noLane(filters, 'worker status') : workerTable(workers, view),
  workerSpawn: spawnText,
  workerCommit: ({ lane, commit, files, warning }, view) =>
    [
      `Committed ${count(files.length, 'file')} in ${lane}: ${commit.slice(0, shortCommit)}.`,
      ...warningLines(warning, view),
    ].join('\n'),
  workerPush: ({ lane, branch, commit }) =>
    `Pushed ${lane}: ${branch} is at ${commit.slice(0, shortCommit)} on the remote.`,
  workerPropose: ({ lane, branch, remote, commit, pushed, page }) =>
    [
      pushed
        ? `Pushed ${lane}: ${oneLine(branch)} is at ${commit.slice(0, shortCommit)} on ${oneLine(remote.url)}.`
        : `Would push ${oneLine(branch)} at ${commit.slice(0, shortCommit)} to ${remote.name} (${oneLine(remote.url)}).`,
      page === null ? 'Open its pull request at the git host.' : `Open its pull request: ${oneLine(page)}`,
    ].join('\n'),
  workerDone: lane => {
    const commit = lane.worker?.submitted?.slice(0, shortCommit);
    return lane.conflicts.length === 0
      ? [
          `${called(lane)} is ${lane.repeated ? 'already ' : ''}${stateText(lane)}${commit === undefined ? '' : ` at ${commit}`}.`,
          ...proofLines(lane.warnings),
        ].join('\n')
      : lane.merging === undefined
        ? conflictText(lane, `the rebase onto ${oneLine(lane.base)} stopped at`, 'finish the rebase')
        : conflictText(lane, `the merge with ${oneLine(lane.merging)} has conflicts in`, 'commit');
  },
  workerMerge: mergeText,
  workerRepairMerge: lane =>
    lane.conflicts.length === 0
      ? `${called(lane)} merges into ${oneLine(lane.into)} without conflicts.`
      : conflictText(lane, `the merge with ${oneLine(lane.into)} has conflicts in`, 'commit'),
  workerLogs: ({ text }) => manyLines(text.replace(/\n$/, '')).join('\n'),
  workerHeartbeat: ({ ended, ...lane }: Pick<Lane, 'lane' | 'state'> & { ended: boolean }) =>
    ended ? `The process of ${lane.lane} has ended.` : `${lane.lane} is alive; it is ${stateText(lane)}.`,
  workerRun: ({ lane, exitCode, endedBy }) => {
    if (endedBy === 'exit') return `The program of ${lane} ended with exit code ${exitCode}.`;
    return `The program of ${lane} was ${endedBy === 'not-found' ? 'not found' : `stopped (${endedBy})`}.`;
  },
  ...ofAgents,
  ...ofControl,
  ...ofMessages,
  ...ofRescues,
  ...ofLost,
  ...ofLaneKit,
  ...ofMayEdit,
};

function standText(lane: Lane): string {
  const { worker } = lane;
  if (worker === null || isOver(lane)) return `${called(lane)} is ${closedWord(lane)}.`;
  const reason = worker.reason === null ? '' : `: ${oneLine(worker.reason)}`;
  return `${called(lane)} is ${stateText(lane)}${reason.replace(/\.$/, '')}.`;
}

function changesText({ lane, base, from, files, reviewed }: Answer<LaneOperations['laneChanges']>): string {
  if (files.length === 0) {
    return reviewed === undefined
      ? `${lane} has no changes since ${oneLine(base)} (${from.slice(0, shortCommit)}).`
      : `${lane} has no changes since your last review (${reviewed.slice(0, shortCommit)}).`;
  }
  return files
    .map(({ path, kind, oldPath, againstBase }) => {
      const before = oldPath === undefined ? '' : `${oneLine(oldPath)} → `;
      const note = againstBase ? `  compared with ${oneLine(base)}, which conflicts with what you reviewed` : '';
      return `${changeLetters[kind]}  ${before}${oneLine(path)}${note}`;
    })
    .join('\n');
}

function laneText(
  lane: Lane & Partial<Pick<Answer<LaneOperations['laneShow']>, 'disk' | 'merge' | 'earlierFindings'>>,
  view: View,
): string {
  const { fields, parts = [], ...page } = lanePage(lane, terminalPen(view));
  const { state } = lane;
  const more: Field[] = [
    ['owned paths', lane.ownedPaths.length === 0 ? 'the whole repository' : null],
    ['adopted', lane.adopted ? 'yes' : null],
    ['git', lane.gitWrites === 'host' ? 'only Stateroom commits, rebases and pushes' : null],
    ['after', lane.after.join(', ')],
    ['disk', { list: diskLines(lane.disk) }],
    ['merge', mergeLine(lane.merge)],
    ['warnings', { list: (lane.merge?.warnings ?? []).map(({ text }) => oneLine(say(text))) }],
    ['next', state === null || lane.waitsFor.length > 0 || lane.status === 'closed' ? null : say(nextStep(state))],
  ];
  const ofWorker = parts.map(part => ({ ...part, fields: [...part.fields, ...workerFields(lane, view)] }));
  return pageText({ ...page, fields: [...fields, ...more], parts: ofWorker }, view);
}

function workerFields(lane: Lane, view: View): Field[] {
  const { worker } = lane;
  if (worker === null) return [];
  const { trouble, program } = worker;
  const health = healthText(lane);
  const ended = program?.endedAt ?? null;
  const code = program?.exitCode ?? null;
  return [
    ['since', fullTime(worker.stateChangedAt, view)],
    // A waiting worker may never have sent a heartbeat; if none is expected, the field is left out.
    ['health', health === '' ? null : health],
    ['trouble', { list: trouble === null ? [] : [trouble.reason, trouble.next].map(one => oneLine(say(one))) }],
    ['process', program === null || ended !== null ? null : String(program.pid)],
    ['ended', ended === null ? null : `${fullTime(ended, view)}${code === null ? '' : ` with exit code ${code}`}`],
  ];
}

function whyText(answer: Answer<LaneOperations['laneWhy']>, view: View): string {
  const { path, line, commit, subject, author, at, lane, workItem, attempt, slice, decision, evidence } = answer;
  const place = `${oneLine(path)}:${line}`;
  const written =
    commit === null
      ? `${place} is not committed.`
      : `${place} is from ${commit.slice(0, shortCommit)} ${oneLine(subject)}, by ${oneLine(author)}, ${fullTime(at, view)}.`;
  if (lane === null) return `${written}\nNo lane is known to have brought it.`;
  const model = attempt?.model == null ? '' : ` (${oneLine(attempt.model)})`;
  return [
    written,
    ...(workItem === null ? [] : [`  work item  ${workItem.ref} ${oneLine(workItem.title)}`]),
    `  lane       ${lane}`,
    ...(attempt === null ? [] : [`  attempt    ${attempt.number}, ${oneLine(attempt.actor)}${model}`]),
    ...(slice === null ? [] : [`  slice      ${slice.ref} ${oneLine(slice.title)}`]),
    ...(decision === null ? [] : [`  decision   ${decision.ref} ${oneLine(decision.rationale)}`]),
    ...(evidence === null
      ? []
      : [
          `  proven by  ${evidence.ref} ${oneLine(evidence.command)}${evidence.result === null ? '' : `: ${oneLine(evidence.result)}`}`,
        ]),
  ].join('\n');
}

function spawnText(lane: Answer<LaneOperations['workerSpawn']>): string {
  const opened = openedText(lane, 'Opened');
  return lane.made ? [opened, ...setupLines(lane.lane, lane.setup), ...missingLines(lane.missing)].join('\n') : opened;
}

/** The lane with its places, and how work in it starts. */
function openedText(lane: Lane & { readonly made: boolean }, done: string): string {
  const at = lane.port === null ? '' : `, port ${lane.port}`;
  const places = [`  ${oneLine(lane.branch)} from ${oneLine(lane.base)}${at}`, `  ${oneLine(lane.worktreePath)}`];
  if (!lane.made) return [`${called(lane)} already exists; its worker is ${stateText(lane)}.`, ...places].join('\n');
  const waits = lane.waitsFor.map(({ text }) => oneLine(say(text))).join('; ');
  return [
    `${done} ${called(lane)}; its worker is ${stateText(lane)}.`,
    ...places,
    waits === '' ? '  To start work there: stateroom worker start' : `  Waiting: ${waits}.`,
  ].join('\n');
}

function missingLines(missing: readonly string[]): string[] {
  if (missing.length === 0) return [];
  const files = missing.map(path => oneLine(path)).join(', ');
  return [
    `Missing in the lane: ${files}. To copy such files into new lanes: "lane": {"copy": [".env*"]} in .stateroom/config.json`,
  ];
}

function proofLines(warnings: readonly Pick<GateReason, 'text'>[]): string[] {
  return warnings.map(({ text }) => `  warning: ${oneLine(say(text))}`);
}

function mergeText({ into, merged, freed, warnings, ...lane }: Answer<LaneOperations['workerMerge']>): string {
  const { worktree, rescue, stays, worktreePath, teardownSkipped } = lane;
  const commit = merged === null ? '' : ` (${merged.slice(0, shortCommit)})`;
  return [
    `Merged ${called(lane)} into ${oneLine(into)}${commit}.`,
    ...proofLines(warnings),
    ...(worktree === 'removed' && rescue !== null ? [`  The rest of its worktree is backed up: ${rescue}`] : []),
    ...(worktree === 'left' && stays === null ? [`  Its worktree stays: ${oneLine(worktreePath)}`] : []),
    ...(stays === null ? [] : [`  ${oneLine(stays)}`]),
    ...teardownLines(teardownSkipped),
    ...(freed.length === 0 ? [] : [`  Can start now: ${freed.join(', ')}`]),
  ].join('\n');
}

function conflictText(lane: Lane & { readonly conflicts: readonly string[] }, what: string, then: string): string {
  return [
    `${called(lane)} is ${stateText(lane)}: ${what}`,
    ...lane.conflicts.map(path => `  ${oneLine(path)}`),
    `Resolve them in ${oneLine(lane.worktreePath)}, ${then}, then: stateroom worker done`,
  ].join('\n');
}

const distanceColumns: readonly Column<Answer<LaneOperations['laneDistance']>['lanes'][number]>[] = [
  { title: 'lane', text: ({ lane }) => lane, minimum: 12, paint: 'cyan' },
  { title: 'ahead', text: ({ ahead }) => String(ahead ?? 'gone'), alignRight: true },
  { title: 'behind', text: ({ behind }) => String(behind ?? 'gone'), alignRight: true },
  { title: 'branch', text: ({ branch }) => branch, minimum: 16 },
  { title: 'base', text: ({ base }) => base, minimum: 8 },
  { title: 'worktree', text: lane => missingTreeText(lane, english) ?? '', paint: 'red' },
];

const adoptableColumns: readonly Column<
  Pick<Answer<LaneOperations['laneAdoptable']>['trees'][number], 'branch' | 'maker' | 'worktreePath'>
>[] = [
  { title: 'branch', text: ({ branch }) => branch ?? '(none)', minimum: 12 },
  { title: 'made by', text: ({ maker }) => maker },
  { title: 'worktree', text: ({ worktreePath }) => worktreePath, minimum: 20 },
];

const changeLetters = { add: 'A', edit: 'M', delete: 'D', rename: 'R' } as const;

function noLane(filters: Asked, all: string): string {
  const isNarrow = narrowing(filters).some(field => filters[field] !== false);
  if (isNarrow) return `No matches. To list all: stateroom ${all}`;
  return 'No open lanes. Open one: stateroom worker spawn login --description "Limit the rate of logins"';
}

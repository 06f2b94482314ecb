import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { ShownRescue } from '../../../records/lane/rescueAccess.js';
import { setupLines, teardownLines } from './laneKitText.js';
import { called, closedWord, stateText } from './laneTables.js';
import { pageText } from './pageText.js';
import { blockedLines } from './queueText.js';
import type { Answer, TextsOf } from './resultText.js';
import { type Column, listText, table } from './table.js';
import { oneLine } from './text.js';
import { fullTime, type View, when } from './view.js';

export const texts: TextsOf<LaneOperations> = {
  laneClose: closedText,
  laneRescues: ({ rescues }, view) =>
    listText(rescueColumns, rescues, view, 'No backups: no worktree has been removed.'),
  laneRescue: rescuePage,
  laneRescueRestore: (answer, view) =>
    [
      `${name(answer.ref)} is in ${oneLine(answer.worktreePath)}, at ${answer.head.slice(0, shortCommit)} on no branch.`,
      ...Object.entries(answer.renamedBranches).map(
        ([branch, kept]) => `  ${oneLine(branch)} has new commits since; its backed-up state is ${oneLine(kept)}.`,
      ),
      ...missing(answer.missingSecrets, view),
    ].join('\n'),
  laneRescuePrune: ({ pruned, rescues }, view) => {
    if (rescues.length === 0) return 'No backups are older.';
    const head = pruned ? 'Deleted:' : 'To delete these permanently, use --yes:';
    return `${head}\n${table(rescueColumns, rescues, view)}`;
  },
  workerCancel: closedText,
  workerRetry: lane =>
    [
      `${called(lane)} was restarted${lane.worker === null ? '' : `, attempt ${lane.worker.attempt}`}, in ${oneLine(lane.worktreePath)}.`,
      ...(lane.rescue === null ? [] : [`  The last attempt is backed up as ${name(lane.rescue)}.`]),
      ...setupLines(lane.lane, lane.setup),
    ].join('\n'),
  workerRestore: (lane, view) =>
    [
      `${called(lane)} is ${stateText(lane)} again, in ${oneLine(lane.worktreePath)}.`,
      ...(lane.rescue === null ? [] : [`  Its files were restored from ${name(lane.rescue)}.`]),
      ...(lane.reopened === null ? [] : [`  ${lane.reopened} is open again.`]),
      ...missing(lane.missingSecrets, view),
    ].join('\n'),
};

const shortCommit = 10;

/** Max names of files that were not saved. */
const maxNamed = 10;

function closedText(lane: Answer<LaneOperations['laneClose']>): string {
  const { rescue, leftBehind, teardownSkipped, stillBlocked } = lane;
  return [
    `${called(lane)} is ${closedWord(lane)}.`,
    ...(lane.worktree === 'left' ? [`  Its worktree stays: ${oneLine(lane.worktreePath)}`] : []),
    ...(rescue === null
      ? []
      : [`  Its files are backed up as ${name(rescue)}. To restore them: stateroom worker restore ${lane.lane}`]),
    ...leftBehind.slice(0, maxNamed).map(({ path, bytes }) => `  Not backed up: ${oneLine(path)}${size(bytes)}`),
    ...(leftBehind.length > maxNamed ? [`  and ${leftBehind.length - maxNamed} more ignored files and folders`] : []),
    ...teardownLines(teardownSkipped),
    ...blockedLines(stillBlocked),
  ].join('\n');
}

function size(bytes: number | null): string {
  if (bytes === null) return '';
  return bytes < 1_000_000 ? ` (${Math.ceil(bytes / 1000)} kB)` : ` (${Math.round(bytes / 1_000_000)} MB)`;
}

/** Returns the backup's name as operations take it: `login/20261121T123005007Z`. */
function name(ref: string): string {
  return ref.replace(/^refs\/stateroom\/rescue\//, '');
}

function missing(secrets: readonly string[], { style }: View): string[] {
  return secrets.map(
    path => `  ${style.red('Missing')}: ${oneLine(path)} (its copy next to the store no longer exists)`,
  );
}

const rescueColumns: readonly Column<ShownRescue>[] = [
  { title: 'rescue', text: ({ ref }) => name(ref), paint: 'cyan' },
  { title: 'kept', text: ({ keptAt }, view) => when(keptAt, view) },
  { title: 'branch', text: ({ branch }) => branch, minimum: 16 },
  { title: 'head', text: ({ head }) => head.slice(0, shortCommit), paint: 'dim' },
  { title: 'in progress', text: ({ operation }) => operation },
  { title: 'secrets', text: ({ secrets }) => (secrets === 0 ? '' : String(secrets)), alignRight: true },
];

function rescuePage(rescue: Answer<LaneOperations['laneRescue']>, view: View): string {
  const { head, branch, branches, operation } = rescue;
  const kept = Object.entries(branches).map(([of, commit]) => `${oneLine(of)} ${commit.slice(0, shortCommit)}`);
  return pageText(
    {
      ref: name(rescue.ref),
      title: '',
      fields: [
        ['kept', fullTime(rescue.keptAt, view)],
        ['worktree', oneLine(rescue.directory)],
        ['head', `${head.slice(0, shortCommit)}${branch === null ? '' : ` on ${oneLine(branch)}`}`],
        ['operation', operation === null ? null : `a ${operation} in progress`],
        ['branches', { list: kept }],
        ['secrets', { list: rescue.secretPaths.map(oneLine) }],
        ['folders', { list: rescue.emptyFolders.map(path => `${oneLine(path)} (empty)`) }],
        ['not saved', { list: rescue.leftBehind.map(({ path, bytes }) => `${oneLine(path)}${size(bytes)}`) }],
        ['commit', rescue.commit],
      ],
    },
    view,
  );
}

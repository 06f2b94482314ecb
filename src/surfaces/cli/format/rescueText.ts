import type { z } from 'zod';
import { laneClose } from '../../../operations/lane/laneClose.js';
import { laneRescue, laneRescuePrune, laneRescueRestore, laneRescues } from '../../../operations/lane/laneRescues.js';
import { workerCancel } from '../../../operations/lane/worker/workerCancel.js';
import { workerRestore } from '../../../operations/lane/worker/workerRestore.js';
import { workerRetry } from '../../../operations/lane/worker/workerRetry.js';
import type { ShownRescue } from '../../../records/lane/rescueAccess.js';
import { setupLines, teardownLines } from './laneKitText.js';
import type { LateView } from './resultText.js';
import type { Column } from './table.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations that keep work, or bring it back, say to a person; by the operation's name. */
export const rescueTexts = {
  [laneClose.name]: closedText,
  [workerCancel.name]: closedText,
  [workerRetry.name]: (
    { ref, lane, worker, rescue, worktreePath, setup }: Answer<typeof workerRetry>,
    view: LateView,
  ) =>
    [
      `${ref} (${lane}) was restarted${worker === null ? '' : `, attempt ${worker.attempt}`}, in ${view.oneLine(worktreePath)}.`,
      ...(rescue === null ? [] : [`  The last attempt is backed up as ${name(rescue)}.`]),
      ...setupLines(lane, setup, view),
    ].join('\n'),
  [workerRestore.name]: (
    { ref, lane, state, rescue, worktreePath, missingSecrets }: Answer<typeof workerRestore>,
    view: LateView,
  ) =>
    [
      `${ref} (${lane}) is ${state} again, in ${view.oneLine(worktreePath)}.`,
      ...(rescue === null ? [] : [`  Its files were restored from ${name(rescue)}.`]),
      ...missing(missingSecrets, view),
    ].join('\n'),
  [laneRescues.name]: ({ rescues }: Answer<typeof laneRescues>, view: LateView) =>
    rescues.length === 0 ? 'No backups: no worktree has been removed.' : rescueTable(rescues, view),
  [laneRescue.name]: rescuePage,
  [laneRescueRestore.name]: (answer: Answer<typeof laneRescueRestore>, view: LateView) =>
    [
      `${name(answer.ref)} is in ${view.oneLine(answer.worktreePath)}, at ${answer.head.slice(0, shortCommit)} on no branch.`,
      ...Object.entries(answer.renamedBranches).map(
        ([branch, kept]) =>
          `  ${view.oneLine(branch)} has new commits since; its backed-up state is ${view.oneLine(kept)}.`,
      ),
      ...missing(answer.missingSecrets, view),
    ].join('\n'),
  [laneRescuePrune.name]: ({ pruned, rescues }: Answer<typeof laneRescuePrune>, view: LateView) => {
    if (rescues.length === 0) return 'No rescues are older.';
    const head = pruned ? 'Deleted:' : 'To delete these permanently, use --yes:';
    return `${head}\n${rescueTable(rescues, view)}`;
  },
} as const;

const shortCommit = 10;

function closedText(lane: Answer<typeof laneClose>, view: LateView): string {
  const { ref, status, closeReason, worktree, rescue, leftBehind, teardownSkipped } = lane;
  const why = closeReason === null || status !== 'closed' ? '' : `, ${closeReason}`;
  const kept =
    rescue === null
      ? []
      : [`  Its files are backed up as ${name(rescue)}. To restore them: stateroom worker restore ${lane.lane}`];
  const place = { removed: [], missing: [], left: [`  Its worktree stays: ${view.oneLine(lane.worktreePath)}`] }[
    worktree
  ];
  return [
    `${ref} (${lane.lane}) is ${status}${why}.`,
    ...place,
    ...kept,
    ...leftBehind.slice(0, maxNamed).map(({ path, bytes }) => `  Not backed up: ${view.oneLine(path)}${size(bytes)}`),
    ...(leftBehind.length > maxNamed ? [`  and ${leftBehind.length - maxNamed} more ignored files and folders`] : []),
    ...teardownLines(teardownSkipped, view),
  ].join('\n');
}

/** How many files that were not kept are named. */
const maxNamed = 10;

function size(bytes: number | null): string {
  if (bytes === null) return '';
  return bytes < 1_000_000 ? ` (${Math.ceil(bytes / 1000)} kB)` : ` (${Math.round(bytes / 1_000_000)} MB)`;
}

/** `login/20261121T123005007Z`, as operations take it. */
function name(ref: string): string {
  return ref.replace(/^refs\/stateroom\/rescue\//, '');
}

function missing(secrets: readonly string[], view: LateView): string[] {
  return secrets.map(
    path => `  ${view.style.red('Missing')}: ${view.oneLine(path)} (its copy next to the store no longer exists)`,
  );
}

function rescueTable(rescues: readonly ShownRescue[], view: LateView): string {
  const { style } = view;
  const columns: Column<ShownRescue>[] = [
    { title: 'rescue', text: ({ ref }) => name(ref), paint: text => style.cyan(text) },
    { title: 'kept', text: ({ keptAt }) => view.when(keptAt) },
    { title: 'branch', text: ({ branch }) => view.oneLine(branch ?? ''), minimum: 16 },
    { title: 'head', text: ({ head }) => head.slice(0, shortCommit), paint: text => style.dim(text) },
    { title: 'in progress', text: ({ operation }) => operation ?? '' },
    { title: 'secrets', text: ({ secrets }) => (secrets === 0 ? '' : String(secrets)), alignRight: true },
  ];
  return view.table(columns, rescues);
}

function rescuePage(rescue: Answer<typeof laneRescue>, view: LateView): string {
  const { style } = view;
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ['kept', [view.fullTime(rescue.keptAt)]],
    ['worktree', [view.oneLine(rescue.directory)]],
    [
      'head',
      [`${rescue.head.slice(0, shortCommit)}${rescue.branch === null ? '' : ` on ${view.oneLine(rescue.branch)}`}`],
    ],
    ['operation', rescue.operation === null ? [] : [`a ${rescue.operation} in progress`]],
    [
      'branches',
      Object.entries(rescue.branches).map(
        ([branch, commit]) => `${view.oneLine(branch)} ${commit.slice(0, shortCommit)}`,
      ),
    ],
    ['secrets', rescue.secretPaths.map(view.oneLine)],
    ['folders', rescue.emptyFolders.map(path => `${view.oneLine(path)} (empty)`)],
    ['not saved', rescue.leftBehind.map(({ path, bytes }) => `${view.oneLine(path)}${size(bytes)}`)],
    ['commit', [rescue.commit]],
  ];
  return [
    style.cyan(name(rescue.ref)),
    ...facts.flatMap(([title, [first, ...others]]) =>
      first === undefined
        ? []
        : [`  ${style.dim(title.padEnd(11))}${first}`, ...others.map(line => `${' '.repeat(13)}${line}`)],
    ),
  ].join('\n');
}

import type { AnyOperation, OfferedWith } from '../operations/operation.js';
import type { Workflow } from '../workflows/workflow.js';
import { contextKeys, type Holding } from './contextKeys.js';

/**
 * In a git repository, as far as anyone knows: true also while nothing was looked at yet, so that what a newcomer needs is
 * offered at once. The other conditions hold once their key is set.
 */
const repository = `workspaceFolderCount != 0 && ${contextKeys.repositoryState} != noRepository`;

/** When the palette offers a command, by what there has to be. */
export const offeredWith = {
  folder: 'workspaceFolderCount != 0',
  repository,
  noStore: `${repository} && !${contextKeys.enabled}`,
  store: contextKeys.enabled,
  items: `${contextKeys.enabled} && !${contextKeys.queueEmpty}`,
  inFlight: contextKeys.inFlight,
  needsYou: contextKeys.needsYou,
  lanes: holds('lane'),
  liveTask: holds('live_task'),
  task: holds('task'),
  taskOrPlan: holds('live_task', 'plan'),
  slice: holds('slice'),
  decision: holds('decision'),
  blocker: holds('blocker'),
  nextAction: holds('next_action'),
  plan: holds('plan'),
  evidence: holds('evidence'),
  finding: holds('finding'),
  reviewRun: holds('review_run'),
  report: holds('worker_report'),
  run: holds('run'),
} as const satisfies Record<OfferedWith, string>;

/** What writes, runs a program or runs git: there is none of that in Restricted Mode and outside of repositories. */
export const whereWritable = `isWorkspaceTrusted && ${repository}`;

/** True where the repository has, or had, a record of one of these kinds. */
function holds(...kinds: readonly Holding[]): string {
  return `${contextKeys.holds} =~ / ${kinds.length === 1 ? kinds[0] : `(${kinds.join('|')})`} /`;
}

/** What an operation has nothing to do without, where it is in a title bar. */
const enabledWith = {
  finding: offeredWith.finding,
  items: `!${contextKeys.queueEmpty}`,
} as const satisfies Record<NonNullable<AnyOperation['enabledWith']>, string>;

/** Where an operation can do anything at all, in menus, title bars, the palette and by keys; undefined for everywhere. */
export function whenEnabled(operation: AnyOperation): string | undefined {
  const conditions = [
    operation.effect === 'read' && operation.asksGit !== true ? undefined : whereWritable,
    operation.enabledWith && enabledWith[operation.enabledWith],
  ];
  return conditions.filter(condition => condition !== undefined).join(' && ') || undefined;
}

/** Where a workflow makes sense, in the palette and in the chat. */
export function whenWorkflow({ offeredWith: needed = 'repository', writes }: Workflow): string {
  const when = offeredWith[needed];
  return writes === false ? when : `isWorkspaceTrusted && ${when}`;
}

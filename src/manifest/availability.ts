import type { AnyOperation, OfferedWith } from '../operations/operation.js';
import type { Workflow } from '../workflows/workflow.js';
import { contextKeys, type Holding } from './contextKeys.js';

/**
 * True in a git repository, and until the folders have been checked, so that newcomers get their commands at once. All other conditions are
 * false until their key is set.
 */
const repository = `workspaceFolderCount != 0 && ${contextKeys.repositoryState} != noRepository`;

/** Palette conditions, by the record that a command needs. */
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

/** Condition of commands that write, run programs or run git: excludes Restricted Mode and folders without a repository. */
export const whereWritable = `isWorkspaceTrusted && ${repository}`;

/** Returns the condition that the repository has, or had, a record of one of these kinds. */
function holds(...kinds: readonly Holding[]): string {
  return `${contextKeys.holds} =~ / ${kinds.length === 1 ? kinds[0] : `(${kinds.join('|')})`} /`;
}

/** Conditions of operations in title bars that need existing records. */
const enabledWith = {
  finding: offeredWith.finding,
  items: `!${contextKeys.queueEmpty}`,
} as const satisfies Record<NonNullable<AnyOperation['enabledWith']>, string>;

/** Returns the enablement of an operation for menus, title bars, palette and keys; undefined for always. */
export function whenEnabled(operation: AnyOperation): string | undefined {
  const conditions = [
    operation.effect === 'read' && operation.asksGit !== true ? undefined : whereWritable,
    operation.enabledWith && enabledWith[operation.enabledWith],
  ];
  return conditions.filter(condition => condition !== undefined).join(' && ') || undefined;
}

/** Returns a workflow's condition for palette and chat. */
export function whenWorkflow({ offeredWith: needed = 'repository', writes }: Workflow): string {
  const when = offeredWith[needed];
  return writes === false ? when : `isWorkspaceTrusted && ${when}`;
}

import type { AnyOperation } from '../operations/operation.js';
import { contextKeys, type Holding } from './contextKeys.js';

/**
 * In a git repository, as far as anybody knows: true also while nothing was looked at yet, so that what a newcomer needs is
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
  slice: holds('slice'),
  decision: holds('decision'),
  blocker: holds('blocker'),
  nextAction: holds('next_action'),
  plan: holds('plan'),
  evidence: holds('evidence'),
  finding: holds('finding'),
  reviewRun: holds('review_run'),
  report: holds('worker_report'),
} as const;

/** What writes, runs a program or asks git: there is none of that in Restricted Mode and outside of repositories. */
export const whereWritable = `isWorkspaceTrusted && ${repository}`;

/** True where the repository has, or had, a record of one of these kinds. */
function holds(...kinds: readonly Holding[]): string {
  return `${contextKeys.holds} =~ / ${kinds.length === 1 ? kinds[0] : `(${kinds.join('|')})`} /`;
}

/** For operations of a group that are not named below. */
const byGroup: Readonly<Record<string, string>> = {
  action: offeredWith.nextAction,
  blocker: offeredWith.blocker,
  decision: offeredWith.liveTask,
  evidence: offeredWith.store,
  finding: offeredWith.finding,
  lane: offeredWith.lanes,
  message: offeredWith.lanes,
  plan: offeredWith.plan,
  queue: offeredWith.items,
  report: offeredWith.report,
  repository: offeredWith.repository,
  slice: offeredWith.slice,
  task: offeredWith.liveTask,
  touched: offeredWith.task,
  trust: offeredWith.repository,
  worker: offeredWith.lanes,
};

const byName: Readonly<Record<string, string>> = {
  ...each(offeredWith.noStore, 'repository.init'),
  // What begins something, or says how it stands: of use before there is a store.
  ...each(
    offeredWith.repository,
    'queue.add',
    'queue.import',
    'task.start',
    'task.import',
    'worker.spawn',
    'lane.adopt',
  ),
  ...each(offeredWith.repository, 'finding.record', 'finding.recordMany', 'finding.import', 'hooks.install'),
  ...each(offeredWith.repository, 'hooks.status', 'store.path', 'store.restore'),
  // A process that died left a lane half made, perhaps the first one.
  ...each(offeredWith.store, 'task.context', 'lane.repair'),
  ...each(offeredWith.needsYou, 'queue.advance'),
  ...each(offeredWith.task, 'task.show', 'task.list', 'task.archive', 'task.restore', 'task.export', 'task.render'),
  ...each(offeredWith.task, 'compaction.latest', 'review.coverage'),
  ...each(offeredWith.liveTask, 'action.add', 'blocker.add', 'slice.start', 'plan.register'),
  ...each(offeredWith.decision, 'decision.list'),
  ...each(offeredWith.evidence, 'evidence.list', 'evidence.show'),
  ...each(offeredWith.reviewRun, 'review.list'),
};

function each(when: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, when]));
}

/** Where the palette offers an operation. */
export function whenOffered(name: string): string {
  const [group = ''] = name.split('.');
  return byName[name] ?? byGroup[group] ?? offeredWith.store;
}

/** They only read, and ask git for it. */
const asksGit: ReadonlySet<string> = new Set(['gate.check', 'gate.list', 'hooks.status', 'trust.show']);

/** What has nothing to work on, where it stands in a title bar. */
const needs: Readonly<Record<string, string>> = {
  'finding.export': offeredWith.finding,
  'queue.next': `!${contextKeys.queueEmpty}`,
};

/** Where an operation can do anything at all, in menus, title bars, the palette and by keys; undefined for everywhere. */
export function whenEnabled({ name, effect }: Pick<AnyOperation, 'name' | 'effect'>): string | undefined {
  const conditions = [effect === 'read' && !asksGit.has(name) ? undefined : whereWritable, needs[name]];
  return conditions.filter(condition => condition !== undefined).join(' && ') || undefined;
}

/** Rituals for which something has to be there; all but `context` end in what is written. */
const ofWorkflows: Readonly<Record<string, string>> = {
  context: offeredWith.folder,
  'plan-analyze': holds('live_task', 'plan'),
  'planning-review': offeredWith.plan,
  tdd: offeredWith.liveTask,
  'incremental-implementation': offeredWith.liveTask,
  'auto-fix': offeredWith.finding,
  'handoff-lifecycle': offeredWith.task,
};

/** Where a ritual makes sense, in the palette and in the chat. */
export function whenWorkflow(name: string): string {
  const when = ofWorkflows[name] ?? offeredWith.repository;
  return name === 'context' ? when : `isWorkspaceTrusted && ${when}`;
}

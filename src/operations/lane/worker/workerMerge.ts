import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { laneSchema } from '../../../domain/lane/lane.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { checkLaneStatus } from '../../../domain/lane/laneStatus.js';
import { type MergeWay, mergeWays } from '../../../domain/lane/mergeWay.js';
import { type Refusal, RefusalError, refusalError, refuse, throwIfRefused } from '../../../domain/refusal/refusal.js';
import { holdersOf } from '../../../domain/thread/thread.js';
import type { WorkerState } from '../../../domain/worker/workerState.js';
import { checkWorkerAct, isDone } from '../../../domain/worker/workerTransition.js';
import { nameOf } from '../../../domain/workItem/nameOf.js';
import type { GateReason } from '../../../gates/gate.js';
import { GitFailure } from '../../../git/gitFailure.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import type { MergeAnswer } from '../../../git/lane/mergeBranch.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { type FinishedBy, finishedBy } from '../../../records/gate/finishedBy.js';
import { laneCalled, requireLanes } from '../../../records/lane/laneAccess.js';
import { closedFields, laneField, proofWarningsField } from '../../../records/lane/laneFields.js';
import { findWorker } from '../../../records/worker/workerAccess.js';
import { threadOf } from '../../../records/workItem/threadAccess.js';
import type { Transaction } from '../../../store/store.js';
import { firstLine, pathList } from '../../gitWords.js';
import { defineOperation } from '../../operation.js';
import { closedAnswer } from '../closedAnswer.js';
import { endReviews } from '../endReviews.js';
import { keepIfHolds } from './approval.js';
import { type ClearedTree, clearMerged } from './clearMerged.js';
import { concludeMerge } from './concludeMerge.js';
import { mergeRules } from './mergeRules.js';
import { requireGate } from './requireGate.js';
import { forReviewer } from './reviewer.js';
import { branchGone, lapse } from './submission.js';

export const workerMerge = defineOperation({
  name: 'worker.merge',
  order: 150,
  title: 'Merge Work',
  menuTitle: 'Merge',
  asks: true,
  summary:
    'Merges an approved lane into its base or the integration branch, or changes nothing; then removes its worktree and branch and unblocks the lanes that waited for it.',
  input: z.strictObject({
    lane: laneField,
    way: z.enum(mergeWays).optional().describe('Merge method; default: lane.merge in .stateroom/config.json'),
    message: z.string().trim().min(1).max(10_000).optional().describe('Commit message'),
    leaveTree: z.boolean().optional().describe('Keep the worktree and its ports until the lane is closed'),
    early: z.boolean().optional().describe('Merge although its work item is blocked'),
  }),
  output: laneSchema.extend({
    ...closedFields,
    ...proofWarningsField,
    /** Reason why its worktree was not removed, and the next step; null otherwise. */
    stays: z.string().nullable(),
    into: z.string(),
    freed: z.array(z.string()),
  }),
  effect: 'external',
  mcp: {
    tool: 'dispatch_lane_work',
    action: 'merge',
    listed: 'reviewing',
    brief: '',
    rare: ['way', 'leaveTree', 'early'],
  },
  cli: {
    positionals: ['lane'],
    examples: [
      'worker merge login',
      'worker merge login --way squash -m "Limit logins"',
      'worker merge login --leave-tree',
    ],
  },
  writesShim: true,
  progress: 'notification',
  removesWorktree: true,
  icon: 'git-merge',
  palette: 'lanes',
  async run(context, { lane: named, way, message: text, leaveTree, early }) {
    const { store } = context;
    const ports = requireLanes(context);
    const seen = await forReviewer(context, named, 'merge');
    const { lane, worker } = seen;
    const rules = await mergeRules(context, lane);
    const finish = async (freed: readonly string[], warnings: readonly GateReason[] = []) => {
      // Its branch is the base of a lane that reviews it.
      await endReviews(context, ports);
      const cleared = leaveTree === true ? {} : await clearMerged(context, ports, lane.id);
      return answer(context, ports, lane.id, { into: rules.into, freed, warnings, ...cleared });
    };
    if (isDone(worker.state, 'merge')) return finish([]);
    throwIfRefused(checkWorkerAct({ name: lane.name, state: worker.state }, 'merge'));
    throwIfRefused(checkLaneStatus(lane, 'merged'));
    if (rules.pullRequest) throw mergedAtHost(lane, rules.into);
    const trees = await ports.trees();
    const tip = await trees.branchCommit(lane.branch);
    if (tip === undefined) throw await branchGone(trees, lane);
    if (!(await keepIfHolds(context, trees, seen, tip))) return lapse(context, lane.id, tip);
    const merging = { lane, tip, into: rules.into, way: way ?? rules.way, leaveTree: leaveTree === true };
    await foresee(trees, merging);
    const gate = await store.read(transaction => gateOf(transaction, lane));
    throwIfRefused(await store.read(transaction => blockedRefusal(transaction, lane, early === true)));
    const { bases } = await finishedBy(context, lane.base_branch);
    const warnings = await requireGate(context, lane, { gate, tip, not: message('workers.isMerged') });
    const made = await merge(trees, merging, text);
    if (typeof made !== 'string') return made.outcome === 'lapsed' ? lapse(context, lane.id, made.tip) : made.refusal;
    const freed = await context.store.transaction(transaction =>
      conclude(context, transaction, { ...merging, bases }, made),
    );
    return finish(freed, warnings);
  },
});

/** The last lane closes its task; earlier ones need only be ready for review. */
async function gateOf(transaction: Transaction, lane: LaneRow): Promise<'review-ready' | 'close-check'> {
  const thread = await threadOf(transaction, lane.work_item_id);
  const others = thread === undefined ? [] : holdersOf(thread).lanes.filter(other => other.lane.id !== lane.id);
  return others.length === 0 ? 'close-check' : 'review-ready';
}

/** Refuses, without `early`, to merge an item before dependencies that were added while it was worked on. */
async function blockedRefusal(transaction: Transaction, lane: LaneRow, early: boolean): Promise<Refusal | undefined> {
  const thread = early ? undefined : await threadOf(transaction, lane.work_item_id);
  const open = thread?.dependencies.filter(({ status }) => status !== 'done') ?? [];
  if (thread === undefined || open.length === 0) return undefined;
  const items = open
    .slice(0, 3)
    .map(({ number }) => formatRef('workItem', number))
    .join(', ');
  return refuse(
    'transition_not_allowed',
    message('threads.mergesBlocked', { lane: laneCalled(lane), item: nameOf(thread.item), items }),
    {
      hint: 'threads.mergesBlockedHint',
      details: { blockedBy: open.map(({ number }) => formatRef('workItem', number)) },
    },
  );
}

function mergedAtHost(lane: LaneRow, base: string): RefusalError {
  return refusalError('not_allowed', message('workers.byPullRequest', { lane: laneCalled(lane), base }), {
    next: [{ operation: 'worker.propose', input: { lane: lane.name } }],
    details: { lane: lane.name, into: base },
  });
}

interface Merging {
  readonly lane: LaneRow;
  readonly tip: string;
  readonly into: string;
  readonly way: MergeWay;
  readonly leaveTree: boolean;
}

/** Refuses merges that would conflict, before slower checks. */
async function foresee(trees: LaneTrees, { lane, tip, into }: Merging): Promise<void> {
  const base = await trees.branchCommit(into);
  if (base === undefined) throw new RefusalError(noTarget(lane, into));
  const simulated = await trees.simulate(base, tip).catch(error => unexpected(error, lane, into));
  if (simulated.outcome === 'conflict') throw new RefusalError(conflicting(lane, into, simulated.paths));
}

type NotMerged =
  | { readonly outcome: 'lapsed'; readonly tip: string }
  | { readonly outcome: 'refused'; readonly refusal: Refusal };

/** Merged commit of the base, else the reason why nothing was done. */
async function merge(
  trees: LaneTrees,
  { lane, tip, into, way }: Merging,
  message: string | undefined,
): Promise<string | NotMerged> {
  const request = { branch: lane.branch, approved: tip, into, way, message: message ?? messageOf(lane, way) };
  const answered = await trees.merge(request).catch(error => unexpected(error, lane, into));
  if (answered.outcome === 'merged' || answered.outcome === 'alreadyMerged') return answered.commit;
  if (answered.outcome === 'moved' && answered.what === 'branch') {
    return { outcome: 'lapsed', tip: (await trees.branchCommit(lane.branch)) ?? '' };
  }
  if (answered.outcome === 'missing') {
    throw answered.what === 'into' ? new RefusalError(noTarget(lane, into)) : await branchGone(trees, lane);
  }
  return { outcome: 'refused', refusal: refusalOf(answered, lane, into) };
}

function refusalOf(
  answered: Exclude<MergeAnswer, { readonly commit: string } | { readonly outcome: 'missing' }>,
  lane: LaneRow,
  into: string,
): Refusal {
  const details = { lane: lane.name, into };
  switch (answered.outcome) {
    case 'conflict':
      return conflicting(lane, into, answered.paths);
    case 'inTheWay':
      return refuse(
        'conflict',
        message('workers.notMerged', {
          lane: laneCalled(lane),
          said: typeof answered.said === 'string' ? firstLine(answered.said) : answered.said,
        }),
        {
          hint: answered.hint ?? message('workers.putRightInTree', { branch: into, directory: answered.directory }),
          details: { ...details, directory: answered.directory },
        },
      );
    case 'leftBehind':
      return refuse(
        'conflict',
        message('workers.leftBehind', {
          lane: laneCalled(lane),
          base: into,
          directory: answered.directory,
          paths: pathList(answered.paths),
        }),
        {
          hint: message('workers.leftBehindHint', { directory: answered.directory }),
          details: { ...details, directory: answered.directory, paths: answered.paths.slice(0, 100) },
        },
      );
    case 'moved':
      return refuse('stale', message('workers.baseMoved', { base: into, lane: laneCalled(lane) }), {
        hint: message('workers.baseMovedHint'),
        details,
      });
  }
}

function conflicting(lane: LaneRow, into: string, paths: readonly string[]): Refusal {
  return refuse(
    'conflict',
    message('workers.conflicts', { lane: laneCalled(lane), base: into, paths: pathList(paths) }),
    {
      next: [{ operation: 'worker.repairMerge', input: { lane: lane.name } }],
      details: { lane: lane.name, into, paths: paths.slice(0, 100) },
    },
  );
}

function noTarget(lane: LaneRow, into: string): Refusal {
  return refuse('not_found', message('workers.noBase', { base: into, lane: laneCalled(lane) }), {
    hint: message('workers.noBaseHint', { into }),
    details: { lane: lane.name, into },
  });
}

/** Converts a refusal of git, such as a missing committer name. */
function unexpected(error: unknown, lane: LaneRow, into: string): never {
  if (!(error instanceof GitFailure)) throw error;
  throw refusalError(
    'conflict',
    message('workers.mergeRefused', { lane: laneCalled(lane), base: into, said: firstLine(error.said) }),
    { hint: message('workers.mergeRefusedHint'), details: { lane: lane.name, into } },
  );
}

function messageOf({ name, branch, description }: LaneRow, way: MergeWay): string {
  const about = description ?? '';
  if (way === 'merge') return `Merge ${branch}\n\n${about}`;
  const [subject = '', ...rest] = about.split('\n');
  return subject === '' || subject.length > 72 ? `Merge ${name}\n\n${about}` : [subject, ...rest].join('\n');
}

/** Records the merge; returns names of lanes that may start. */
async function conclude(
  context: Context,
  transaction: Transaction,
  { lane: { id }, tip, into, way, leaveTree, bases }: Merging & Pick<FinishedBy, 'bases'>,
  commit: string,
): Promise<string[]> {
  const found = await findWorker(transaction, id);
  const { lane, worker } = found;
  if (isDone(worker.state, 'merge')) return [];
  if (worker.state !== 'APPROVED' || worker.submitted_sha !== tip) throw overtaken(lane, worker.state, into);
  return concludeMerge(context, transaction, found, {
    act: 'merge',
    commit,
    takesDown: !leaveTree,
    payload: { into, way },
    finish: { commit: tip, bases },
  });
}

function overtaken(lane: LaneRow, state: WorkerState, into: string): RefusalError {
  return refusalError(
    'conflict',
    message('workers.stateChanged', { lane: laneCalled(lane), state: message(`state.${state}`), base: into }),
    {
      hint: message('workers.stateChangedHint'),
      next: [{ operation: 'worker.show', input: { lane: lane.name } }],
      details: { lane: formatRef('lane', lane.number), state, into },
    },
  );
}

interface Merged {
  readonly into: string;
  readonly freed: readonly string[];
  readonly warnings: readonly GateReason[];
}

async function answer(
  context: Context,
  ports: LanePorts,
  laneId: string,
  { into, freed, warnings, closed, stays }: Merged & ClearedTree,
) {
  return {
    ...(await closedAnswer(context, ports, laneId, closed)),
    stays: stays ?? null,
    into,
    freed: [...freed],
    warnings: [...warnings],
  };
}

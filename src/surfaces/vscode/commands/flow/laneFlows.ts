import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { blockingSeverities, type FindingSeverity } from '../../../../domain/finding/findingSeverity.js';
import type { Lane } from '../../../../domain/lane/lane.js';
import { laneLabel } from '../../../../domain/lane/laneTitle.js';
import { unlessRefused } from '../../../../domain/refusal/refusal.js';
import type { WorkerState } from '../../../../domain/worker/workerState.js';
import { type LaneOperations, loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import { openFindingsOf } from '../../problems/laneFindings.js';
import type { Repository } from '../../repository.js';
import { asMessage } from '../../support/plainText.js';
import type { Answer, StepPlace } from '../../support/prompt.js';
import { missingRuns, readRequiredRuns } from '../../support/requiredRuns.js';
import { askLane, readLanes } from '../lanePicker.js';
import { keptDetail, mergeDetail, restartDetail } from '../mergeDetail.js';
import type { Flow, OperationFlow } from './flow.js';
import { ask, asking, picked, type Question, text } from './questions.js';

type Accept = (lane: Lane) => boolean;

/** Accepts lanes that have a branch and a worktree. */
export const isOpen: Accept = one => !isOver(one);

const isOver: Accept = ({ status }) => status === 'merged' || status === 'closed';

function inState(...states: readonly WorkerState[]): Accept {
  return one => !isOver(one) && one.state !== null && states.includes(one.state);
}

/** A failed worker keeps its lane until that is cancelled. */
const isCancellable = inState('ASSIGNED', 'WORKING', 'CONFLICTED', 'IN_REVIEW', 'APPROVED', 'FAILED');

/** Accepts lanes whose worker has unsubmitted work and is dead or stale. */
const isGone: Accept = one =>
  inState('WORKING', 'CONFLICTED')(one) && (one.worker?.liveness === 'DEAD' || one.worker?.liveness === 'STALE');

const isRetryable: Accept = one => inState('FAILED')(one) || isGone(one);

const isReviewed = inState('IN_REVIEW', 'APPROVED');

/** Merge: asks for the lane and confirmation, as it cannot be undone here. A given `way` counts as confirmation. */
const mergeFlow: OperationFlow = async flow => {
  if (!(await ask(flow, lane(inState('APPROVED'))))) return undefined;
  return flow.has('way') || (await isMeant(flow)) ? flow.result() : undefined;
};

async function isMeant({ repository, input }: Flow): Promise<boolean> {
  const { laneShow } = await loadLaneOperations();
  const shown = unlessRefused(await repository.invoke(laneShow, { lane: String(input.lane), merge: true }));
  const text = asMessage(l10n.t('Merge lane {0}?', laneLabel(shown)));
  const counts: Partial<Record<FindingSeverity, number>> = {};
  for (const { severity } of await openFindingsOf(repository, shown)) counts[severity] = (counts[severity] ?? 0) + 1;
  const missing = await missingIn(repository, shown);
  const detail = mergeDetail(shown, await readLanes(repository, false), counts, missing);
  const blocks = missing.length > 0 || blockingSeverities.some(severity => counts[severity] !== undefined);
  const merge = blocks ? l10n.t('Merge Anyway') : l10n.t('Merge');
  return (await vscode.window.showWarningMessage(text, { modal: true, detail }, merge)) === merge;
}

/** Required commands without a passing run on the merged content, for a lane without a task; else the gate checks. */
async function missingIn(
  repository: Repository,
  { task, worktreePath, branch }: Pick<Lane, 'task' | 'worktreePath' | 'branch'>,
): Promise<readonly string[]> {
  if (task !== null || !vscode.workspace.isTrusted || !existsSync(worktreePath)) return [];
  return missingRuns(await readRequiredRuns(repository, branch, { folder: worktreePath }));
}

const cancelFlow: OperationFlow = async flow => {
  if (!(await ask(flow, lane(isCancellable)))) return undefined;
  if (flow.has('outcome')) return flow.result();
  const outcome = await askOutcome(flow);
  if (outcome === undefined) return undefined;
  flow.set('outcome', outcome);
  return flow.result();
};

async function askOutcome({ repository, input }: Flow): Promise<'queue' | 'reassign' | 'cancel' | undefined> {
  const { laneShow } = await loadLaneOperations();
  const shown = unlessRefused(await repository.invoke(laneShow, { lane: String(input.lane), merge: true }));
  const item = shown.workItem ?? l10n.t('the work item');
  const outcomes = {
    // The first one is the default button: it deletes nothing.
    [l10n.t('Reassign')]: 'reassign',
    [l10n.t('Return to Queue')]: 'queue',
    [l10n.t('Cancel Item')]: 'cancel',
  } as const;
  const detail = [
    l10n.t('Reassign: keeps the lane and its files for another worker.'),
    l10n.t('Return to Queue: closes the lane; {0} is ready again.', item),
    l10n.t('Cancel Item: closes the lane and cancels {0}.', item),
    keptDetail(shown),
    l10n.t('After Return to Queue or Cancel Item, Restore Lane brings back the lane, its files and {0}.', item),
  ].join('\n');
  const text = asMessage(l10n.t('Cancel the work in lane {0}?', laneLabel(shown)));
  const chosen = await vscode.window.showWarningMessage(text, { modal: true, detail }, ...Object.keys(outcomes));
  return chosen === undefined ? undefined : outcomes[chosen];
}

/** Retry: confirms if the worker is gone, since its work may be unseen. One not dead yet is marked as failed first. */
const retryFlow: OperationFlow = async flow => {
  if (!(await ask(flow, lane(isRetryable)))) return undefined;
  const { repository, input } = flow;
  const named = String(input.lane);
  const found = (await readLanes(repository, false)).find(one => [one.lane, one.ref, one.id].includes(named));
  if (found === undefined || !isGone(found)) return flow.result();
  if (!(await isRetryMeant(repository, found))) return undefined;
  if (found.worker?.liveness !== 'DEAD') {
    const { workerFail } = await loadLaneOperations();
    unlessRefused(await repository.invoke(workerFail, { lane: found.id, reason: l10n.t('No heartbeat') }));
  }
  return flow.result();
};

/** Asks for confirmation of a retry, and lists what will be backed up. */
export async function isRetryMeant(repository: Repository, { id }: Lane): Promise<boolean> {
  const { laneShow } = await loadLaneOperations();
  const shown = unlessRefused(await repository.invoke(laneShow, { lane: id, merge: true }));
  const retry = l10n.t('Retry');
  const text = asMessage(l10n.t('Retry lane {0}?', laneLabel(shown)));
  const detail = restartDetail(shown);
  return (await vscode.window.showWarningMessage(text, { modal: true, detail }, retry)) === retry;
}

export function lane(accept: Accept): Question {
  const pick = (flow: Flow, at: StepPlace): Promise<Answer<Lane>> =>
    askLane(flow.repository, { ...at, placeholder: l10n.t('Select a lane'), accept, all: true });
  return picked('lane', pick, chosen => chosen.lane);
}

/** Returns the lane's open findings, so that they need not be retyped; in English, since agents read them. */
async function findingsToFix({ repository, input }: Flow): Promise<string> {
  const { laneShow } = await loadLaneOperations();
  const shown = unlessRefused(await repository.invoke(laneShow, { lane: String(input.lane) }));
  const refs = (await openFindingsOf(repository, shown)).map(({ ref }) => ref);
  return refs.length === 0 ? '' : `Findings: ${refs.join(', ')}`;
}

export function laneFlows(lanes: LaneOperations): Readonly<Record<string, OperationFlow>> {
  return {
    [lanes.laneClose.name]: asking(lane(isOpen)),
    [lanes.laneMarkReviewed.name]: asking(lane(isOpen)),
    [lanes.workerApprove.name]: asking(lane(inState('IN_REVIEW'))),
    [lanes.workerCancel.name]: cancelFlow,
    [lanes.workerMerge.name]: mergeFlow,
    [lanes.workerRepairMerge.name]: asking(lane(inState('IN_REVIEW', 'APPROVED', 'CONFLICTED', 'WORKING'))),
    [lanes.workerRequestChanges.name]: asking(
      lane(isReviewed),
      text('message', {
        prompt: ({ input }) => l10n.t('What needs to change in {0}, and why?', String(input.lane)),
        value: findingsToFix,
      }),
    ),
    // Closed lanes and failed workers.
    [lanes.workerRestore.name]: asking(lane(({ status, state }) => status === 'closed' || state === 'FAILED')),
    [lanes.workerRetry.name]: retryFlow,
  };
}

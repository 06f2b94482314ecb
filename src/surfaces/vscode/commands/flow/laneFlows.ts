import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../../domain/lane/lane.js';
import { isRefusal, RefusalError } from '../../../../domain/refusal/refusal.js';
import type { WorkerState } from '../../../../domain/worker/workerState.js';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import { asMessage } from '../../support/plainText.js';
import { askInSteps, askText, back, problemOf, type Step } from '../../support/prompt.js';
import { askLane, readLanes } from '../lanePicker.js';
import { mergeDetail } from '../mergeDetail.js';
import type { Flow, OperationFlow } from './flow.js';

/** Which lanes an operation can be about. */
type Accept = (lane: Lane) => boolean;

/** A lane that holds a branch and a worktree. */
export const isOpen: Accept = lane => !isOver(lane);

const isOver: Accept = ({ status }) => status === 'merged' || status === 'closed';

function inState(...states: readonly WorkerState[]): Accept {
  return lane => !isOver(lane) && lane.state !== null && states.includes(lane.state);
}

const isAlive = inState('ASSIGNED', 'WORKING', 'CONFLICTED', 'IN_REVIEW', 'APPROVED');

/** Approve: what waits for a review. */
export const approveFlow = laneFlow(inState('IN_REVIEW'));
/** Retry: what failed. */
export const retryFlow = laneFlow(inState('FAILED'));
export const repairMergeFlow = laneFlow(inState('IN_REVIEW', 'APPROVED', 'CONFLICTED', 'WORKING'));
/** Cancel: all of it can be restored, so no one is asked twice. */
export const cancelFlow = laneFlow(isAlive);
export const closeLaneFlow = laneFlow(isOpen);
/** Restore: what was closed, and workers that failed. */
export const restoreLaneFlow = laneFlow(lane => lane.status === 'closed' || lane.state === 'FAILED');

/** Request changes: of which lane, and what has to change. */
export const requestChangesFlow: OperationFlow = async flow => {
  const steps = [
    ...laneSteps(flow, inState('IN_REVIEW', 'APPROVED')),
    ...flow.fieldSteps('message', at =>
      askText({
        ...at,
        title: flow.title,
        prompt: l10n.t('What needs to change in {0}, and why?', String(flow.input.lane)),
        problem: text => problemOf(flow.field('message'), text),
      }),
    ),
  ];
  return (await askInSteps(steps)) ? flow.result() : undefined;
};

/** Merge: of which lane, and whether it is meant, since nothing here takes a merge back. Who says how has said that. */
export const mergeFlow: OperationFlow = async flow => {
  if (!(await askInSteps(laneSteps(flow, inState('APPROVED'))))) return undefined;
  return flow.has('way') || (await isMeant(flow)) ? flow.result() : undefined;
};

async function isMeant({ repository, input }: Flow): Promise<boolean> {
  const shown = await repository.invoke((await loadLaneOperations()).laneShow, {
    lane: String(input.lane),
    merge: true,
  });
  if (isRefusal(shown)) throw new RefusalError(shown);
  const merge = l10n.t('Merge');
  const text = asMessage(l10n.t('Merge lane {0}?', shown.lane));
  const detail = mergeDetail(shown, await readLanes(repository, false));
  return (await vscode.window.showWarningMessage(text, { modal: true, detail }, merge)) === merge;
}

function laneFlow(accept: Accept): OperationFlow {
  return async flow => ((await askInSteps(laneSteps(flow, accept))) ? flow.result() : undefined);
}

/** The step that asks which lane is meant; none where it is known. */
export function laneSteps(flow: Flow, accept: Accept): Step[] {
  return flow.fieldSteps('lane', async at => {
    const question = { ...at, title: flow.title, placeholder: l10n.t('Select a lane'), accept, all: true };
    const chosen = await askLane(flow.repository, flow.clock.now(), question);
    return chosen === undefined || chosen === back ? chosen : chosen.lane;
  });
}

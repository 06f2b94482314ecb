import * as vscode from 'vscode';
import type { WorkerState } from '../../../domain/worker/workerState.js';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { laneOperationName } from '../../../operations/loadLaneCatalogue.js';
import { revisionOf } from '../repository/revision.js';
import { contextValue } from '../support/contextKey.js';

const inWork = ['ASSIGNED', 'WORKING', 'CONFLICTED'] as const;
const live = [...inWork, 'IN_REVIEW', 'APPROVED', 'FAILED'] as const;

/**
 * The acts on lanes that are about the lane whose diff is open, each with the states of its worker in which they are; null: in any.
 * Others, such as cancelling a lane, always ask which one is meant.
 */
const acts: Readonly<Record<string, readonly WorkerState[] | null>> = {
  [laneOperationName('workerApprove')]: ['IN_REVIEW'],
  [laneOperationName('workerMerge')]: ['APPROVED'],
  [laneOperationName('workerRequestChanges')]: ['IN_REVIEW', 'APPROVED'],
  [laneOperationName('laneMarkReviewed')]: live,
  'lane.showChanges': live,
  'lane.showUncommitted': live,
  'lane.showSinceReview': live,
  'lane.showCommit': live,
  'lane.showSlice': live,
  'lane.nextUnviewed': live,
  'lane.openTerminal': live,
  'lane.openWorkTree': live,
  'lane.startAgent': inWork,
  'lane.propose': ['APPROVED'],
  'lane.copyBranch': null,
  'lane.reveal': null,
  'lane.showPage': null,
};

/**
 * The arguments of an act on lanes, by its name without `stateroom.`. The palette and *All Commands* give none: where a lane's
 * diff has the keyboard, they are then the address of its file, as the buttons of its title give it.
 */
export function argumentsInDiff(args: readonly unknown[], act: string): readonly unknown[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const states = acts[act];
  if (args.length > 0 || states === undefined || uri === undefined || revisionOf(uri) === undefined) return args;
  const state = contextValue(contextKeys.reviewedLane);
  return states === null || states.some(one => one === state) ? [uri] : args;
}

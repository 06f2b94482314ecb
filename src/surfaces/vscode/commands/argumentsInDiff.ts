import type { WorkerState } from '../../../domain/worker/workerState.js';
import { contextKeys } from '../../../manifest/contextKeys.js';
import { laneOperationName } from '../../../operations/loadLaneCatalogue.js';
import { diffInSight, fileOfDiff } from '../repository/diffInSight.js';
import { contextValue } from '../support/contextKey.js';

/** Acts that apply to the lane of the open diff, and the worker states they require; others ask for the lane. */
const acts: Readonly<Record<string, readonly WorkerState[] | 'any'>> = {
  [laneOperationName('workerApprove')]: ['IN_REVIEW'],
  [laneOperationName('workerMerge')]: ['APPROVED'],
  [laneOperationName('workerRequestChanges')]: ['IN_REVIEW', 'APPROVED'],
  [laneOperationName('laneMarkReviewed')]: 'any',
  'lane.showChanges': 'any',
  'lane.showUncommitted': 'any',
  'lane.showSinceReview': 'any',
  'lane.showCommit': 'any',
  'lane.showSlice': 'any',
  'lane.nextUnviewed': 'any',
  'lane.openTerminal': 'any',
  'lane.openWorkTree': 'any',
  'lane.startAgent': 'any',
  'lane.propose': ['APPROVED'],
  'lane.copyBranch': 'any',
  'lane.reveal': 'any',
  'lane.showPage': 'any',
};

/** Returns the arguments of an act on lanes; if there are none, the URI of the lane's diff with the keyboard focus. */
export function argumentsInDiff(args: readonly unknown[], act: string): readonly unknown[] {
  const [first, ...rest] = args;
  if (args.length > 0) return [fileOfDiff(first), ...rest];
  const uri = diffInSight();
  const states = acts[act];
  if (states === undefined || uri === undefined) return args;
  const state = contextValue(contextKeys.reviewedLane);
  // A merged lane has no worktree any more.
  const isMeant = states === 'any' ? state !== undefined && state !== 'COMPLETED' : states.some(one => one === state);
  return isMeant ? [uri] : args;
}

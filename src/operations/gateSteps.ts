import { type GateReason, type Remedy, remedyOf } from '../gates/gate.js';
import { actionComplete } from './action/actionComplete.js';
import { blockerResolve } from './blocker/blockerResolve.js';
import { evidenceRun } from './evidence/evidenceRun.js';
import { findingDefer } from './finding/findingDefer.js';
import { findingFix } from './finding/findingFix.js';
import { findingReopen } from './finding/findingReopen.js';
import { findingShow } from './finding/findingShow.js';
import { findingWontfix } from './finding/findingWontfix.js';
import { gateCheck } from './gate/gateCheck.js';
import { hooksInstall } from './hooks/hooksInstall.js';
import { hooksStatus } from './hooks/hooksStatus.js';
import type { FoundStep } from './nextSteps.js';
import type { AnyOperation } from './operation.js';
import { planAccept } from './plan/planAccept.js';
import { planAttest } from './plan/planAttest.js';
import { planRegister } from './plan/planRegister.js';
import { planSync } from './plan/planSync.js';
import { reviewChanges } from './review/reviewChanges.js';
import { reviewList } from './review/reviewList.js';
import { reviewStart } from './review/reviewStart.js';
import { sliceClose } from './slice/sliceClose.js';
import { sliceCommit } from './slice/sliceCommit.js';
import { taskRestore } from './task/taskRestore.js';
import { taskStart } from './task/taskStart.js';
import { taskUpdate } from './task/taskUpdate.js';

type Steps = (reason: Pick<GateReason, 'code' | 'about' | 'input'>) => readonly FoundStep[];

const step = (operation: AnyOperation, input: FoundStep['input'] = {}): FoundStep => ({ operation, input });

const maxTasks = 2;

/** Best first; none if git, an editor or a person resolves it. */
const steps: Readonly<Record<Remedy, Steps>> = {
  startTask: () => [step(taskStart)],
  restoreTask: ({ about: [task] }) => [step(taskRestore, { task })],
  chooseTask: ({ about, input }) =>
    input === undefined ? [] : about.slice(0, maxTasks).map(task => step(gateCheck, { ...input, task })),
  updateTask: () => [step(taskUpdate)],
  installHooks: () => [step(hooksInstall)],
  showHooks: () => [step(hooksStatus)],
  commit: () => [step(sliceCommit)],
  sourceControl: () => [],
  openFindings: ({ code, about: [first] }) =>
    (code === 'open_planning_finding' ? [findingFix, findingDefer, findingWontfix] : [findingFix]).map(operation =>
      step(operation, { ids: [first] }),
    ),
  checkFix: ({ about: [first] }) => [step(findingShow, { id: first }), step(findingReopen, { ids: [first] })],
  showFinding: ({ about: [first] }) => [step(findingShow, { id: first })],
  prove: ({ input }) => [step(evidenceRun, input)],
  nameProof: () => [],
  readChanges: () => [step(reviewChanges, { lines: true })],
  setModel: () => [],
  listReviews: () => [step(reviewList), step(reviewStart)],
  startReview: () => [step(reviewStart)],
  closeSlice: ({ about: [slice] }) => [step(sliceClose, { slice })],
  resolveBlocker: ({ about: [blocker] }) => [step(blockerResolve, { blocker })],
  nextActions: ({ about: [id] }) => [step(actionComplete, { id })],
  tickPlan: () => [step(planSync, { apply: true })],
  attestPlan: ({ about: [item] }) => [step(planAttest, { item })],
  openPlan: () => [step(planAccept)],
  registerPlan: () => [step(planRegister)],
  reviewPlan: ({ input }) => [step(reviewStart, { subject: input?.plan })],
};

export function gateSteps(reason: GateReason): readonly FoundStep[] {
  return steps[remedyOf(reason)](reason);
}

import { decisionRecord } from '../operations/decision/decisionRecord.js';
import { evidenceRun } from '../operations/evidence/evidenceRun.js';
import { findingFix } from '../operations/finding/findingFix.js';
import { findingImport } from '../operations/finding/findingImport.js';
import { findingRecord } from '../operations/finding/findingRecord.js';
import { findingShow } from '../operations/finding/findingShow.js';
import { findingWontfix } from '../operations/finding/findingWontfix.js';
import { gateCheck } from '../operations/gate/gateCheck.js';
import { hooksInstall } from '../operations/hooks/hooksInstall.js';
import { importTracker } from '../operations/import/importTracker.js';
import { controlStart } from '../operations/lane/control/controlStart.js';
import { laneUpdate } from '../operations/lane/laneUpdate.js';
import { workerApprove } from '../operations/lane/worker/workerApprove.js';
import { workerCancel } from '../operations/lane/worker/workerCancel.js';
import { workerMerge } from '../operations/lane/worker/workerMerge.js';
import { workerRequestChanges } from '../operations/lane/worker/workerRequestChanges.js';
import { workerRetry } from '../operations/lane/worker/workerRetry.js';
import { workerSpawn } from '../operations/lane/worker/workerSpawn.js';
import type { AnyOperation } from '../operations/operation.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { queueAdvance } from '../operations/queue/queueAdvance.js';
import { queueClaim } from '../operations/queue/queueClaim.js';
import { queueNext } from '../operations/queue/queueNext.js';
import { queueShow } from '../operations/queue/queueShow.js';
import { sliceClose } from '../operations/slice/sliceClose.js';
import { sliceCommit } from '../operations/slice/sliceCommit.js';
import { sliceStart } from '../operations/slice/sliceStart.js';
import { taskFinish } from '../operations/task/taskFinish.js';
import { taskStart } from '../operations/task/taskStart.js';
import { taskSwitch } from '../operations/task/taskSwitch.js';
import { workflows } from '../workflows/workflows.js';
import { onlyInAllCommands } from './allCommands.js';

/** Commands that the palette offers first, at most 60. Others with a condition are in *All Commands*. */
const everyday: readonly (string | Pick<AnyOperation, 'name'>)[] = [
  ...[queueAdd, queueShow, queueAdvance, 'queue.markDone', queueNext, queueClaim, importTracker],
  ...['lane.startOnItem', workerSpawn, 'lane.startAgent', 'lane.showChanges', 'lane.nextUnviewed', controlStart],
  ...[workerApprove, workerRequestChanges, workerMerge, 'review.finish', laneUpdate, workerRetry, workerCancel],
  ...[findingRecord, findingShow, findingFix, findingWontfix, findingImport],
  ...[taskStart, taskSwitch, taskFinish, decisionRecord, evidenceRun, gateCheck],
  ...[sliceStart, sliceCommit, sliceClose],
  ...['next', 'search', 'timeline.open', 'showStatus', 'dashboard.open', 'allCommands', 'connectAgent', 'undo'],
  ...['walkthrough.open', 'glossary.show', 'sample.fill', 'playDay', hooksInstall, 'showLog', 'reportIssue'],
  ...workflows.map(({ name }) => `ritual.${name}`),
];

const inPalette: ReadonlySet<string> = new Set(
  everyday.map(one => `stateroom.${typeof one === 'string' ? one : one.name}`),
);

export type PaletteEntry = { readonly command: string; readonly when: string };

/** Narrows the palette's menu to everyday commands and leaves the others to *All Commands*. */
export function narrowedPalette(entries: readonly PaletteEntry[]): PaletteEntry[] {
  return entries.map(({ command, when }) => ({
    command,
    when: when === 'false' || inPalette.has(command) ? when : onlyInAllCommands(when),
  }));
}

import { l10n } from 'vscode';
import type { Message } from '../../../domain/message/message.js';
import type { WorkerReport } from '../../../domain/worker/workerReport.js';
import type { WorkerState } from '../../../domain/worker/workerState.js';
import type { GateReason } from '../../../gates/gate.js';
import { isMessage } from '../../../messages/message.js';
import type { FoundMerged } from '../../../operations/lane/worker/mergedElsewhere.js';
import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../../operations/operation.js';
import { workerStateLooks } from '../../../present/status.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { translate } from '../support/translate.js';

export interface LaneResult {
  readonly text: string;
  readonly warning: string | undefined;
  /** Closed lane for which *Restore Lane* is offered. */
  readonly restorable: string | undefined;
}

type Output = Readonly<Record<string, unknown>>;

/** Returns the outcome for the status bar, with a warning if needed; undefined if the output is not a lane. */
export function laneResult(lanes: LaneOperations, operation: AnyOperation, output: Output): LaneResult | undefined {
  const text = resultText(lanes, operation.name, output);
  if (text === undefined) return undefined;
  const closes = operation === lanes.workerCancel || operation === lanes.laneClose;
  return {
    text,
    warning: staysText(output) ?? teardownText(output) ?? leftBehindText(output) ?? proofText(output),
    restorable: closes && output.status === 'closed' ? String(output.lane) : undefined,
  };
}

function resultText(lanes: LaneOperations, operation: string, output: Output): string | undefined {
  if (operation === lanes.laneRepair.name) return repairedText(output);
  if (operation === lanes.laneRecordMerged.name) return recordedText(output);
  if (operation === lanes.laneClean.name) return cleanedText(output);
  if (operation === lanes.messageSend.name) return sentText(output.message as Partial<Message> | undefined);
  if (operation === lanes.reportAcknowledge.name) {
    return l10n.t('Acknowledged {0}', String((output.report as Partial<WorkerReport> | undefined)?.ref));
  }
  const { lane, state } = output;
  if (typeof lane !== 'string' || state === undefined) return undefined;
  switch (operation) {
    case lanes.workerSpawn.name:
      return output.made === false
        ? l10n.t('{0} {1} already exists', String(output.ref), lane)
        : l10n.t('Opened {0} {1}', String(output.ref), lane);
    case lanes.laneAdopt.name:
      return output.made === false
        ? l10n.t('{0} {1} is already a lane', String(output.ref), lane)
        : l10n.t('{0} {1} is now a lane', String(output.ref), lane);
    case lanes.laneUpdate.name:
      return l10n.t('Changed {0}', lane);
    case lanes.workerCancel.name:
    case lanes.laneClose.name:
      if (output.status === 'merged') return l10n.t('Removed the worktree of {0}', lane);
      return output.status === 'closed' ? l10n.t('Closed {0}', lane) : l10n.t('{0} is ready for another worker', lane);
    case lanes.workerRestore.name:
      return restoredText(output);
    case lanes.workerMerge.name:
      return mergedText(lane, output);
    default:
      return state === null
        ? undefined
        : l10n.t('{0} is {1}', lane, workerStateLooks[state as WorkerState].word(translate));
  }
}

export function restoredText({ lane, reopened }: Output): string {
  return typeof reopened === 'string'
    ? l10n.t('Restored {0}; {1} is open again', String(lane), reopened)
    : l10n.t('Restored {0}', String(lane));
}

function staysText({ stays }: Output): string | undefined {
  return typeof stays === 'string' ? stays : undefined;
}

function teardownText({ teardownSkipped }: Output): string | undefined {
  return isMessage(teardownSkipped) ? l10n.t('Teardown skipped: {0}', inEditorsLanguage(teardownSkipped)) : undefined;
}

/** Names files missing from a closed lane's backup; undefined if there are none. */
function leftBehindText({ lane, leftBehind }: Output): string | undefined {
  if (!Array.isArray(leftBehind) || leftBehind.length === 0) return undefined;
  const paths = leftBehind.slice(0, 5).map(one => String((one as { path?: unknown }).path));
  return leftBehind.length > paths.length
    ? l10n.t('Too large to back up from {0}: {1} and {2} more.', String(lane), paths.join(', '), leftBehind.length - 5)
    : l10n.t('Too large to back up from {0}: {1}.', String(lane), paths.join(', '));
}

/** Returns warnings to check before relying on the evidence of an approved or merged lane. */
function proofText({ warnings }: Output): string | undefined {
  if (!Array.isArray(warnings) || warnings.length === 0) return undefined;
  return warnings.map(one => inEditorsLanguage((one as Pick<GateReason, 'text'>).text)).join(' ');
}

function mergedText(lane: string, { into, freed, state }: Output): string {
  // If its branch moved since the approval, it is in review again.
  if (state !== 'COMPLETED') return l10n.t('{0} is {1}', lane, workerStateLooks[state as WorkerState].word(translate));
  return Array.isArray(freed) && freed.length > 0
    ? l10n.t('Merged {0} into {1}; {2} can start', lane, String(into), freed.join(', '))
    : l10n.t('Merged {0} into {1}', lane, String(into));
}

function recordedText({ lanes }: Output): string {
  const found = Array.isArray(lanes) ? (lanes as readonly FoundMerged[]) : [];
  const named = (outcome: FoundMerged['outcome']): string =>
    found.flatMap(({ lane, outcome: was }) => (was === outcome ? [lane] : [])).join(', ');
  const [recorded, asked] = [named('recorded'), named('asked')];
  const sentences = [
    recorded === '' ? undefined : l10n.t('Recorded as merged: {0}', recorded),
    asked === '' ? undefined : l10n.t('Waiting for your answer: {0}', asked),
  ].filter(sentence => sentence !== undefined);
  return sentences.length === 0 ? l10n.t('No lane in review was merged elsewhere') : sentences.join('. ');
}

function cleanedText({ lane, folders }: Output): string {
  const count = Array.isArray(folders) ? folders.length : 0;
  return l10n.t('Removed {0} folders from {1}', count, String(lane));
}

function sentText(message: Partial<Message> | undefined): string {
  return l10n.t('Sent {0} to {1}', String(message?.ref), String(message?.to));
}

function repairedText({ settled, repaired, missing, merged }: Output): string {
  const ended = (Array.isArray(settled) ? settled.length : 0) + (Array.isArray(repaired) ? repaired.length : 0);
  const gone = Array.isArray(missing) ? missing.map(one => String((one as { lane?: unknown }).lane)) : [];
  if (gone.length > 0) return l10n.t('Worktree missing: {0}', gone.join(', '));
  if (ended === 0 && Array.isArray(merged) && merged.length > 0) return recordedText({ lanes: merged });
  return ended === 0 ? l10n.t('No lanes need repair') : l10n.t('Repaired {0} lanes', ended);
}

import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { laneOperationName } from '../../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../../operations/operation.js';
import type { Repository } from '../repository.js';
import { asMessage } from '../support/plainText.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { readLanes } from './lanePicker.js';

/**
 * Asks whether to send the person's unsent comments on a lane before a verdict that would leave them behind.
 *
 * @returns the outcome of the review if it was finished with them; 'not begun' if the operation must still run; undefined if the
 *   person closed the question
 */
export async function finishedInstead(
  { drafts }: Pick<CommandEnvironment, 'drafts'>,
  operation: AnyOperation,
  repository: Repository,
  { lane: named, message }: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const verdict = verdictOf(operation);
  const counts = drafts.countsIn(repository.id);
  if (verdict === undefined || counts.size === 0) return 'not begun';
  const lane = (await readLanes(repository, false)).find(one => [one.lane, one.ref, one.id].includes(String(named)));
  const count = lane === undefined ? 0 : (counts.get(lane.lane) ?? 0);
  if (lane === undefined || count === 0) return 'not begun';
  const text =
    count === 1
      ? l10n.t('Your review of {0} has 1 comment that is not sent.', lane.lane)
      : l10n.t('Your review of {0} has {1} comments that are not sent.', lane.lane, count);
  const send = count === 1 ? l10n.t('Send It') : l10n.t('Send Them');
  const leave = l10n.t('Go On Without');
  const chosen = await vscode.window.showWarningMessage(asMessage(text), { modal: true }, send, leave);
  if (chosen === leave) return 'not begun';
  if (chosen !== send) return undefined;
  return vscode.commands.executeCommand('stateroom.review.finish', {
    ...{ repository: repository.id, lane: lane.lane, verdict, message },
  });
}

function verdictOf({ name }: AnyOperation): 'approve' | 'request' | undefined {
  if (name === laneOperationName('workerApprove')) return 'approve';
  return name === laneOperationName('workerRequestChanges') ? 'request' : undefined;
}

import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { invokeLong } from '../commands/invokeLong.js';
import { showResult } from '../commands/operationResults.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { asMessage } from '../support/plainText.js';
import type { LaneEnvironment } from './laneCommands.js';

/** Removes an ended lane's worktree, backed up. Closes its terminals once confirmed; only names other processes. */
export async function removeWorkTree(
  environment: LaneEnvironment,
  repository: OpenRepository,
  lane: Lane,
  { title, closes }: { readonly title: string; readonly closes: boolean },
): Promise<unknown> {
  const { laneTerminals, notice } = environment;
  const { laneClose } = await loadLaneOperations();
  const remove = () => invokeLong(laneClose, repository, { lane: lane.id }, { title });
  await laneTerminals.release(repository, lane.id);
  let output = await remove();
  if (isRefusal(output) && isInUse(output.details) && (await laneTerminals.areAlone(lane))) {
    if (!closes && !(await isMeant(lane))) return undefined;
    await laneTerminals.closeAll(lane);
    output = await remove();
  }
  if (isRefusal(output)) notice.show(output, repository);
  else await showResult(laneClose, repository, [output], environment);
  return output;
}

/** Windows does not report which processes are in a folder. */
function isInUse(details: Readonly<Record<string, unknown>> | undefined): boolean {
  return details?.processes !== undefined || process.platform === 'win32';
}

async function isMeant(lane: Lane): Promise<boolean> {
  const close = l10n.t('Close Terminal and Remove Worktree');
  const text = asMessage(l10n.t('Remove the worktree of lane {0}?', laneLabel(lane)));
  const detail = l10n.t('What runs in its terminal is ended. Uncommitted files are backed up.');
  return (await vscode.window.showWarningMessage(text, { modal: true, detail }, close)) === close;
}

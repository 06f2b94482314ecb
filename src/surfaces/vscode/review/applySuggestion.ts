import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import type { LineRange } from '../../../domain/finding/lineRange.js';
import { suggestionOf } from '../../../domain/finding/suggestion.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RunOperation } from '../repository/runOperation.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asMessage } from '../support/plainText.js';
import { sayDone } from '../support/sayDone.js';

/** Writes a suggestion to the lane's file, or offers it to a working agent. Throws if the lines have changed. */
export async function applySuggestion(
  { run }: Pick<CommandEnvironment, 'run'>,
  repository: OpenRepository,
  lane: Lane,
  ref: string,
): Promise<unknown> {
  const folder = lane.worktreePath;
  const { finding } = await invokeOrThrow(repository, findingShow, { id: ref });
  const suggestion = suggestionOf(finding);
  if (suggestion === undefined) throw noLonger(finding, l10n.t('{0} has no suggestion.', finding.ref));
  if (lane.state === 'WORKING' && lane.worker?.liveness !== 'DEAD') return offerToSend(run, lane, finding);
  const { places } = await invokeOrThrow(repository, findingLocate, { ids: [finding.id] }, { folder });
  const [place] = places;
  const isThere = place !== undefined && place.lineStart !== null && place.lineEnd !== null && !place.outdated;
  const lines = isThere ? { start: place.lineStart as number, end: place.lineEnd as number } : undefined;
  const document = place && lines && (await openFile(join(folder, place.path)));
  const before = await suggestedLines(repository, folder, finding);
  if (document === undefined || lines === undefined || linesIn(document.getText(), lines) !== before) {
    throw noLonger(finding, l10n.t('The lines of {0} have changed: the suggestion no longer fits.', finding.ref));
  }
  if (document.isDirty) throw noLonger(finding, l10n.t('{0} has changes that are not saved.', finding.path));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, rangeOf(document, lines, suggestion === ''), suggestion);
  if (!(await vscode.workspace.applyEdit(edit)) || !(await document.save())) {
    throw noLonger(finding, l10n.t('{0} could not be changed.', finding.path));
  }
  sayDone(l10n.t('Applied the suggestion of {0}', finding.ref));
  return { applied: finding.ref };
}

async function offerToSend(run: RunOperation, { lane }: Lane, { ref }: Finding): Promise<unknown> {
  const send = l10n.t('Send to Agent');
  const text = asMessage(l10n.t('The agent of {0} is working, so its files are left alone.', lane));
  if ((await vscode.window.showInformationMessage(text, send)) !== send) return undefined;
  const { messageSend } = await loadLaneOperations();
  // Addressed to the agent and stored, hence in English.
  return run(messageSend, { to: lane, kind: 'note', text: `Apply the suggestion of ${ref}.` });
}

/** Returns the lines that the finding was recorded on; undefined if git no longer has them. */
async function suggestedLines(
  repository: OpenRepository,
  folder: string,
  { path, commit, lineStart, lineEnd }: Finding,
): Promise<string | undefined> {
  const text = commit === null ? undefined : await repository.textAt(folder, path, commit);
  if (text === undefined || lineStart === null) return undefined;
  return linesIn(text, { start: lineStart, end: lineEnd ?? lineStart });
}

function linesIn(text: string, { start, end }: LineRange): string {
  return text
    .split(/\r\n|\r|\n/)
    .slice(start - 1, end)
    .join('\n');
}

/** Returns the range of the lines; includes the following line feed if nothing replaces them. */
function rangeOf(document: vscode.TextDocument, { start, end }: LineRange, isGone: boolean): vscode.Range {
  const last = document.lineAt(end - 1);
  return new vscode.Range(
    new vscode.Position(start - 1, 0),
    isGone ? last.rangeIncludingLineBreak.end : last.range.end,
  );
}

async function openFile(path: string): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  } catch {
    return undefined;
  }
}

function noLonger({ ref }: Finding, sentence: string): RefusalError {
  return refusalError('conflict', verbatim(sentence), {
    hint: verbatim(l10n.t('Nothing was changed. Look at the lines, and edit them by hand.')),
    details: { finding: ref },
  });
}

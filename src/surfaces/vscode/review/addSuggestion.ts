import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { linesOf } from '../commands/revisionPlace.js';
import { revisionOf } from '../repository/revision.js';
import { keepTyped, typedIn } from './typedComment.js';

/** Adds lines as a suggestion to edit. The editor empties the box, so the text continues as an unrecorded comment. */
export async function addSuggestion(given: unknown): Promise<unknown> {
  const typed = typedIn(given);
  if (typed === undefined) return undefined;
  const { thread, text } = typed;
  const lines = linesOf(thread.range);
  if (lines === null || revisionOf(thread.uri)?.side === 'base') {
    if (text.trim() !== '') keepTyped(typed);
    return void vscode.window.showInformationMessage(
      l10n.t('A suggestion replaces lines of the changed file. Comment on lines of the right side.'),
    );
  }
  const document = await vscode.workspace.openTextDocument(thread.uri);
  const chosen = document
    .getText()
    .split(/\r\n|\r|\n/)
    .slice(lines.start - 1, lines.end)
    .join('\n');
  const fence = '`'.repeat(Math.max(3, ...[...chosen.matchAll(/`+/g)].map(([marks]) => marks.length + 1)));
  const block = `${text === '' || text.endsWith('\n') ? '' : '\n'}${fence}suggestion\n${chosen}\n${fence}`;
  keepTyped({ thread, text: `${text}${block}` });
  return { suggested: chosen };
}

import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { addDays, isoWeekOf, mondayOf } from '../../../domain/time/isoWeek.js';
import { retroWrite } from '../../../operations/retro/retroWrite.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asMessage } from '../support/plainText.js';
import { askText, back } from '../support/prompt.js';
import type { CommandEnvironment } from './commandEnvironment.js';

/** Asks for a week, by default the previous one, writes its retrospective and shows the page with its charts. */
export async function openWeeklyRetro({ repositories, pages, clock }: CommandEnvironment): Promise<void> {
  const repository = repositories.active;
  if (repository === undefined) return;
  const previous = isoWeekOf(addDays(new Date(clock.now()).toISOString().slice(0, 10), -7));
  const week = await askText({
    title: l10n.t('Weekly Retrospective'),
    prompt: l10n.t('ISO week, as {0}', previous),
    value: previous,
    problem: text =>
      mondayOf(text.trim()) === undefined ? l10n.t('Not a valid ISO week. Use {0}.', previous) : undefined,
  });
  if (week === undefined || week === back) return;
  const { page, edited, content } = await invokeOrThrow(repository, retroWrite, { week: week.trim() });
  // A store without a worktree has no place for the page, and a week without events gets none.
  if (page === null || repository.top === undefined) return pages.showText(repository, `${week.trim()}.md`, content);
  const { executeCommand } = vscode.commands;
  const uri = vscode.Uri.file(join(repository.top, page));
  // The person may have disabled the editor's Markdown support, which renders the page.
  await executeCommand('markdown.showPreview', uri).then(undefined, () => executeCommand('vscode.open', uri));
  if (edited === null) return;
  const kept = l10n.t('{0} was edited and is kept. The new page is {1}.', edited, page);
  void vscode.window.showInformationMessage(asMessage(kept));
}

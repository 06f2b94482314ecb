import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../../domain/refusal/refusal.js';
import { shortened } from '../../../../domain/text/shortened.js';
import { actionAdd } from '../../../../operations/action/actionAdd.js';
import { actionComplete } from '../../../../operations/action/actionComplete.js';
import type { RefusalNotice } from '../../repository/refusalNotice.js';
import type { Repository } from '../../repository.js';
import { asMessage } from '../../support/plainText.js';

const textLength = 80;

/** Completes a next action, `A-5`, and offers to add it again, since a completed one cannot be reopened. */
export async function completeAction(repository: Repository, action: string, notice: RefusalNotice): Promise<void> {
  const answer = await repository.invoke(actionComplete, { id: action });
  if (isRefusal(answer)) {
    notice.show(answer, repository);
    return;
  }
  const { ref, action: text, priority, task } = answer.action;
  const again = l10n.t('Add Again');
  const message = asMessage(l10n.t('Completed {0}: {1}', ref, shortened(text, textLength)));
  // Not awaited: the person may answer at any time, or never.
  void vscode.window.showInformationMessage(message, again).then(async chosen => {
    if (chosen !== again) return;
    const added = await repository.invoke(actionAdd, { text, priority, ...(task === null ? {} : { task }) });
    if (isRefusal(added)) notice.show(added, repository);
  });
}

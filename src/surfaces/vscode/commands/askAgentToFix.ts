import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { Repository } from '../repository.js';
import { asMessage } from '../support/plainText.js';
import type { RefusalNotice } from './refusalNotice.js';

const openChat = 'workbench.action.chat.open';

/**
 * Opens the chat with what fixes a finding, and with its lines attached, for the person to send. Where the editor has no chat,
 * says so and offers the same request for an agent elsewhere. `top` is the worktree one looks at.
 */
export async function askAgentToFix(
  repository: Repository,
  id: string,
  top: string | undefined,
  notice: RefusalNotice,
): Promise<void> {
  const located = await repository.invoke(findingLocate, { ids: [id] }, top === undefined ? {} : { folder: top });
  if (isRefusal(located)) {
    notice.show(located, repository);
    return;
  }
  const [place] = located.places;
  if (place === undefined) return;
  const { finding, path, lineStart, lineEnd } = place;
  if (finding.status !== 'open') {
    void vscode.window.showInformationMessage(l10n.t('{0} is not open. Reopen it to have it fixed.', finding.ref));
    return;
  }
  if (!(await vscode.commands.getCommands(true)).includes(openChat)) {
    await offerRequest(finding.ref);
    return;
  }
  const uri = top === undefined ? undefined : vscode.Uri.file(join(top, path));
  const lines = lineStart === null ? undefined : new vscode.Range(lineStart - 1, 0, (lineEnd ?? lineStart) - 1, 10_000);
  await vscode.commands.executeCommand(openChat, {
    query: `@stateroom /auto-fix ${finding.ref}`,
    isPartialQuery: true,
    attachFiles: uri === undefined ? [] : [lines === undefined ? uri : { uri, range: lines }],
  });
}

async function offerRequest(ref: string): Promise<void> {
  const copy = l10n.t('Copy Request');
  const text = l10n.t('This editor has no chat. You can ask an agent in a terminal to fix {0}.', ref);
  if ((await vscode.window.showInformationMessage(asMessage(text), copy)) !== copy) return;
  const request = `Fix the finding ${ref}: read it with \`stateroom finding show ${ref}\`, mend the code, commit, and mark it with \`stateroom finding fix ${ref}\`.`;
  await vscode.env.clipboard.writeText(request);
}

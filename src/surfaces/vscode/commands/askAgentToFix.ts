import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { Repository } from '../repository.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asMessage } from '../support/plainText.js';

const openChat = 'workbench.action.chat.open';

/**
 * Opens the chat with what fixes a finding, and with its lines attached, for the person to send. Where the editor has no chat,
 * says so and offers the same request for an agent elsewhere. `top` is the worktree one looks at.
 */
export async function askAgentToFix(repository: Repository, id: string, top: string | undefined): Promise<void> {
  const { places } = await invokeOrThrow(
    repository,
    findingLocate,
    { ids: [id] },
    top === undefined ? {} : { folder: top },
  );
  const [place] = places;
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

import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { trustShow } from '../../../../operations/trust/trustShow.js';
import { invokeOrThrow } from '../../support/invokeOrThrow.js';
import { asMessage } from '../../support/plainText.js';
import { trustDetail } from '../../trust/askTrust.js';
import type { OperationFlow } from './flow.js';

/** Trusts exactly the commands that the person was shown. */
export const trustFlow: OperationFlow = async flow => {
  if (flow.has('hash')) return flow.result();
  const shown = await invokeOrThrow(flow.repository, trustShow, {});
  flow.input.hash = shown.hash;
  const untrusted = shown.commands.filter(({ trusted }) => !trusted);
  if (untrusted.length === 0) return flow.result();
  const trust = l10n.t('Trust Commands');
  const text = asMessage(l10n.t('Trust the commands of “{0}”?', flow.repository.name));
  const detail = trustDetail(untrusted);
  const chosen = await vscode.window.showWarningMessage(text, { modal: true, detail }, trust);
  return chosen === trust ? flow.result() : undefined;
};

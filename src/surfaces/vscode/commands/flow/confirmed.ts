import * as vscode from 'vscode';
import { asMessage } from '../../support/plainText.js';
import type { Flow, FlowResult } from './flow.js';

interface Confirmation {
  /** Message if there is nothing to do. */
  readonly none: string;
  readonly text: string;
  readonly detail: readonly string[];
  readonly yes: string;
  /** Confirmation field of the input; `yes` by default. */
  readonly field?: string;
}

/** Shows an operation's effect and asks for confirmation; undefined if nothing was found or the person declines. */
export async function confirmed(
  flow: Flow,
  found: readonly string[],
  { none, text, detail, yes, field = 'yes' }: Confirmation,
): Promise<FlowResult | undefined> {
  if (found.length === 0) {
    void vscode.window.showInformationMessage(asMessage(none));
    return undefined;
  }
  const options = { modal: true, detail: detail.join('\n') };
  if ((await vscode.window.showWarningMessage(asMessage(text), options, yes)) !== yes) return undefined;
  flow.input[field] = true;
  return flow.result();
}

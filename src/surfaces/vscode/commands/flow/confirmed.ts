import * as vscode from 'vscode';
import { asMessage } from '../../support/plainText.js';
import type { Flow, FlowResult } from './flow.js';

/** What is asked before more than one record changes. */
interface Confirmation {
  /** What is said when there is nothing to do. */
  readonly none: string;
  readonly text: string;
  readonly detail: readonly string[];
  readonly yes: string;
  /** The field of the input that says so, if it is not `yes`. */
  readonly field?: string;
}

/** Shows what an operation with `yes` would change, and asks; undefined where nothing was found or it is not meant. */
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

import { deepStrictEqual } from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { until } from './stateroom.js';

describe('TypeScript in the editor that npm start and the tests open', () => {
  it('finds its tsserver, so that opening a source file reports no error', async () => {
    const content = 'export function total(prices: number[]): number {\n  return prices.length;\n}\n';
    const document = await vscode.workspace.openTextDocument({ language: 'typescript', content });
    await vscode.window.showTextDocument(document);
    // Only the tsserver answers this; without one, the extension reports an error and answers nothing.
    const names = async (): Promise<string[] | undefined> => {
      const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
        'vscode.executeDocumentSymbolProvider',
        document.uri,
      );
      return symbols?.length ? symbols.map(({ name }) => name) : undefined;
    };
    deepStrictEqual(await until('symbols of the file', names), ['total']);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

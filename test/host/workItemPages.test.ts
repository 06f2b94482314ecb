import { ok, strictEqual } from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { add, cli, run, stateroom, until } from './stateroom.js';

describe('The page of a work item', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  /** The page that is open, as soon as it is. */
  async function openPage(ref: string): Promise<vscode.TextDocument> {
    await run('queue.show', { id: ref });
    return until('the page', () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.uri.scheme === 'stateroom' && document.uri.path === `/${ref}.md` ? document : undefined;
    });
  }

  it('opens as a Markdown document with what the store holds', async () => {
    await stateroom();
    const ref = await add('A page', { payload: { branch: 'x' } });
    const document = await openPage(ref);
    strictEqual(document.languageId, 'markdown');
    ok(document.getText().startsWith(`# ${ref} A page\n`));
    ok(document.getText().includes('"branch": "x"'));
  });

  it('follows what other processes do while it is open', async () => {
    const ref = await add('A live page');
    const document = await openPage(ref);
    await cli('codex-3', 'queue', 'claim', ref);
    await until('the owner on the page', () => document.getText().includes('- Owner: codex-3') || undefined);
    await cli('codex-3', 'queue', 'resolve', ref, '--status', 'done', '--notes', 'all set');
    await until(
      'the end on the page',
      () => document.getText().includes('codex-3 finished it: “all set”') || undefined,
    );
  });

  it('says so when there is no such work item', async () => {
    const ref = await add('A page to look beside');
    const uri = (await openPage(ref)).uri.with({ path: '/W-99999.md' });
    const document = await vscode.workspace.openTextDocument(uri);
    ok(document.getText().includes('W-99999'), document.getText());
  });
});

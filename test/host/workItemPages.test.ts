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

  it('is copied as Markdown', async () => {
    const ref = await add('A page to copy');
    const document = await openPage(ref);
    await vscode.commands.executeCommand('stateroom.page.copy');
    strictEqual(await vscode.env.clipboard.readText(), document.getText());
    ok(document.getText().startsWith(`# ${ref} A page to copy\n`));
  });

  it('stays where it was scrolled to when it changes', async () => {
    const ref = await add('A long page', {
      payload: { steps: Array.from({ length: 200 }, (_, step) => `step ${step}`) },
    });
    const document = await openPage(ref);
    const editor = await vscode.window.showTextDocument(document);
    editor.revealRange(new vscode.Range(100, 0, 100, 0), vscode.TextEditorRevealType.AtTop);
    const top = await until('the scrolled page', () => {
      const line = editor.visibleRanges[0]?.start.line;
      return line !== undefined && line > 50 ? document.lineAt(line).text : undefined;
    });
    await cli('codex-4', 'queue', 'claim', ref);
    await until('the owner on the page', () => document.getText().includes('- Owner: codex-4') || undefined);
    const after = editor.visibleRanges[0]?.start.line ?? 0;
    ok(Math.abs(document.getText().split('\n').indexOf(top) - after) <= 5, `line ${after} is at the top`);
  });
});

describe('The page of a lane', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('tells what it is and follows its worker', async () => {
    await stateroom();
    const { ref } = await run<{ ref: string }>('worker.spawn', {
      lane: 'pages',
      noFetch: true,
      owns: ['src/pages/**'],
    });
    await vscode.commands.executeCommand('stateroom.lane.showPage', { lane: 'pages' });
    const page = await until('the page', () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.uri.path === `/${ref}.md` ? document : undefined;
    });
    ok(page.getText().startsWith(`# ${ref} pages\n`), page.getText());
    ok(page.getText().includes('- `src/pages/**`\n'), page.getText());
    ok(page.getText().includes(` opened ${ref} pages`), page.getText());
    await run('worker.cancel', { lane: 'pages', outcome: 'queue', reason: 'no longer needed' });
    await until('the end', () => page.getText().includes('- Status: cancelled') || undefined);
  });
});

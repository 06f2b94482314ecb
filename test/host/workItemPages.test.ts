import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { add, cli, pageAsText, rowsOf, run, shownPage, stateroom, until } from './stateroom.js';

describe('The text of a work item', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  /** The text behind its page, as soon as that is open. */
  async function openPage(ref: string): Promise<vscode.TextDocument> {
    await run('queue.show', { id: ref });
    return pageAsText(ref);
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

describe('The text of a lane', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('tells what it is and follows its worker', async () => {
    await stateroom();
    const { ref } = await run<{ ref: string }>('worker.spawn', {
      lane: 'pages',
      noFetch: true,
      owns: ['src/pages/**'],
    });
    await vscode.commands.executeCommand('stateroom.lane.showPage', { lane: 'pages' });
    const page = await pageAsText(ref);
    ok(page.getText().startsWith(`# ${ref} pages\n`), page.getText());
    ok(page.getText().includes('- `src/pages/**`\n'), page.getText());
    ok(page.getText().includes(` opened ${ref} pages`), page.getText());
    await run('worker.cancel', { lane: 'pages', outcome: 'queue', reason: 'no longer needed' });
    await until('the end', () => page.getText().includes('- Status: cancelled') || undefined);
  });
});

describe('The page of a record', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('of a work item presses the button of its state, and follows what other processes do', async () => {
    const ref = await add('A page with buttons');
    await run('queue.show', { id: ref });
    const page = await shownPage(ref);
    deepStrictEqual([page.state.kind, page.state.title], ['item', 'A page with buttons']);
    await page.act('stateroom.queue.claim');
    deepStrictEqual(await rowsOf(`select status from work_items where number = ${ref.slice(2)}`), [['in_flight']]);
    await until(
      'the button of the new state',
      () => page.state.acts.some(({ id }) => id.endsWith('queue.release')) || undefined,
    );
    await rejects(page.act('workbench.action.closeWindow'));
  });

  it('of a lane and of a finding show what they are', async () => {
    const { ref } = await run<{ ref: string }>('worker.spawn', { lane: 'shown', noFetch: true });
    await vscode.commands.executeCommand('stateroom.lane.showPage', { lane: 'shown' });
    const lane = await shownPage(ref);
    deepStrictEqual([lane.state.kind, lane.state.title], ['lane', 'shown']);
    await run('worker.cancel', { lane: 'shown', outcome: 'queue' });
    await until('the end', () => lane.state.status?.line.some(({ text }) => text === 'cancelled') || undefined);
    const input = { severity: 'low', path: 'README.md', text: 'Says little', repository: true };
    const { finding } = await run<{ finding: { ref: string } }>('finding.record', input);
    await run('finding.show', { id: finding.ref });
    const found = await shownPage(finding.ref);
    deepStrictEqual([found.state.kind, found.state.title], ['finding', 'Says little']);
  });

  it('is one tab, however often it is opened', async () => {
    const ref = await add('Opened twice');
    for (let time = 0; time < 3; time += 1) await run('queue.show', { id: ref });
    await shownPage(ref);
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(({ label }) => label.startsWith(ref));
    strictEqual(tabs.length, 1);
  });
});

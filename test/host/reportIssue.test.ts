import { match, ok, strictEqual } from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { add, cli, folder, refused, run, stateroom } from './stateroom.js';

describe('Report an Issue', () => {
  it('opens a report of what may be told, and of nothing else', async () => {
    await stateroom();
    const ref = await add('Fire the intern');
    await run('queue.resolve', { id: ref, status: 'cancelled' });
    await refused('queue.claim', { id: ref });
    const held = await add('Ask for the price');
    await cli('spy-7', 'queue', 'claim', held);
    // Whoever holds it is in the refusal, and so in the log.
    await refused('queue.claim', { id: held });
    const settings = vscode.workspace.getConfiguration('stateroom');
    await settings.update('queue.doneShown', 7, vscode.ConfigurationTarget.Global);
    try {
      const report = (await vscode.commands.executeCommand('stateroom.reportIssue')) as string;
      const document = vscode.window.activeTextEditor?.document;
      strictEqual(document?.getText(), report);
      strictEqual(document?.isUntitled, true);
      match(report, /^- Stateroom \d+\.\d+\.\d+$/m);
      match(report, new RegExp(`, ${process.platform} ${process.arch}$`, 'm'));
      match(report, /^- stateroom\.queue\.doneShown: 7$/m);
      match(report, /^- repository 1: ready$/m);
      match(report, /Refused \(transition_not_allowed\): W-\d+/);
      match(report, /Refused \(\w+\): W-\d+.* <actor>/);
      for (const own of [
        folder(),
        'Fire the intern',
        'Robin',
        'robin@example.com',
        'spy-7',
        process.env.HOME ?? '/root/',
      ]) {
        ok(!report.includes(own), `${own} is in the report:\n${report}`);
      }
    } finally {
      await settings.update('queue.doneShown', undefined, vscode.ConfigurationTarget.Global);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });
});

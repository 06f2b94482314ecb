import { deepStrictEqual, doesNotMatch, ok, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { StateroomApi } from '../../../src/surfaces/vscode/stateroomApi.js';
import type { SpokenRefusal } from '../../support/spokenRefusal.js';
import { cli, closesList, folder, pressing, refused, rowsOf, run, shownPage, stateroom } from '../stateroom.js';

describe('In Restricted Mode Stateroom', () => {
  let api: StateroomApi;

  before(async () => {
    strictEqual(vscode.workspace.isTrusted, false);
    await cli('codex-1', 'queue', 'add', 'Already there');
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.queue.focus');
  });

  it('shows the queue and says that it cannot be changed', async () => {
    const shown = await api.queue();
    deepStrictEqual(
      shown.sections.map(({ section, count }) => [section, count]),
      [['ready', 1]],
    );
    strictEqual(shown.message, 'Restricted Mode: work items are read-only.');
  });

  it('lists findings and marks no code', async () => {
    const record = ['finding', 'record', '--repository', '--severity', 'high', '--path', 'README.md', '--line', '1'];
    await cli('codex-1', ...record, '--text', 'Says too little');
    const readme = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri as vscode.Uri, 'README.md');
    await vscode.window.showTextDocument(readme);
    const { groups } = await api.findings();
    deepStrictEqual(
      groups.map(({ title, rows }) => [title, rows.map(({ ref }) => ref)]),
      [['High', ['F-1']]],
    );
    deepStrictEqual(vscode.languages.getDiagnostics(readme), []);
  });

  it('shows lanes and opens, runs and changes nothing of them', async () => {
    await cli('codex-1', 'worker', 'spawn', 'login', '--no-fetch', '--description', 'Limit the rate of logins');
    await cli('codex-1', 'worker', 'start', 'login');
    const { rows, message } = await api.lanes();
    strictEqual(message, 'In Restricted Mode, lanes are shown but cannot be opened or run.');
    deepStrictEqual(
      rows.map(({ label, context, parts }) => [label, context, parts]),
      [['Limit the rate of logins', 'lane status:active state:WORKING', [{ label: 'Work item W-2', description: '' }]]],
    );
    const [{ description = '', tooltip = '' } = {}] = rows;
    strictEqual(description, 'working · alive · L-1');
    doesNotMatch(tooltip, /openTerminal|openWorkTree|showChanges/);
    const branches = async (): Promise<string> =>
      (await promisify(execFile)('git', ['for-each-ref', '--format=%(refname) %(objectname)'], { cwd: folder() }))
        .stdout;
    const before = await branches();
    for (const act of [
      'openTerminal',
      'startAgent',
      'showChanges',
      'showChange',
      'nextUnviewed',
      'openFile',
      'openWorkTree',
    ]) {
      const input = { lane: 'login', path: 'README.md', command: 'touch ran' };
      const refusal = await refused(`lane.${act}`, input);
      strictEqual(refusal.message, 'In Restricted Mode, lanes are shown but cannot be opened or run.', act);
    }
    for (const [operation, input] of [
      ['worker.cancel', { lane: 'login', outcome: 'queue' }],
      // Refused before it asks what is to follow.
      ['worker.cancel', { lane: 'login' }],
      ['worker.spawn', { lane: 'login' }],
      ['lane.close', { lane: 'login' }],
      ['lane.repair', {}],
      ['worker.repairMerge', { lane: 'login' }],
    ] as const) {
      strictEqual((await refused(operation, input)).code, 'not_allowed', operation);
    }
    strictEqual(vscode.window.terminals.length, 0);
    strictEqual(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 1);
    strictEqual(await branches(), before);
    const { lanes } = await cli<{ lanes: { lane: string; state: string }[] }>('reader', 'lane', 'list');
    deepStrictEqual(
      lanes.map(({ lane, state }) => [lane, state]),
      [['login', 'WORKING']],
    );
  });

  it('reads', async () => {
    strictEqual((await run('queue.show', { id: 'W-1' })).item.title, 'Already there');
    // Its page has no button that writes.
    const { state } = await shownPage('W-1');
    strictEqual(state.title, 'Already there');
    ok(state.acts.length > 0 && state.acts.every(({ id }) => /copy/i.test(id)), JSON.stringify(state.acts));
  });

  it('writes nothing, and names the way out', async () => {
    for (const [operation, input] of [
      ['queue.add', { title: 'New' }],
      ['queue.claim', { id: 'W-1' }],
      ['store.compact', {}],
    ] as const) {
      const refusal = await refused(operation, input);
      strictEqual(refusal.code, 'not_allowed');
      ok(refusal.hint?.includes('Trust'), refusal.hint);
    }
    // The other one is that of the lane.
    const { items } = await cli<{ items: { title: string; status: string }[] }>('reader', 'queue', 'list');
    deepStrictEqual(
      items.map(({ title, status }) => [title, status]),
      [
        ['Limit the rate of logins', 'in_flight'],
        ['Already there', 'pending'],
      ],
    );
  });

  it('begins no ritual that changes code, and writes nothing of what one proposed', async () => {
    await cli('codex-1', 'task', 'start', 'Limit logins', '--here');
    await cli('codex-1', 'slice', 'start', 'Count to 10', '--test', 'test -f ten');
    const rows = () => rowsOf('select (select count(*) from events), (select count(*) from evidence)');
    const before = await rows();
    for (const name of ['tdd', 'incremental-implementation', 'auto-fix']) {
      const begun = vscode.commands.executeCommand<SpokenRefusal | undefined>(`stateroom.ritual.${name}`, 'S-1');
      strictEqual((await pressing(closesList, begun))?.code, 'no_repository', name);
    }
    // Buttons of an answer from before it was restricted.
    const repository = join(folder(), '.git');
    const acts = [
      { title: 'Write', operation: 'task.scope', input: { title: 'Limit', objective: 'Limit', questions: [] } },
    ];
    for (const [at, code] of [
      [{ repository, folder: folder() }, 'not_allowed'],
      [{ repository, folder: folder(), top: folder() }, 'not_found'],
    ] as const) {
      const written = await vscode.commands.executeCommand<SpokenRefusal>('stateroom.ritual.accept', { at, acts });
      strictEqual(written.code, code, written.message);
      strictEqual(
        (await vscode.commands.executeCommand<SpokenRefusal>('stateroom.queue.add', { title: 'New' }, at)).code,
        code,
      );
    }
    strictEqual(await vscode.commands.executeCommand('stateroom.ritual.applyChanges', 'made up'), false);
    deepStrictEqual(await rows(), before);
  });
});

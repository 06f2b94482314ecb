import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Slice } from '../../src/domain/slice/slice.js';
import type { Task } from '../../src/domain/task/task.js';
import { cli, folder, run, stateroom, until } from './stateroom.js';

const plan = `# Limit the rate of logins

## Steps

- [ ] Count the tries {#count}
- [ ] Refuse the eleventh {#refuse}
- [x] Tell the team {#tell}
`;

describe('The steps of a plan', () => {
  const name = '.stateroom/plans/rate-limit.md';
  let task: Task;
  let document: vscode.TextDocument;

  before(async () => {
    await stateroom();
    const path = join(folder(), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, plan);
    const start = ['task', 'start', 'Limit logins', '--here', '--plan', 'rate-limit'];
    ({ task } = await cli<{ task: Task }>('codex-1', ...start));
    document = await vscode.workspace.openTextDocument(path);
    await vscode.window.showTextDocument(document);
  });

  after(async () => {
    await setting().update('plans.codeLens', undefined, vscode.ConfigurationTarget.Global);
    await run('task.archive', { task: task.ref });
    execFileSync('git', ['switch', '--quiet', '--force', 'main'], { cwd: folder() });
    rmSync(join(folder(), '.stateroom'), { recursive: true, force: true });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const setting = () => vscode.workspace.getConfiguration('stateroom');

  /** What is above the lines of the plan: line from 1, words, command. */
  async function lenses(): Promise<(readonly [number, string, string])[]> {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      100,
    );
    return found.map(({ range, command }) => [range.start.line + 1, command?.title ?? '', command?.command ?? '']);
  }

  it('carry nothing unless that is set', async () => {
    deepStrictEqual(await lenses(), []);
  });

  it('tell their slice and its state, and offer one where there is none', async () => {
    await setting().update('plans.codeLens', true, vscode.ConfigurationTarget.Global);
    const open = [5, '$(play) Start slice', 'stateroom.slice.start'] as const;
    const rest = [
      [6, '$(play) Start slice', 'stateroom.slice.start'],
      [7, '$(check) Done without a slice · ticked, no evidence', ''],
    ] as const;
    deepStrictEqual(await lenses(), [open, ...rest]);
    const { slice } = await run<{ slice: Slice }>('slice.start', { title: 'Count them', item: 'count' });
    strictEqual(slice.planItem, 'count');
    const told = [5, `$(layers) ${slice.ref} open`, 'stateroom.slice.packet'] as const;
    deepStrictEqual(await lenses(), [told, ...rest]);
    await run('slice.commit', { slice: slice.ref, paths: [name], untracked: true });
    await until('the commit', async () => (await lenses())[0]?.[1] === `$(layers) ${slice.ref} committed` || undefined);
  });

  it('are not said of lines that were moved and not saved', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '\n');
    await vscode.workspace.applyEdit(edit);
    deepStrictEqual(await lenses(), []);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});

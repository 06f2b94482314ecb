import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { sharedEditor } from '../editor/sharedEditor.js';

describe('the status bar item, with no Stateroom view open', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    opened = await openWorkbench({ repo: repository.path });
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });
  keepPictureOfFailures(() => opened);

  it.runIf(process.platform === 'linux')(
    'is in an editor that keeps its sockets in the folder of the test, with which they go',
    async () => {
      const { dataFolder } = sharedEditor();
      const sockets = () => readdirSync(join(dataFolder, 'run')).map(name => name.replace(/-[\da-f-]+\.sock$/, ''));
      await expect.poll(() => new Set(sockets())).toEqual(new Set(['vscode-ipc', 'vscode-git']));
    },
  );

  it('comes with the first work item and follows other processes', async () => {
    const { workbench } = opened;
    expect(await workbench.statusBarItem('Stateroom').count()).toBe(0);
    await workbench.runCommand('Stateroom Queue: Add Work Item…');
    await workbench.quickInput.answer('From the palette');
    await workbench.statusBarItem('Stateroom: Nothing needs your attention, 0 in progress, 1 ready').waitFor();
    await mustRunCli(repository.path, 'codex-1', ['queue', 'claim', 'W-1']);
    await workbench.statusBarItem('Stateroom: Nothing needs your attention, 1 in progress, 0 ready').waitFor();
    await mustRunCli(repository.path, 'codex-1', ['queue', 'ask', 'W-1', '--question', 'Which?']);
    await workbench.statusBarItem('Stateroom: 1 needs you, 0 in progress, 0 ready').waitFor();
    expect(await workbench.notifications()).toEqual([]);
  });

  it('goes on after the view was shown and hidden again', async () => {
    const { workbench } = opened;
    await workbench.openContainer('Stateroom');
    await workbench.tree('Needs You').waitForRow('W-1');
    await workbench.runCommand('View: Show Explorer');
    await mustRunCli(repository.path, 'codex-1', ['queue', 'add', 'Another']);
    await workbench.statusBarItem('Stateroom: 1 needs you, 0 in progress, 1 ready').waitFor();
  });

  it('names what the gate of the task at hand still asks for, live, and leads to the Now view', async () => {
    const { workbench } = opened;
    await mustRunCli(repository.path, 'codex-1', ['task', 'start', 'Limit the logins', '--light', '--here']);
    const item = workbench.statusBarItem('Stateroom: T-1 Limit the logins, review-ready: 2 to do');
    await item.waitFor();
    await repository.write('login.ts', 'export const tries = 3;\n');
    await repository.git('add', '.');
    await repository.git('commit', '--quiet', '--message=Count');
    const record = [
      'finding',
      'record',
      '--task',
      'T-1',
      '--severity',
      'high',
      '--path',
      'login.ts',
      '--line',
      '1',
      '--text',
      'Too few',
    ];
    await mustRunCli(repository.path, 'rita', record);
    const busy = workbench.statusBarItem(
      'Stateroom: T-1 Limit the logins, review-ready: 2 to do, 1 open high finding: F-1.',
    );
    await busy.waitFor();
    expect(await workbench.page.locator('.part.statusbar .statusbar-item[id*="stateroom"]').count()).toBe(1);
    expect((await busy.innerText()).split(/\s+/).join(' ').trim()).toBe('2 to do 2 1');
    await busy.hover();
    await workbench.page.locator('.monaco-hover:visible', { hasText: 'No passing evidence for this tree' }).waitFor();
    await workbench.screenshot('status-bar-gate');
    await busy.click();
    await workbench.tree('Now').pane().locator('.monaco-list:focus').waitFor();
    await mustRunCli(repository.path, 'rita', ['finding', 'wontfix', 'F-1', '--note', 'It is enough']);
    await workbench
      .statusBarItem('Stateroom: T-1 Limit the logins, review-ready: 1 to do, No passing evidence for this tree.')
      .waitFor();
    await mustRunCli(repository.path, 'codex-1', ['task', 'archive', 'T-1']);
    // Its work item, W-3, is ready again.
    await workbench.statusBarItem('Stateroom: 1 needs you, 0 in progress, 2 ready').waitFor();
  });

  it('is beside a notification with a button to act on it, where the setting asks for one', async () => {
    const { workbench } = opened;
    await workbench.changeSettings({ 'stateroom.notify': 'notification' });
    // What is on the screen is not told.
    await workbench.runCommand('View: Show Explorer');
    // What waited before the setting was changed.
    await workbench.notification('Question: From the palette (W-1)').waitFor();
    await workbench.clearNotifications();
    await mustRunCli(repository.path, 'codex-1', ['queue', 'claim', 'W-2']);
    await mustRunCli(repository.path, 'codex-1', ['queue', 'ask', 'W-2', '--question', 'Where to?']);
    await workbench.answerNotification('Question: Another (W-2)', 'Answer…');
    await workbench.quickInput.waitFor('Where to?');
    await workbench.quickInput.cancel();
  });

  it('is hidden when the person wants it hidden', async () => {
    const { workbench } = opened;
    await workbench.changeSettings({ 'stateroom.statusBar.visible': false });
    await expect.poll(() => workbench.statusBarItem('Stateroom').count(), { timeout: 30_000 }).toBe(0);
  });
});

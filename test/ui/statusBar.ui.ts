import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';

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

  it('comes with the first work item and follows other processes', async () => {
    const { workbench } = opened;
    expect(await workbench.statusBarItem('Stateroom').count()).toBe(0);
    await workbench.runCommand('Stateroom: Add Work Item');
    await workbench.quickInput.answer('From the palette');
    await workbench.statusBarItem('Stateroom: Nothing needs you, 0 in flight, 1 ready').waitFor();
    await mustRunCli(repository.path, 'codex-1', ['queue', 'claim', 'W-1']);
    await workbench.statusBarItem('Stateroom: Nothing needs you, 1 in flight, 0 ready').waitFor();
    await mustRunCli(repository.path, 'codex-1', ['queue', 'ask', 'W-1', '--question', 'Which?']);
    await workbench.statusBarItem('Stateroom: 1 work item needs you, 0 in flight, 0 ready').waitFor();
    expect(await workbench.notifications()).toEqual([]);
  });

  it('goes on after the view was shown and hidden again', async () => {
    const { workbench } = opened;
    await workbench.openContainer('Stateroom');
    await workbench.tree('Queue').waitForRow('W-1');
    await workbench.runCommand('View: Show Explorer');
    await mustRunCli(repository.path, 'codex-1', ['queue', 'add', 'Another']);
    await workbench.statusBarItem('Stateroom: 1 work item needs you, 0 in flight, 1 ready').waitFor();
  });

  it('is hidden when the person wants it hidden', async () => {
    const { workbench } = opened;
    await workbench.changeSettings({ 'stateroom.statusBar.visible': false });
    await expect.poll(() => workbench.statusBarItem('Stateroom').count(), { timeout: 30_000 }).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import type { Workbench } from '../editor/workbench.js';

describe('an editor whose display language is German', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  let queue: TreeView;

  beforeAll(async () => {
    repository = await makeScratchRepository();
    await mustRunCli(repository.path, 'codex-1', ['queue', 'add', 'Limit the rate of logins']);
    opened = await openWorkbench({ repo: repository.path, locale: 'de' });
    workbench = opened.workbench;
    queue = workbench.tree('Warteschlange');
    await workbench.openContainer('Stateroom');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });
  keepPictureOfFailures(() => opened);

  it('names the views and their sections in German', async () => {
    await queue.waitForRow('W-1 Limit the rate of logins');
    await queue.waitForRow('Bereit');
    for (const view of ['Jetzt', 'Warteschlange', 'Lanes', 'Befunde'])
      await workbench.page.locator(`.part.sidebar .pane-header[aria-label^="${view}"]`).waitFor();
  });

  it('asks in German', async () => {
    await workbench.runCommand('Stateroom: Arbeitspaket hinzufügen');
    await workbench.quickInput.waitFor('Was ist zu tun?');
    await workbench.quickInput.answer('Anmeldung prüfen');
    await queue.waitForRow('W-2 Anmeldung prüfen');
  });

  it('gives the page its texts in German', async () => {
    await workbench.runCommand('Stateroom: Dashboard öffnen');
    const page = workbench.webview();
    await page.getByText('Niemand wartet auf Sie.').waitFor();
    await page.getByRole('heading', { name: 'Neueste Ereignisse' }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain('Needs you');
  });
});

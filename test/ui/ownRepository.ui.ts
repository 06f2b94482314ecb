import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { DashboardPage } from './dashboardPage.js';

describe('the first opening of a repository of one’s own', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('notes');
    const settings = { 'workbench.welcomePage.walkthroughs.openOnInstall': true };
    opened = await openWorkbench({ repo: repository.path, settings });
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  it('shows the walkthrough once, also to later windows', async () => {
    const { workbench } = opened;
    const heading = workbench.page.getByRole('heading', { level: 2, name: 'Get Started with Stateroom' });
    await heading.waitFor();
    expect(await workbench.editorTabs()).toEqual(['Welcome']);
    await workbench.runCommand('View: Close All Editors');
    await workbench.reload();
    // The view is there once Stateroom has read the repository.
    await workbench.activity('Stateroom').click();
    await workbench.tree('Needs You').welcome().getByRole('button', { name: 'Open Home' }).waitFor();
    expect(await workbench.editorTabs()).toEqual([]);
  });

  it('has two views open, of which one leads to Home', async () => {
    const { workbench } = opened;
    const headers = workbench.page.locator('.part.sidebar .pane-header');
    const views = await headers.evaluateAll(all =>
      all
        .filter(one => one.getAttribute('aria-expanded') === 'true')
        .map(one => one.querySelector('.title')?.textContent),
    );
    expect(views).toEqual(['Needs You', 'Lanes']);
    await workbench.tree('Needs You').welcome().getByRole('button', { name: 'Open Home' }).click();
    await new DashboardPage(workbench).root().locator('.board').waitFor();
    await workbench.screenshot('own-repository');
  });
});

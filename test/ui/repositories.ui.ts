import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import type { Workbench } from '../editor/workbench.js';
import { expectTitleMenu } from './menus/rowMenu.js';
import { titleMenus } from './menus/titleMenus.js';

describe('a window with several repositories', () => {
  let shop: ScratchRepository;
  let site: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  let queue: TreeView;
  let workspace: string;
  let worktree: string;

  beforeAll(async () => {
    shop = await makeScratchRepository('shop');
    site = await makeScratchRepository('site');
    worktree = await shop.addWorktree('feature/login');
    await mustRunCli(worktree, 'codex-1', ['queue', 'add', 'Work of the shop']);
    await mustRunCli(site.path, 'codex-1', ['queue', 'add', 'Work of the site']);
    workspace = join(shop.path, '..', 'all.code-workspace');
    await openFolders(shop.path, worktree, site.path);
    opened = await openWorkbench({ repo: workspace });
    workbench = opened.workbench;
    queue = workbench.tree('Queue');
    await workbench.openContainer('Stateroom');
  });

  afterAll(async () => {
    await opened?.close();
    await shop?.remove();
    await site?.remove();
  });
  keepPictureOfFailures(() => opened);

  async function openFolders(...paths: string[]): Promise<void> {
    await writeFile(workspace, JSON.stringify({ folders: paths.map(path => ({ path })) }));
  }

  const message = () => expect.poll(() => queue.message().innerText(), { timeout: 30_000 });

  it('shows the queue of one, and which', async () => {
    await queue.waitForRow('W-1 Work of the shop');
    await message().toBe('Repository: shop');
    await expectTitleMenu(queue, titleMenus.queue.repositories);
  });

  it('shows another’s on demand', async () => {
    await workbench.runCommand('All Commands: Choose Repository…');
    await expect
      .poll(async () => (await workbench.quickInput.labels()).map(label => label.trim()))
      .toEqual(['shop', 'site']);
    await workbench.quickInput.rows().filter({ hasText: 'site' }).click();
    await queue.waitForRow('W-1 Work of the site');
    await message().toBe('Repository: site');
  });

  it('follows the file that is edited, in whichever worktree it lies', async () => {
    await workbench.page.keyboard.press('Control+p');
    await workbench.quickInput.type('README.md');
    await workbench.quickInput.rows().filter({ hasText: 'feature-login' }).first().click();
    await queue.waitForRow('W-1 Work of the shop');
    await message().toBe('Repository: shop');
  });

  it('lets go of a repository whose folder goes', async () => {
    await openFolders(shop.path, worktree);
    await expect.poll(() => queue.message().isVisible(), { timeout: 30_000 }).toBe(false);
    await queue.waitForRow('W-1 Work of the shop');
    expect(await workbench.commandTitles('All Commands: Choose Repository')).not.toContain(
      'All Commands: Choose Repository…',
    );
  });
});

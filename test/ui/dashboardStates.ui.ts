import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { type ColorTheme, colorThemes } from '../editor/workbench.js';
import { makeStoreFromTheFuture } from '../support/storeFromTheFuture.js';
import { DashboardPage } from './dashboardPage.js';

// The usual theme last: it is what the next window begins with.
const themes = (Object.keys(colorThemes) as ColorTheme[]).reverse();

/** Keeps a picture, and checks what a screen reader and a weak eye need, in each theme and at 200 %. */
async function isReadable(page: DashboardPage, name: string): Promise<void> {
  const { workbench } = page;
  for (const theme of themes) {
    await page.wear(theme);
    expect([theme, await page.accessibilityProblems()]).toEqual([theme, []]);
  }
  await page.screenshot(`dashboard-${name}`);
  await workbench.runCommand('View: Close Primary Side Bar');
  // As a window of 1280 pixels is at 200 %.
  await workbench.page.setViewportSize({ width: 640, height: 450 });
  await (await page.frame()).waitForFunction('innerWidth > 500 && innerWidth < 641');
  expect(await page.overhang()).toBe(0);
  expect(await page.accessibilityProblems()).toEqual([]);
  await page.screenshot(`dashboard-zoomed-${name}`);
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
}

describe('the dashboard where there is little to show', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('empty');
    opened = await openWorkbench({ repo: repository.path });
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  it('says what to do first in a repository without a store, and makes none', async () => {
    const page = new DashboardPage(opened.workbench);
    await page.open();
    expect(await page.root().locator('h2').allTextContents()).toEqual(['No work items yet']);
    expect(await page.count('ready').textContent()).toBe('0');
    await isReadable(page, 'empty');
    expect(existsSync(join(repository.path, '.git', 'stateroom'))).toBe(false);
  });

  it('shows the first work item as soon as an agent adds it', async () => {
    const page = new DashboardPage(opened.workbench);
    await mustRunCli(repository.path, 'codex', ['queue', 'add', 'The very first']);
    await page.count('ready').getByText('1').waitFor();
    expect(await page.root().getByText('No work items yet').count()).toBe(0);
  });

  it('names the cause and the next step when the store cannot be used', async () => {
    const later = await makeScratchRepository('later');
    try {
      await makeStoreFromTheFuture(later.path);
      const window = await opened.newWindow(later.path);
      const page = new DashboardPage(window);
      await page.openHome();
      const notice = page.root().getByRole('alert');
      expect(await notice.locator('h2').textContent()).toContain('The store is unavailable');
      expect(await notice.textContent()).toContain('newer version of Stateroom');
      expect(await notice.locator('.quiet').textContent()).toMatch(/Update/);
      expect(await page.root().getByRole('button').allTextContents()).toEqual(['Check Store', 'Show Log']);
      await isReadable(page, 'failed');
      await window.close();
    } finally {
      await later.remove();
    }
  });

  it('shows a damaged store up to its last good commit, and says that it is damaged', async () => {
    const damaged = await makeScratchRepository('damaged');
    try {
      for (const title of ['Before the damage', 'In the damage', 'After the damage']) {
        await mustRunCli(damaged.path, 'codex', ['queue', 'add', title]);
      }
      const directory = join(damaged.path, '.git', 'stateroom');
      const name = (await readdir(directory)).find(file => file.startsWith('log.')) ?? '';
      const log = await readFile(join(directory, name));
      log[log.indexOf('In the damage')] = 'Y'.charCodeAt(0);
      await writeFile(join(directory, name), log);
      const window = await opened.newWindow(damaged.path);
      const page = new DashboardPage(window);
      await page.openHome();
      expect(await page.root().getByRole('alert').textContent()).toMatch(
        /The store is read-only.*is damaged after commit/s,
      );
      expect(await page.root().locator('.card .line:first-child .link').allTextContents()).toEqual([
        'Before the damage',
      ]);
      await isReadable(page, 'damaged');
      await window.close();
    } finally {
      await damaged.remove();
    }
  });

  it('says so where no folder is in a git repository', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stateroom-plain-'));
    try {
      const window = await opened.newWindow(folder);
      const page = new DashboardPage(window);
      await page.openHome();
      expect(await page.root().locator('h1').textContent()).toBe('No git repository');
      expect(await page.root().getByRole('button').count()).toBe(0);
      await isReadable(page, 'no-repository');
      await window.close();
    } finally {
      await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
    }
  });
});

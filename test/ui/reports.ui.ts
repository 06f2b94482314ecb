import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';

/** The ISO week of a day. */
function weekOf(time: number): string {
  const day = new Date(time);
  const thursday = new Date(
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 4 - (day.getUTCDay() || 7)),
  );
  const days = (thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000;
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

describe('search and reports in the editor, by keyboard alone', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    await mustRunCli(repository.path, 'Robin', ['queue', 'add', 'Fix the slow checkout']);
    await mustRunCli(repository.path, 'Robin', ['queue', 'add', 'Write it down']);
    opened = await openWorkbench({ repo: repository.path });
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  it('finds a record while one types, and opens its page', async () => {
    const { workbench } = opened;
    const { quickInput, page } = workbench;
    await workbench.runCommand('Stateroom: Search…');
    await quickInput.waitFor('Words, “a phrase”');
    await quickInput.type('checkouts kind:item');
    await quickInput.pick('W-1 Fix the slow checkout');
    await page.locator('.part.editor .tab.active', { hasText: 'W-1' }).waitFor();
  });

  it('writes the retrospective of this week, and shows its plots in each theme', async () => {
    const { workbench } = opened;
    const { quickInput } = workbench;
    const week = weekOf(Date.now());
    await workbench.runCommand('All Commands: Weekly Retrospective…');
    await quickInput.waitFor(`ISO week, as ${weekOf(Date.now() - 7 * 86_400_000)}`);
    await quickInput.answer(week);
    const preview = workbench.webview();
    await preview.getByRole('heading', { name: `Retrospective ${week}` }).waitFor();
    expect(existsSync(join(repository.path, '.stateroom/retros', `${week}.md`))).toBe(true);
    for (const theme of workbench.themes()) {
      await workbench.setColorTheme(theme);
      const plots = preview.locator('picture img');
      // Without findings there is no plot of them.
      await expect.poll(() => plots.count()).toBe(2);
      const widths = () => plots.evaluateAll(all => all.map(one => (one as HTMLImageElement).naturalWidth));
      await expect.poll(widths).toEqual([800, 800]);
      // The system is light.
      const shown = () =>
        plots.evaluateAll(all => all.map(one => (one as HTMLImageElement).currentSrc.replace(/.*\/[^.]+/, '')));
      const kind = theme === 'dark' || theme === 'high-contrast-dark' ? 'dark' : 'light';
      await expect.poll(shown).toEqual([`.throughput.${kind}.svg`, `.queue.${kind}.svg`]);
      await plots.first().scrollIntoViewIfNeeded();
      await workbench.screenshot(`retro-${theme}`);
    }
  });

  it('keeps dashboard.md where the person asks for it', async () => {
    const file = join(repository.path, '.stateroom', 'dashboard.md');
    expect(existsSync(file)).toBe(false);
    await opened.workbench.changeSettings({ 'stateroom.reports.dashboardFile': true });
    await expect
      .poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 20_000 })
      .toContain('Shows event 2.');
  });
});

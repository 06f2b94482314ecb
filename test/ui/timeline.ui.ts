import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';

describe('the timeline as a document, by keyboard alone', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  keepPictureOfFailures(() => opened);

  const root = () => opened.workbench.page.locator('.part.editor .editor-instance');
  /** The lines in sight, from the top, without what is empty. */
  const lines = async () => {
    const found = root().locator('.view-lines .view-line');
    const placed = await found.evaluateAll(all =>
      all.map(line => ({ top: Number.parseFloat((line as HTMLElement).style.top), text: line.textContent ?? '' })),
    );
    return placed
      .sort((one, other) => one.top - other.top)
      .map(({ text }) => text.replaceAll('\u00a0', ' ').replace(/^ {2}\d\d:\d\d:\d\d {2}/, ''))
      .filter(text => text !== '');
  };
  /** Presses a button in the title of the editor by its key. */
  const press = async (name: string): Promise<void> => {
    const button = opened.workbench.page.locator(`.part.editor .editor-actions .action-label[aria-label^="${name}"]`);
    await button.focus();
    await opened.workbench.page.keyboard.press('Enter');
  };
  const lenses = () => root().locator('.codelens-decoration a').allTextContents();

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    const cli = (actor: string, ...words: string[]) => mustRunCli(repository.path, actor, words);
    await cli('Robin', 'queue', 'add', 'Fix the login');
    await cli('codex', 'queue', 'claim', 'W-1');
    await cli('codex', 'events', 'append', 'deploy_started', '--payload', '{"to":"staging"}');
    await cli('codex', 'queue', 'resolve', 'W-1', '--status', 'done', '--notes', 'See W-1');
    opened = await openWorkbench({ repo: repository.path });
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  it('opens from All Commands, colored in each theme, with records as links', async () => {
    const { workbench } = opened;
    await workbench.runCommand('Stateroom: Open Timeline');
    await expect
      .poll(lines)
      .toEqual([
        expect.stringMatching(/^shop\S* · newest first$/),
        expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        'W-1     codex                 finished it: “See W-1”',
        '        codex                 deploy_started {"to":"staging"}',
        expect.stringMatching(/^W-1 {5}codex {17}claimed it, lease until /),
        'W-1     Robin                 added it',
      ]);
    await expect.poll(() => root().locator('.detected-link').allTextContents()).toEqual(['W-1', 'W-1', 'W-1', 'W-1']);
    await expect.poll(lenses).toEqual([expect.stringContaining('Filter…'), expect.stringContaining('Refresh')]);
    for (const theme of workbench.themes()) {
      await workbench.setColorTheme(theme);
      await workbench.screenshot(`timeline-${theme}`);
      const colors = await root()
        .locator('.view-line', { hasText: 'Robin' })
        .locator('span span')
        .evaluateAll(spans => spans.map(span => getComputedStyle(span).color));
      // Time, work item, actor and verb.
      expect(new Set(colors).size).toBeGreaterThan(3);
    }
  });

  it('folds a day, and goes to the record below the cursor', async () => {
    const { page } = opened.workbench;
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await root().locator('.view-lines').waitFor();
    await press('ControlOrMeta+Home', 'ArrowDown', 'ArrowDown', 'ControlOrMeta+Shift+[');
    await expect.poll(async () => (await lines()).length).toBe(2);
    await press('ControlOrMeta+Shift+]');
    await expect.poll(async () => (await lines()).length).toBe(6);
    await press('ArrowDown', 'Home');
    for (let column = 0; column < 11; column += 1) await press('ArrowRight');
    await press('F12');
    await page.locator('.part.editor .tab.active', { hasText: 'W-1' }).waitFor();
    await opened.workbench.runCommand('View: Close Editor');
    await page.locator('.part.editor .tab.active', { hasText: '.timeline' }).waitFor();
  });

  it('is filtered by what is chosen or typed', async () => {
    const { workbench } = opened;
    const { quickInput } = workbench;
    await press('Filter Timeline');
    await quickInput.waitFor('Select a filter');
    await quickInput.pick('Robin');
    await expect
      .poll(lines)
      .toEqual([
        expect.stringMatching(/ · newest first · by Robin$/),
        expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        'W-1     Robin                 added it',
      ]);
    await mustRunCli(repository.path, 'Robin', ['queue', 'add', 'Write it down']);
    await workbench.runCommand('All Commands: Refresh Timeline');
    await expect.poll(async () => (await lines())[2]).toBe('W-2     Robin                 added it');
    expect(await workbench.commandTitles('All Commands: Timeline')).toEqual(
      expect.arrayContaining(['All Commands: Filter Timeline…', 'All Commands: Refresh Timeline']),
    );
    await workbench.screenshot('timeline-filtered');
  });
});

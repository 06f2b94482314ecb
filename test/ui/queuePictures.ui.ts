import AxeBuilder from '@axe-core/playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { type ColorTheme, colorThemes, type Workbench } from '../editor/workbench.js';

const themes = Object.keys(colorThemes) as ColorTheme[];

/** Pulls the side bar’s edge, as people do to read more of each row. */
async function widen({ page }: Workbench, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) throw new Error('The side bar is not shown.');
  await page.mouse.move(box.x + box.width + 1, 300);
  await page.mouse.down();
  await page.mouse.move(box.x + width, 300, { steps: 5 });
  await page.mouse.up();
}

describe('the Queue view in every theme', () => {
  let repository: ScratchRepository | undefined;
  let opened: OpenWorkbench | undefined;

  afterEach(async () => {
    await opened?.close();
    await repository?.remove();
  });
  keepPictureOfFailures(() => opened);

  async function open(seed: (cli: (actor: string, ...words: string[]) => Promise<unknown>) => Promise<void>) {
    const made = await makeScratchRepository('shop');
    repository = made;
    await seed((actor, ...words) => mustRunCli(made.path, actor, words));
    opened = await openWorkbench({ repo: made.path, viewport: { width: 1000, height: 720 } });
    await opened.workbench.openContainer('Stateroom');
    await widen(opened.workbench, 430);
    for (const other of ['Now', 'Findings']) await opened.workbench.fold(other);
    return { workbench: opened.workbench, queue: opened.workbench.tree('Queue') };
  }

  /** A picture in each theme; what a screen reader and a weak eye need is checked in each. */
  async function lookAt(name: string): Promise<void> {
    const { workbench } = opened ?? expect.fail('no window is open');
    await workbench.page.mouse.move(700, 400);
    for (const theme of themes) {
      await workbench.setColorTheme(theme);
      await workbench.screenshot(`queue-${name}-${theme}`);
      const { violations } = await new AxeBuilder({ page: workbench.page })
        .include('.part.sidebar .pane-body')
        // The editor's own: its lists name the focused row by aria-activedescendant, rows hold their toolbars, and
        // between a row's label and its description stands no white space; that rule is checked below instead.
        .disableRules([
          'nested-interactive',
          'scrollable-region-focusable',
          'aria-required-children',
          'label-content-name-mismatch',
        ])
        .analyze();
      const found = violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`);
      expect(found).toEqual([]);
    }
    // Who controls the editor by voice says what is read: a row's name begins with its label and holds all facts.
    for (const { label, description, accessibleName } of await workbench.tree('Queue').rows()) {
      expect(accessibleName.slice(0, label.length)).toBe(label);
      for (const fact of description.split(' · ')) expect(accessibleName).toContain(fact);
    }
  }

  it('while it is empty', async () => {
    const { queue } = await open(async () => undefined);
    await queue.welcome().waitFor();
    await lookAt('empty');
  });

  it('with ten work items', async () => {
    const { queue } = await open(async cli => {
      await cli(
        'Robin',
        'queue',
        'add',
        'Fix the login redirect on Safari',
        '--priority',
        '0',
        '--kind',
        'bug',
        '--due',
        '+5h',
      );
      await cli('Robin', 'queue', 'add', 'Port the checkout page to the new API', '--label', 'checkout');
      await cli('Robin', 'queue', 'add', 'Drop the old orders table');
      await cli('Robin', 'queue', 'add', 'Write the release notes', '--label', 'docs', '--priority', '1');
      await cli('Robin', 'queue', 'add', 'Announce 2.0', '--depends-on', 'W-4');
      await cli('Robin', 'queue', 'add', 'Measure the start-up time', '--not-before', '+3h');
      await cli('Robin', 'queue', 'add', 'Find out why the tests flicker', '--kind', 'bug');
      await cli('Robin', 'queue', 'add', 'Set up the linter');
      await cli('Robin', 'queue', 'add', 'Try the other bundler');
      await cli('Robin', 'queue', 'add', 'Remove the feature flag');
      await cli('codex-4f', 'queue', 'claim', 'W-2');
      await cli('claude', 'queue', 'claim', 'W-3');
      await cli('claude', 'queue', 'ask', 'W-3', '--question', 'May I drop it? Nothing reads it since March.');
      await cli('codex-4f', 'queue', 'claim', 'W-7', '--lease', '1s');
      await cli('gemini', 'queue', 'resolve', 'W-8', '--status', 'done');
      await cli('gemini', 'queue', 'resolve', 'W-9', '--status', 'failed', '--notes', 'no source maps');
    });
    await queue.waitForRow('lease of codex-4f ran out');
    await queue.expand('Blocked and scheduled');
    await queue.expand('Done');
    await queue.waitForRow('W-8');
    await lookAt('ten');
  });

  it('with a thousand work items', async () => {
    const kinds = ['bug', 'feature', 'chore'];
    const verbs = ['Fix', 'Measure', 'Document', 'Port', 'Simplify', 'Test', 'Review'];
    const things = ['the login', 'the checkout', 'the search', 'the importer', 'the mail queue', 'the price list'];
    things.push('the admin page', 'the start-up', 'the invoice', 'the upload', 'the event log');
    const lines = Array.from({ length: 1000 }, (_, index) =>
      JSON.stringify({
        title: `${verbs[index % 7]} ${things[Math.floor(index / 7) % 11]}`,
        kind: kinds[index % 3],
        priority: index % 5,
        ...(index % 7 === 0 ? { labels: ['ui'] } : {}),
      }),
    );
    const { queue } = await open(async () => {
      await mustRunCli(repository?.path ?? '', 'Robin', ['queue', 'add', '--from-file', '-'], lines.join('\n'));
    });
    await expect.poll(async () => (await queue.rows())[0]?.description, { timeout: 30_000 }).toBe('1000');
    await lookAt('thousand');
    await queue.select('W-1 Fix the login');
    await opened?.workbench.page.keyboard.press('End');
    await queue.waitForRow('Show more (500 not shown)');
    await queue.select('Show more');
    await expect.poll(() => queue.labels(), { timeout: 30_000 }).not.toContain('Show more (500 not shown)');
  });
});

import { describe, expect, it } from 'vitest';
import { mustRunCli } from '../editor/runCli.js';
import { viewScenes } from '../editor/viewScene.js';
import { queueMenus } from './menus/queueMenus.js';
import { expectRowMenus, expectTitleMenu } from './menus/rowMenu.js';
import { titleMenus } from './menus/titleMenus.js';

describe('the Queue view in pictures', () => {
  const open = viewScenes({ view: 'Queue', viewport: { width: 1000, height: 720 }, width: 430 });

  it('while it is empty, and with ten work items', async () => {
    const { tree: queue, cli, lookAt, glanceAt } = await open(async () => undefined);
    await queue.welcome().waitFor();
    await glanceAt('empty');

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
    await queue.waitForRow('lease of codex-4f expired');
    await queue.expand('Waiting');
    await queue.expand('Closed');
    await queue.waitForRow('W-8');
    await lookAt('ten');
    await expectRowMenus('queue', queue, queueMenus);
    await expectTitleMenu(queue, titleMenus.queue.items);
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
    const {
      repository,
      tree: queue,
      workbench,
      glanceAt,
    } = await open((_, { path }) => mustRunCli(path, 'Robin', ['queue', 'add', '--from-file', '-'], lines.join('\n')));
    await expect.poll(async () => (await queue.rows())[0]?.description, { timeout: 30_000 }).toBe('1000');
    await glanceAt('thousand');
    await queue.select('W-1 Fix the login');
    await workbench.page.keyboard.press('End');
    await queue.waitForRow('Show more (500 not shown)');
    await queue.select('Show more');
    await expect.poll(() => queue.labels(), { timeout: 30_000 }).not.toContain('Show more (500 not shown)');

    // A picker loads some hundred of them and searches the rest; what was ticked stays so.
    const { quickInput, page } = workbench;
    await workbench.runCommand('All Commands: Add Dependency…');
    await quickInput.waitFor('Select a work item to add dependencies to');
    await quickInput.type('W-900');
    await quickInput.pick('W-900 ');
    await quickInput.waitFor('Select the work items that W-900 depends on');
    await page.keyboard.press('Enter');
    await expect.poll(() => quickInput.message()).toMatch(/^Nothing is selected\. /);
    for (const ref of ['W-700', 'W-800']) {
      await quickInput.type(ref);
      await quickInput.waitForRow(ref);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
    }
    await page.keyboard.press('Enter');
    await quickInput.waitUntilClosed();
    await expect
      .poll(() => mustRunCli(repository.path, 'Robin', ['queue', 'show', 'W-900']))
      .toMatchObject({ item: { dependsOn: ['W-700', 'W-800'] } });
  });
});

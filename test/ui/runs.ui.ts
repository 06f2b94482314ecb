import { describe, expect, it } from 'vitest';
import { viewScenes } from '../editor/viewScene.js';
import { expectRowMenus, expectTitleMenu } from './menus/rowMenu.js';
import { runsMenus } from './menus/runsMenus.js';
import { titleMenus } from './menus/titleMenus.js';
import { RecordPage } from './recordPage.js';

interface Shown {
  readonly run: { readonly status: string; readonly summary: string | null };
  readonly content: { readonly hypotheses: readonly { readonly status: string; readonly notes: readonly string[] }[] };
}

describe('the Investigations view, by keyboard alone', () => {
  const open = viewScenes({ view: 'Investigations', viewport: { width: 1180, height: 800 }, width: 460 });

  it('holds an investigation from its question to its close', async () => {
    const { tree, workbench, cli, lookAt, glanceAt } = await open(async run => {
      await run('Robin', 'run', 'start', 'Why did the build break?');
      await run('Robin', 'run', 'close', '--summary', 'Pinned the compiler');
    });
    const { quickInput } = workbench;
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await workbench.page.keyboard.press(key);
    };
    const focus = async (): Promise<void> => {
      await workbench.runCommand('Stateroom: Focus on Investigations View');
      await tree.pane().locator('.monaco-list:focus').waitFor();
    };
    const choose = async (asks: string, label: string): Promise<void> => {
      await quickInput.waitFor(asks);
      await quickInput.pick(label);
    };
    const answer = async (asks: string, text: string): Promise<void> => {
      await quickInput.waitFor(asks);
      await quickInput.answer(text);
    };
    const chooseFromMenu = async (act: string): Promise<void> => {
      await press('Shift+F10');
      const focused = workbench.page.locator('.monaco-menu .action-item.focused');
      for (let moves = 0; moves < 20; moves += 1) {
        await press('ArrowDown');
        await focused.waitFor();
        if ((await focused.innerText()).split('\n')[0]?.trim() === act) return press('Enter');
      }
      throw new Error(`No key leads to ${act}.`);
    };
    await tree.waitForRow('Closed');
    await glanceAt('closed');

    await workbench.runCommand('All Commands: Start Investigation…');
    await answer('What is to be found out?', 'Why is the checkout slow on Mondays?');
    await tree.waitForRow('Why is the checkout');
    for (const text of ['The import still runs', 'The cache is cold']) {
      await workbench.runCommand('All Commands: Add Hypothesis…');
      await answer('What may be the case?', text);
      await tree.waitForRow(text);
    }
    await workbench.runCommand('All Commands: Add Evidence to Investigation…');
    await answer('What was observed, and where?', 'Both at 07:00');
    await choose('Select the hypothesis that it is about', 'H001');
    await tree.waitForRow('Both at 07:00');
    // What an agent records meanwhile is there too.
    await cli('codex', 'run', 'evidence', 'add', 'It began in May');
    await cli('codex', 'run', 'command-log', 'add', 'npm test', '--status', 'pass');
    const learned = ['--kind', 'test-gap', '--summary', 'Nothing tested a Monday', '--repo-action', 'docs'];
    await cli('codex', 'run', 'learning', 'add', ...learned, '--path', 'README.md');
    // From the row with the keyboard: its menu.
    await tree.waitForRow('Learnings');
    await focus();
    await tree.moveTo('The cache is cold');
    await chooseFromMenu('Resolve Hypothesis…');
    await choose('Select an outcome', 'Rejected');
    await answer('Reason (optional)', 'It is warm by 06:00');
    await tree.waitForRow(/^The cache is cold.*rejected/);
    for (const row of ['Evidence', 'Commands', 'Learnings', 'Closed']) await tree.expand(row);
    await lookAt('full');
    await expectTitleMenu(tree, titleMenus.investigations.runs);
    await expectRowMenus('investigations', tree, runsMenus);

    // Enter opens its page, which has the same entries and acts.
    await focus();
    await tree.moveTo('Why is the checkout slow on Mondays?');
    await press('Enter');
    const page = new RecordPage(workbench);
    await page.waitFor('R-2');
    await page.root().getByText('Nothing tested a Monday').first().waitFor();
    expect(await page.button('Resolve Hypothesis…').count()).toBe(2);
    for (const theme of workbench.themes()) {
      await workbench.setColorTheme(theme);
      await workbench.screenshot(`investigation-page-${theme}`);
      expect(await page.accessibilityProblems()).toEqual([]);
    }

    await workbench.runCommand('All Commands: Close Investigation…');
    await answer('Still open: H001. Why is it closed anyway?', 'The shop has to answer');
    await answer('What was found? (optional)', 'Not the cache');
    await answer('What was run or read to be sure? (optional)', 'npm test');
    await answer('What may still go wrong? (optional)', '');
    await expect
      .poll(async () => (await cli<Shown>('reader', 'run', 'show', 'R-2')).run)
      .toMatchObject({ status: 'closed', summary: 'Not the cache' });
    const { content } = await cli<Shown>('reader', 'run', 'show', 'R-2');
    expect(content.hypotheses).toMatchObject([
      { status: 'open', notes: [] },
      { status: 'rejected', notes: ['It is warm by 06:00'] },
    ]);
    await expect.poll(async () => (await tree.labels())[0]).toBe('Closed');
  });
});

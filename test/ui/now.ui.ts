import { describe, expect, it } from 'vitest';
import type { ScratchRepository } from '../editor/scratchRepository.js';
import { type SceneCli, viewScenes } from '../editor/viewScene.js';
import { chosenTaskMenus, nowMenus, otherTaskMenus } from './menus/nowMenus.js';
import { expectRowMenus, expectTitleMenu } from './menus/rowMenu.js';
import { titleMenus } from './menus/titleMenus.js';

const plan = `# Limit logins

## Objective
Nobody tries more than three passwords.

## Steps
- [x] Count the tries {#count}
- [ ] Refuse the fourth one {#refuse}

## Acceptance
- [ ] Two clients together are refused {#two}
`;

describe('the Now view', () => {
  const open = viewScenes({
    view: 'Now',
    viewport: { width: 1180, height: 900 },
    width: 560,
    // The boxes of rows: the keyboard gets to them by Space on the row instead.
    exceptRules: ['tabindex'],
  });

  async function busyTask(cli: SceneCli, made: ScratchRepository): Promise<void> {
    await made.write('.stateroom/plans/limit-logins.md', plan);
    await made.write('src/login.ts', 'export const tries = 3;\n');
    await made.git('add', '.');
    await made.git('commit', '--quiet', '--message=Plan');
    const words = ['--here', '--ref', 'limit-2', '--plan', '.stateroom/plans/limit-logins.md'];
    await cli('claude', 'task', 'start', 'Nobody tries more than three passwords', ...words);
    await cli('claude', 'task', 'update', '--focus', 'The counter of each address');
    await cli('claude', 'slice', 'start', 'Count the tries', '--item', 'count');
    await cli('claude', 'slice', 'start', 'Refuse the fourth one', '--item', 'refuse');
    await cli('claude', 'action', 'add', 'Write the test for two clients', '--priority', '1');
    await cli('claude', 'action', 'add', 'Tell the support team');
    await cli('claude', 'blocker', 'add', 'The staging database is down');
    const place = ['--task', 'limit-2', '--path', 'src/login.ts', '--line', '1'];
    await cli('codex', 'finding', 'record', '--severity', 'high', ...place, '--text', 'Three is too few');
    await cli('codex', 'finding', 'record', '--severity', 'medium', ...place, '--text', 'Name the unit');
    await cli('codex', 'queue', 'add', 'Choose the colour of the button');
    await cli('codex', 'queue', 'claim', 'W-2');
    await cli('codex', 'queue', 'ask', 'W-2', '--question', 'Red or blue?');
    await made.write('src/login.ts', 'export const tries = 4;\n');
  }

  it('while there is no task', async () => {
    const { repository, workbench, tree: now, glanceAt } = await open(async () => undefined);
    await now.welcome().waitFor();
    await expect.poll(() => now.welcome().getByRole('button').allInnerTexts()).toEqual(['Start Task…', 'Glossary']);
    const chooses = now.pane().locator('.pane-header .action-label[aria-label^="Choose Task…"]');
    expect(await chooses.count()).toBe(0);
    expect(await workbench.commandTitles('All Commands: Choose Task')).not.toContain('All Commands: Choose Task…');
    await glanceAt('empty');
    await expectTitleMenu(now, titleMenus.now.empty);
    await now.welcome().getByRole('button', { name: 'Start Task…' }).click();
    await workbench.quickInput.answer('Limit the rate of logins');
    await workbench.page.getByText('Short name for the branch').waitFor();
    await workbench.quickInput.answer('limit-2');
    await workbench.page.locator('.quick-input-widget:visible .monaco-list-row').first().waitFor();
    await workbench.quickInput.pick('This worktree');
    await now.waitForRow('T-1 Limit the rate of logins');
    await chooses.first().waitFor({ state: 'attached' });
    expect(await repository.git('branch', '--show-current')).toBe('feature/limit-2');
  });

  it('with a task in the middle of its work, in every theme, and by keyboard alone', async () => {
    const { workbench, tree: now, cli, lookAt } = await open(busyTask);
    await now.waitForRow('not ready');
    await now.expand('1 of 3 ticked');
    await lookAt('full');
    await expectTitleMenu(now, titleMenus.now.task);
    await expectRowMenus('now', now, nowMenus);

    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await workbench.page.keyboard.press(key);
    };
    /** Gives the keyboard to the rows, as the command does. */
    const focus = async (): Promise<void> => {
      await workbench.runCommand('Stateroom: Focus on Now View');
      await now.pane().locator('.monaco-list:focus').waitFor();
    };
    const select = (label: string) => now.moveTo(label);
    const status = async (): Promise<string> => {
      const { actions } = await cli<{ actions: { ref: string; status: string }[] }>('reader', 'action', 'list');
      return actions.map(({ ref, status: state }) => `${ref} ${state}`).join(', ');
    };
    await focus();
    await select('Write the test for two clients');
    await press('Enter');
    await workbench.page.locator('.quick-input-widget:visible .label-name', { hasText: 'Mark as done' }).waitFor();
    await press('Enter');
    await expect.poll(status, { timeout: 30_000 }).toBe('A-1 done, A-2 pending');
    await select('Tell the support team');
    await press('Space');
    await expect.poll(status, { timeout: 30_000 }).toBe('A-1 done, A-2 done');
    await workbench.answerNotification('Completed A-2: Tell the support team', 'Add Again');
    await expect.poll(status, { timeout: 30_000 }).toBe('A-1 done, A-2 done, A-3 pending');
    await workbench.runCommand('Stateroom: Focus on Now View');
    // Elsewhere the key does what it does in every tree.
    await select('Next actions');
    await press('Space');
    await expect.poll(async () => (await now.labels()).includes('Tell the support team')).toBe(false);
    await press('Space');
    await now.waitForRow('Tell the support team');
    await select('1 open high finding');
    await press('Enter');
    const tab = workbench.page.locator('.part.editor .tab.active');
    await expect.poll(() => tab.getAttribute('data-resource-name'), { timeout: 30_000 }).toBe('login.ts');
    await focus();
    await select('The staging database is down');
    await press('Enter');
    await workbench.quickInput.answer('It is back');
    await expect
      .poll(async () => (await now.labels()).includes('The staging database is down'), { timeout: 30_000 })
      .toBe(false);

    await cli('codex', 'task', 'start', 'Port the cart', '--ref', 'cart-2');
    // Maximum size of what is below.
    for (const part of ['Since your last visit', 'Plan', 'review-ready']) await now.collapse(part);
    await now.expand('Other active tasks');
    await now.waitForRow('T-2 Port the cart');
    await expectRowMenus('now', now, otherTaskMenus);
    await now.select('T-2 Port the cart');
    await now.waitForRow('selected by you');
    await expectRowMenus('now', now, chosenTaskMenus);
    await now.contextAction('T-2 Port the cart', 'Back to This Worktree');
    await now.waitForRow('The counter of each address');
  });
});

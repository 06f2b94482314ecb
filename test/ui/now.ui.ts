import AxeBuilder from '@axe-core/playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import { type ColorTheme, colorThemes, type Workbench } from '../editor/workbench.js';

const themes = Object.keys(colorThemes) as ColorTheme[];

const plan = `# Limit logins

## Objective
Nobody tries more than three passwords.

## Steps
- [x] Count the tries {#count}
- [ ] Refuse the fourth one {#refuse}

## Acceptance
- [ ] Two clients together are refused {#two}
`;

/** Pulls the side bar’s edge, as people do to read more of each row. */
async function widen({ page }: Workbench, width: number): Promise<void> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (box === null) throw new Error('The side bar is not shown.');
  await page.mouse.move(box.x + box.width + 1, 300);
  await page.mouse.down();
  await page.mouse.move(box.x + width, 300, { steps: 5 });
  await page.mouse.up();
}

describe('the Now view', () => {
  let repository: ScratchRepository | undefined;
  let opened: OpenWorkbench | undefined;

  afterEach(async () => {
    await opened?.close();
    await repository?.remove();
  });
  keepPictureOfFailures(() => opened);

  type Cli = <T>(actor: string, ...words: string[]) => Promise<T>;

  async function open(
    seed: (cli: Cli, made: ScratchRepository) => Promise<void>,
  ): Promise<{ workbench: Workbench; now: TreeView; cli: Cli }> {
    const made = await makeScratchRepository('shop');
    repository = made;
    const cli: Cli = (actor, ...words) => mustRunCli(made.path, actor, words);
    await seed(cli, made);
    opened = await openWorkbench({ repo: made.path, viewport: { width: 1180, height: 900 } });
    const { workbench } = opened;
    await workbench.openContainer('Stateroom');
    await widen(workbench, 560);
    for (const other of ['Queue', 'Findings']) await workbench.fold(other);
    // No tooltip of a button in the pictures.
    await workbench.page.mouse.move(900, 600);
    return { workbench, now: workbench.tree('Now'), cli };
  }

  /** A picture in each theme; what a screen reader and a weak eye need is checked in each. */
  async function lookAt(name: string, now: TreeView): Promise<void> {
    const { workbench } = opened ?? expect.fail('no window is open');
    await workbench.page.mouse.move(900, 600);
    for (const theme of themes) {
      await workbench.setColorTheme(theme);
      await workbench.screenshot(`now-${name}-${theme}`);
      const { violations } = await new AxeBuilder({ page: workbench.page })
        .include('.part.sidebar .pane-body')
        // The editor's own: its lists name the focused row by aria-activedescendant, rows hold their toolbars, and
        // between a row's label and its description stands no white space; that rule is checked below instead.
        .disableRules([
          'nested-interactive',
          'scrollable-region-focusable',
          'aria-required-children',
          'label-content-name-mismatch',
          // The boxes of rows as well: the keyboard gets to them by Enter on the row instead.
          'tabindex',
        ])
        .analyze();
      expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
    // Who controls the editor by voice says what is read: a row's name begins with its label and holds all facts.
    for (const { label, description, accessibleName } of await now.rows()) {
      expect(accessibleName.slice(0, label.length)).toBe(label);
      for (const fact of description.split(' · ')) expect(accessibleName).toContain(fact);
    }
  }

  async function busyTask(cli: Cli, made: ScratchRepository): Promise<void> {
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
    const place = ['--path', 'src/login.ts', '--line', '1'];
    await cli('codex', 'finding', 'record', '--severity', 'high', ...place, '--text', 'Three is too few');
    await cli('codex', 'finding', 'record', '--severity', 'medium', ...place, '--text', 'Name the unit');
    await cli('codex', 'queue', 'add', 'Choose the colour of the button');
    await cli('codex', 'queue', 'claim', 'W-1');
    await cli('codex', 'queue', 'ask', 'W-1', '--question', 'Red or blue?');
    await made.write('src/login.ts', 'export const tries = 4;\n');
  }

  it('while there is no task, in every theme', async () => {
    const { workbench, now } = await open(async () => undefined);
    await now.welcome().waitFor();
    expect(await now.welcome().getByRole('button').allInnerTexts()).toEqual(['Start Task…', 'Choose Task…']);
    await lookAt('empty', now);
    await now.welcome().getByRole('button', { name: 'Start Task…' }).click();
    await workbench.quickInput.answer('Limit the rate of logins');
    await workbench.page.getByText('A short name with a digit').waitFor();
    await workbench.quickInput.answer('limit-2');
    await workbench.page.locator('.quick-input-widget:visible .monaco-list-row').first().waitFor();
    await workbench.quickInput.pick('This work tree');
    await now.waitForRow('T-1 Limit the rate of logins');
    expect(await repository?.git('branch', '--show-current')).toBe('feature/limit-2');
  });

  it('with a task in the middle of its work, in every theme', async () => {
    const { now } = await open(busyTask);
    await now.waitForRow('not ready');
    await now.expand('1 of 3 ticked');
    await lookAt('full', now);
  });

  it('is used by keyboard alone', async () => {
    const { workbench, now, cli } = await open(busyTask);
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await workbench.page.keyboard.press(key);
    };
    /** Moves to a row, as the arrow keys do. */
    const select = async (label: string): Promise<void> => {
      await press('Home');
      for (let moves = 0; moves < 60; moves += 1) {
        const row = now.pane().locator('.monaco-list-row.focused .label-name');
        if ((await row.count()) === 1 && (await row.innerText()).startsWith(label)) return;
        await press('ArrowDown');
      }
      throw new Error(`No key leads to ${label}.`);
    };
    const status = async (): Promise<string> => {
      const { actions } = await cli<{ actions: { ref: string; status: string }[] }>('reader', 'action', 'list');
      return actions.map(({ ref, status: state }) => `${ref} ${state}`).join(', ');
    };
    await now.waitForRow('not ready');
    await workbench.runCommand('Stateroom: Focus on Now View');
    await select('Write the test for two clients');
    await press('Enter');
    await workbench.page.locator('.quick-input-widget:visible .label-name', { hasText: 'It is done' }).waitFor();
    await press('Enter');
    await expect.poll(status, { timeout: 30_000 }).toBe('A-1 done, A-2 pending');
    await select('1 open high finding');
    await press('Enter');
    const tab = workbench.page.locator('.part.editor .tab.active');
    await expect.poll(() => tab.getAttribute('data-resource-name'), { timeout: 30_000 }).toBe('login.ts');
    await workbench.runCommand('Stateroom: Focus on Now View');
    await select('The staging database is down');
    await press('Enter');
    await workbench.quickInput.answer('It is back');
    await expect
      .poll(async () => (await now.labels()).includes('The staging database is down'), { timeout: 30_000 })
      .toBe(false);
  });
});

import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { Workbench } from '../editor/workbench.js';
import { KeyPresser } from './keyPresser.js';
import { laneActs } from './laneActs.js';

// All flows of the palette are driven without an editor by src/surfaces/vscode/paletteFlows.spec.ts and laneFlows.spec.ts. What
// is here is not theirs to say: whether the editor's own boxes, lists and views do what those take for granted.
describe('by keyboard alone', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  let keys: KeyPresser;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    await cli('Robin', 'queue', 'add', 'Wash');
    await cli('Robin', 'queue', 'add', 'Dry');
    await cli('Robin', 'worker', 'spawn', 'cart', '--no-fetch');
    await cli('Robin', 'task', 'start', 'Port the cart', '--ref', 'cart-2');
    await cli('Robin', 'task', 'start', 'Limit the logins', '--ref', 'limits-1', '--here');
    await cli('Robin', 'action', 'add', 'Write the test');
    const words = [
      '--task',
      'limits-1',
      '--severity',
      'high',
      '--path',
      'README.md',
      '--line',
      '1',
      '--text',
      'The loop never ends',
    ];
    await cli('codex', 'finding', 'record', ...words);
    await repository.write('../items.jsonl', '{"title":"Iron"}\n{"title":"Mend"}\n');
    opened = await openWorkbench({ repo: repository.path, viewport: { width: 1280, height: 1200 } });
    workbench = opened.workbench;
    keys = new KeyPresser(workbench);
    await workbench.openContainer('Stateroom');
    await workbench.tree('Now').waitForRow('Write the test');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  const query = async (sql: string) => (await cli<{ rows: unknown }>('reader', 'store', 'query', sql)).rows;
  const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });
  async function moveTo(view: string, label: string): Promise<void> {
    await workbench.runCommand(`Stateroom: Focus on ${view} View`);
    await workbench.tree(view).pane().locator('.monaco-list:focus').waitFor();
    await workbench.tree(view).moveTo(label);
  }
  /** With the other views folded: together they leave each of them a few rows. */
  async function inFullHeight(view: string, act: () => Promise<void>): Promise<void> {
    const others = ['Now', 'Queue', 'Needs You', 'Lanes', 'Findings', 'Investigations'].filter(other => other !== view);
    for (const other of others) await workbench.fold(other);
    await act();
    for (const other of others) await workbench.unfold(other);
  }
  /** Opens the menu of the row that has the keyboard, goes to an act with the arrows and takes it. */
  async function chooseFromMenu(act: string): Promise<void> {
    await keys.press('Shift+F10');
    const focused = workbench.page.locator('.monaco-menu .action-item.focused');
    for (let moves = 0; moves < 40; moves += 1) {
      await keys.press('ArrowDown');
      await focused.waitFor();
      if ((await focused.innerText()).split('\n')[0]?.trim() === act) return keys.press('Enter');
    }
    throw new Error(`No key leads to ${act}.`);
  }

  describe('the views', () => {
    it.each([
      {
        view: 'Now',
        heading: 'Next actions',
        row: 'Write the test',
        act: 'Complete',
        shows: 'none pending',
      },
      { view: 'Queue', heading: 'Ready', row: 'W-1 Wash', act: 'Claim', shows: 'Robin' },
      { view: 'Findings', heading: 'High', row: 'F-1 The loop never ends', act: 'Show', shows: undefined },
      { view: 'Lanes', heading: undefined, row: 'L-1 cart', act: 'Show', shows: undefined },
    ])('$view: folds and unfolds, and acts from the menu of a row', async ({ view, heading, row, act, shows }) => {
      const tree = workbench.tree(view);
      const isShown = async () => (await tree.labels()).includes(row);
      await workbench.unfold(view);
      await inFullHeight(view, async () => {
        await tree.waitForRow(row);
        if (heading !== undefined) {
          await moveTo(view, heading);
          await keys.press('ArrowLeft');
          await eventually(isShown).toBe(false);
          await keys.press('ArrowRight');
          await eventually(isShown).toBe(true);
        }
        await moveTo(view, row);
        await chooseFromMenu(act);
        if (shows !== undefined) await tree.waitForRow(shows);
        else await workbench.page.locator('.part.editor .tab.active', { hasText: `${row.split(' ')[0]} ` }).waitFor();
      });
    });

    it('Now: ticks nothing by Space where no row has the keyboard, and goes on from there', async () => {
      const lastEvent = () => query('select max(id) from events');
      await cli('Robin', 'action', 'add', 'Tell the support team');
      await inFullHeight('Now', async () => {
        await workbench.tree('Now').waitForRow('Tell the support team');
        const before = await lastEvent();
        await moveTo('Now', 'Tell the support team');
        await keys.press('Escape', 'Escape');
        await workbench.tree('Now').pane().locator('.monaco-list-row.focused').waitFor({ state: 'detached' });
        await keys.press('Space', 'Control+k', 'a', 's');
        await workbench.quickInput.waitFor('Needs you: ');
        await workbench.quickInput.cancel();
        expect(await lastEvent()).toEqual(before);
      });
    });

    it('give the keyboard to the gate that the status is asked about', async () => {
      await keys.begin('Stateroom: Show Needs You');
      await keys.answer({ asks: 'Needs you', chooses: 'Check gates' });
      const now = workbench.tree('Now');
      const row = now.pane().locator('.monaco-list:focus .monaco-list-row.focused .label-name');
      await eventually(() => row.innerText()).toBe('review-ready');
    });

    it('ask anew from a button of the title bar, whatever row has the keyboard', async () => {
      await moveTo('Lanes', 'L-1 cart');
      await workbench.tree('Lanes').titleAction('New Lane');
      await workbench.quickInput.waitFor('Select what the lane is for');
      await workbench.quickInput.cancel();
      await moveTo('Now', 'T-2 Limit the logins');
      await workbench.tree('Now').titleAction('Choose Task…');
      await workbench.quickInput.waitFor('Select a task to show');
      await workbench.quickInput.cancel();
    });
  });

  describe('the boxes', () => {
    beforeAll(async () => {
      const acts = laneActs(cli, repository);
      await acts.commit('cart', 'cart.ts', 'export {};\n');
      await acts.start('cart');
      await cli('codex-1', 'worker', 'done', 'cart', '--no-fetch');
    });

    it('take text, say why they do not, and go back: Start Task', async () => {
      const objective = { asks: 'What is the goal?', types: 'Count the shirts' };
      const ref = { asks: 'Short name for the branch', types: 'shirts-3' };
      const events = await query('select max(id) from events');
      await keys.leave('Stateroom Task: Start Task…', objective, ref);
      expect(await query('select max(id) from events')).toEqual(events);
      await keys.begin('Stateroom Task: Start Task…');
      await keys.answer(objective);
      const says = 'It must contain a digit, which distinguishes tasks from other branches.';
      await keys.answer({ ...ref, refuses: { text: 'shirts-three', says } });
      await keys.answer({ asks: 'Select where to work on it', chooses: 'New worktree' });
      const started = () => query('select ref, objective, branch from tasks where number = 3');
      await eventually(started).toEqual([['shirts-3', 'Count the shirts', 'feature/shirts-3']]);
    });

    it('find rows by what is typed, and have them ticked: Add Dependency', async () => {
      await keys.begin('All Commands: Add Dependency…');
      await keys.answer({ asks: 'Select a work item to add dependencies to', chooses: 'W-2' });
      await keys.answer({ asks: 'Select the work items that W-2 depends on', ticks: 'W-1' });
      await eventually(() => query('select count(*) from work_item_dependencies')).toEqual([[1]]);
    });

    it('take the path of a file: Add Work Items from File', async () => {
      await keys.begin('All Commands: Add Work Items from File…');
      await keys.answer({ asks: 'Add Work Items from File', opens: join(dirname(repository.path), 'items.jsonl') });
      // Of the others, two were added above, and each lane and task has one.
      const imported = () => query('select title from work_items where number > 6 order by number');
      await eventually(imported).toEqual([['Iron'], ['Mend']]);
    });

    it('bring a view into sight: Reveal Work Item in Queue', async () => {
      await workbench.runCommand('View: Show Explorer');
      await keys.begin('All Commands: Reveal Work Item in Queue');
      await keys.answer({ asks: 'Select a work item', chooses: 'W-8' });
      const selected = async () => (await workbench.tree('Queue').rows()).filter(row => row.selected);
      await eventually(async () => (await selected()).map(({ label }) => label)).toEqual(['W-8 Mend']);
    });

    it('ask in a dialog: Merge Work', async () => {
      await keys.begin('Stateroom Lane: Approve');
      await keys.answer({ asks: 'Select a lane', chooses: 'L-1 cart' });
      await keys.begin('Stateroom Lane: Merge…');
      await keys.answer({ asks: 'Select a lane', chooses: 'L-1 cart' });
      await keys.answer({ asks: 'Merge lane L-1 cart?', presses: 'Merge' });
      await eventually(() => query("select status from lanes where name = 'cart'")).toEqual([['merged']]);
    });
  });
});

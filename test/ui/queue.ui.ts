import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import type { Workbench } from '../editor/workbench.js';
import { expectWelcomes } from './menus/expectWelcomes.js';
import { expectTitleMenu } from './menus/rowMenu.js';
import { editorActs, titleMenus } from './menus/titleMenus.js';
import { welcomePages } from './menus/welcomePages.js';

describe('the Queue view', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  let queue: TreeView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    opened = await openWorkbench({ repo: repository.path });
    workbench = opened.workbench;
    queue = workbench.tree('Queue');
    await workbench.openContainer('Stateroom');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);

  /** The rows on the screen as text, sections with their rows below them. */
  const texts = async (view = queue): Promise<string[]> =>
    (await view.rows()).map(({ level, label, description }) =>
      `${level === 1 ? '' : '  '}${label} ${description}`.trimEnd(),
    );

  /** The labels of a section’s rows, in their order. */
  async function rowsUnder(section: string, view = queue): Promise<string[]> {
    const rows = await view.rows();
    const from = rows.findIndex(row => row.level === 1 && row.label === section);
    if (from === -1) return [];
    const rest = rows.slice(from + 1);
    const end = rest.findIndex(row => row.level === 1);
    return (end === -1 ? rest : rest.slice(0, end)).map(row => row.label);
  }

  const within = (section: string, labels: string[], view = queue) =>
    eventually(() => rowsUnder(section, view)).toEqual(labels);

  it('invites to add the first work item, and makes no store for being looked at', async () => {
    await expectWelcomes(workbench, welcomePages.empty);
    expect(existsSync(join(repository.path, '.git', 'stateroom'))).toBe(false);
    expect(await workbench.statusBarItem('Stateroom').count()).toBe(0);
  });

  it('adds a work item with the keyboard alone', async () => {
    await workbench.runCommand('Stateroom Queue: Add Work Item…');
    await workbench.quickInput.waitFor('What needs to be done?');
    await workbench.page.keyboard.press('Enter');
    await eventually(() => workbench.quickInput.message()).toContain('It is empty.');
    await workbench.page.keyboard.type('Fix the login redirect');
    await workbench.page.keyboard.press('Enter');
    await within('Ready', ['W-1 Fix the login redirect']);
    await workbench.statusBarItem('Stateroom: Nothing needs your attention, 0 in progress, 1 ready').waitFor();
  });

  it('asks for details when it is told to, and remembers that', async () => {
    for (const key of ['Control+k', 'a', 'a']) await workbench.page.keyboard.press(key);
    await workbench.quickInput.waitFor('What needs to be done?');
    await workbench.quickInput.box().getByRole('checkbox', { name: 'Also ask for kind' }).click();
    await workbench.quickInput.answer('Write the release notes');
    await workbench.quickInput.pick('P1');
    await workbench.quickInput.waitFor('Kind: any word');
    await workbench.quickInput.type('two words');
    await workbench.quickInput.accept();
    await eventually(() => workbench.quickInput.message()).toContain(
      'It must start with a letter or digit; letters, digits',
    );
    await workbench.quickInput.answer('docs');
    await workbench.quickInput.waitFor('Labels, separated');
    await workbench.quickInput.answer('release, website');
    await workbench.quickInput.waitFor('Who is to do it');
    await workbench.quickInput.accept();
    await workbench.quickInput.waitFor('Due date');
    await workbench.quickInput.type('soonish');
    await workbench.quickInput.accept();
    await eventually(() => workbench.quickInput.message()).toContain('Not a valid time.');
    await workbench.quickInput.answer('+2d');
    await eventually(() => texts()).toEqual([
      'Ready 2',
      '  W-2 Write the release notes P1 · due in 2 d · docs · release, website',
      '  W-1 Fix the login redirect',
    ]);
    await workbench.runCommand('Stateroom Queue: Add Work Item…');
    await workbench.quickInput.waitFor('What needs to be done?');
    const toggle = workbench.quickInput.box().getByRole('checkbox', { name: 'Also ask for kind' });
    expect(await toggle.isChecked()).toBe(true);
    await toggle.click();
    await workbench.quickInput.answer('Port the checkout page');
    await within('Ready', ['W-2 Write the release notes', 'W-1 Fix the login redirect', 'W-3 Port the checkout page']);
  });

  it('shows within the wait what another process claims, with its holder and its lease', async () => {
    await cli('codex-1', 'queue', 'claim', 'W-3');
    await within('In progress', ['W-3 Port the checkout page']);
    const row = (await queue.rows()).find(({ label }) => label.startsWith('W-3'));
    expect(row).toMatchObject({
      title: 'Port the checkout page',
      description: 'in progress · codex-1',
      accessibleName: 'Port the checkout page, W-3, in progress, codex-1, claimed by an agent',
    });
    await queue.row('W-3').hover();
    await workbench.page.locator('.workbench-hover', { hasText: /lease until .+ \(1[345] min left\)/ }).waitFor();
    await workbench.page.mouse.move(1, 1);
    await within('Ready', ['W-2 Write the release notes', 'W-1 Fix the login redirect']);
  });

  it('shows a lease that runs out, without any process saying so', async () => {
    // Long enough to be seen on a busy machine before it runs out.
    await cli('codex-2', 'queue', 'claim', 'W-1', '--lease', '12s');
    await within('In progress', ['W-1 Fix the login redirect', 'W-3 Port the checkout page']);
    await within('Ready', ['W-2 Write the release notes', 'W-1 Fix the login redirect']);
    const row = (await queue.rows()).find(({ label }) => label.startsWith('W-1'));
    expect(row?.description).toBe('lease of codex-2 expired');
  });

  it('opens the page of a work item, and keeps it up to date', async () => {
    await queue.select('W-3');
    const page = workbench.webview().locator('#record');
    await page.getByRole('heading', { level: 1, name: 'W-3 Port the checkout page' }).waitFor();
    await cli('codex-1', 'queue', 'annotate', 'W-3', '{"branch":"feature/checkout"}');
    await page.getByText('feature/checkout').waitFor();
    await page.getByRole('button', { name: 'Open as Text' }).click();
    const text = workbench.page.locator('.editor-instance .view-lines');
    await eventually(async () => plain(await text.innerText())).toContain('# W-3 Port the checkout page');
    const [, copyPage] = editorActs['editor/title'];
    await workbench.page.locator(`.editor-actions .action-label[aria-label^="${copyPage}"]`).click();
    const copied = () => workbench.page.evaluate(() => navigator.clipboard.readText());
    await eventually(copied).toContain('# W-3 Port the checkout page\n');
    expect(await copied()).toContain('- branch: feature/checkout');
    await workbench.runCommand('View: Close All Editors');
  });

  it('moves rows with keys', async () => {
    // Six views leave each of them a few rows at the height of this window.
    for (const view of ['Now', 'Lanes', 'Findings', 'Investigations']) await workbench.fold(view);
    await cli('codex-1', 'queue', 'release', 'W-3');
    await within('Ready', ['W-2 Write the release notes', 'W-1 Fix the login redirect', 'W-3 Port the checkout page']);
    await queue.select('W-3');
    await queue.row('W-3').focus();
    await workbench.page.keyboard.press('Alt+ArrowUp');
    await within('Ready', ['W-2 Write the release notes', 'W-3 Port the checkout page', 'W-1 Fix the login redirect']);
    await workbench.page.keyboard.press('Alt+Shift+ArrowUp');
    await within('Ready', ['W-3 Port the checkout page', 'W-2 Write the release notes', 'W-1 Fix the login redirect']);
    await workbench.page.keyboard.press('Alt+ArrowDown');
    await within('Ready', ['W-2 Write the release notes', 'W-3 Port the checkout page', 'W-1 Fix the login redirect']);
  });

  it('moves rows by dragging', async () => {
    await queue.drag('W-1', 'W-2');
    await within('Ready', ['W-1 Fix the login redirect', 'W-2 Write the release notes', 'W-3 Port the checkout page']);
    await queue.drag('W-1', 'W-3');
    await within('Ready', ['W-2 Write the release notes', 'W-3 Port the checkout page', 'W-1 Fix the login redirect']);
    const { items } = await cli<{ items: { ref: string }[] }>('reader', 'queue', 'ready');
    expect(items.map(({ ref }) => ref)).toEqual(['W-2', 'W-3', 'W-1']);
  });

  it('brings a question to the person, and takes the answer', async () => {
    await cli('codex-1', 'queue', 'claim', 'W-3');
    await cli('codex-1', 'queue', 'ask', 'W-3', '--question', 'May I drop [it](command:workbench.action.quit)?');
    const needs = workbench.tree('Needs You');
    await needs.waitForRow('W-3 May I drop [it](command:workbench.action.quit)?');
    await eventually(() => workbench.badge('Stateroom')).toBe('1');
    await workbench.statusBarItem('Stateroom: 1 needs you').waitFor();
    await needs.inlineAction('W-3', 'Answer');
    await workbench.quickInput.waitFor('May I drop');
    expect(await workbench.quickInput.box().getByRole('link').count()).toBe(0);
    await workbench.quickInput.answer('Yes, drop it');
    await within('In progress', ['W-3 Port the checkout page']);
    await eventually(() => workbench.badge('Stateroom')).toBeUndefined();
    await needs.welcome().waitFor();
    await workbench.fold('Needs You');
  });

  it('ends work in one click, and takes it up again with a reason', async () => {
    await queue.inlineAction('W-2', 'Mark as Done');
    await within('Ready', ['W-1 Fix the login redirect']);
    await queue.expand('Closed');
    await within('Closed', ['W-2 Write the release notes']);
    expect(await workbench.notifications()).toEqual([]);
    await queue.inlineAction('W-2', 'Reopen');
    await workbench.quickInput.answer('One is missing');
    await within('Ready', ['W-2 Write the release notes', 'W-1 Fix the login redirect']);
  });

  it('refuses in a sentence with the next step', async () => {
    await workbench.runCommand('All Commands: Add Dependency…');
    await workbench.quickInput.pick('W-2');
    await workbench.quickInput.waitFor('Select the work items that W-2 depends on');
    await workbench.quickInput.rows().filter({ hasText: 'W-1 ' }).click();
    await workbench.quickInput.accept();
    await queue.expand('Waiting');
    await within('Waiting', ['W-2 Write the release notes']);
    await queue.contextAction('W-1', 'More > Add Dependency…');
    await workbench.quickInput.waitFor('Select the work items that W-1 depends on');
    await workbench.quickInput.rows().filter({ hasText: 'W-2 ' }).click();
    await workbench.quickInput.accept();
    await workbench.notification(/W-1.*W-2|W-2.*W-1/).waitFor();
    await workbench.clearNotifications();
    await queue.contextAction('W-2', 'More > Remove Dependency…');
    await workbench.quickInput.rows().filter({ hasText: 'W-1 ' }).click();
    await workbench.quickInput.accept();
    await within('Waiting', []);
  });

  it('offers to take over what another holds, and nothing where nobody holds any', async () => {
    await workbench.runCommand('All Commands: Release Work Item');
    await workbench.quickInput.waitFor('Select a work item to release');
    await workbench.quickInput.pick('W-3');
    await within('In progress', []);
    await eventually(() => workbench.commandTitles('All Commands: Take Over')).not.toContain(
      'All Commands: Take Over Work Item',
    );
    await workbench.runCommand('Stateroom Queue: Claim');
    await workbench.quickInput.waitFor('Select a work item to claim');
    await eventually(() => workbench.quickInput.labels()).toContain('W-3 Port the checkout page');
    await workbench.quickInput.type('W-3');
    await eventually(() => workbench.quickInput.labels()).toEqual(['W-3 Port the checkout page']);
    await cli('codex-1', 'queue', 'claim', 'W-3');
    await workbench.quickInput.accept();
    await workbench.answerNotification(/W-3.*codex-1/, 'Take Over');
    await eventually(async () => (await queue.rows()).find(({ label }) => label.startsWith('W-3'))?.description).toBe(
      'in progress · Robin',
    );
    await queue.contextAction('W-3', 'Release');
    await within('In progress', []);
    await cli('codex-1', 'queue', 'claim', 'W-3');
    await eventually(async () => (await queue.rows()).find(({ label }) => label.startsWith('W-3'))?.description).toBe(
      'in progress · codex-1',
    );
  });

  it('narrows the view to what is wanted, and says so', async () => {
    await queue.titleAction('Filter Queue');
    await workbench.quickInput.pick('docs');
    await eventually(() => texts()).toEqual([
      'Ready 1',
      '  W-2 Write the release notes P1 · due in 2 d · docs · release, website',
    ]);
    await eventually(() => queue.message().innerText()).toBe('Filtered by kind: docs');
    await expectTitleMenu(queue, titleMenus.queue.filtered);
    await queue.titleAction('Change Queue Filter');
    await workbench.quickInput.type('nowhere');
    await workbench.quickInput.pick('Title or id contains “nowhere”');
    await expectWelcomes(workbench, { Queue: welcomePages.nothingFound.Queue });
    await queue.welcome().getByRole('button', { name: 'Clear Filter' }).click();
    await within('Ready', ['W-2 Write the release notes', 'W-1 Fix the login redirect']);
  });

  it('shows the same in two windows and a program at once', async () => {
    const second = await opened.newWindow();
    await second.openContainer('Stateroom');
    const other = second.tree('Queue');
    await within('Ready', ['W-2 Write the release notes', 'W-1 Fix the login redirect'], other);
    await other.inlineAction('W-1', 'Claim');
    await within('In progress', ['W-3 Port the checkout page', 'W-1 Fix the login redirect']);
    await workbench.runCommand('Stateroom Queue: Add Work Item…');
    await workbench.quickInput.answer('From the first window');
    await within('Ready', ['W-2 Write the release notes', 'W-4 From the first window'], other);
    await cli('codex-9', 'queue', 'add', 'From a program');
    const all = ['W-2 Write the release notes', 'W-4 From the first window', 'W-5 From a program'];
    await within('Ready', all, other);
    await within('Ready', all);
    await second.close();
  });

  it('lists in its menu what needs you, what runs and what comes next', async () => {
    await workbench.statusBarItem('Stateroom').click();
    await workbench.quickInput.waitFor('Needs you: 0 · Ready: 3 · In progress: 2 · Waiting: 0');
    expect((await workbench.quickInput.labels()).map(label => label.trim())).toEqual([
      'W-3 Port the checkout page',
      'W-1 Fix the login redirect',
      'Add work item',
      'Claim next work item',
      'Show queue',
      'Connect agents…',
    ]);
    await workbench.quickInput.cancel();
  });

  it('runs no command for a link in a title', async () => {
    await cli('codex-9', 'queue', 'add', '$(trash) [x](command:workbench.action.quit) **bold**', '--priority', '0');
    await queue.waitForRow('W-6 $(trash) [x](command:workbench.action.quit) **bold**');
    await workbench.runCommand('Stateroom Queue: Claim');
    await workbench.quickInput.waitFor('Select a work item to claim');
    await eventually(() => workbench.quickInput.labels()).toContain(
      'W-6 $(trash) [x](command:workbench.action.quit) **bold**',
    );
    await workbench.quickInput.cancel();
    await queue.row('W-6').hover();
    const hover = workbench.page.locator('.workbench-hover', { hasText: 'W-6' });
    await hover.waitFor();
    // Its own link leads to the page, and that in the title to nothing.
    expect(await hover.locator('a').allInnerTexts()).toEqual(['W-6']);
    expect(plain(await hover.innerText())).toContain('$(trash) [x](command:workbench.action.quit) **bold**');
  });

  it('shows what a link from outside is about, and says so where it is about nothing here', async () => {
    await workbench.page.mouse.move(900, 400);
    await queue.contextAction('W-6', 'Copy > Copy Link');
    const copied = () => workbench.page.evaluate(() => navigator.clipboard.readText());
    await eventually(copied).toMatch(/:\/\/stateroom\.stateroom\/item\/[0-9A-Z]{26}$/);
    const link = await copied();
    const follow = async (address: string): Promise<void> => {
      await workbench.runCommand('Developer: Open URL');
      await workbench.quickInput.answer(address);
      await workbench.answerDialog('Open');
    };
    await follow(link);
    await eventually(async () => (await workbench.editorTabs()).filter(tab => tab.startsWith('W-6 $('))).toHaveLength(
      1,
    );
    const tabs = await workbench.editorTabs();
    await follow(link.replace(/[0-9A-Z]{26}$/, '01KAHM0Z0000000000000000AA'));
    await workbench
      .notification('This item is not in any open repository. Open its folder and try the link again.')
      .waitFor();
    await follow(link.replace(/[0-9A-Z]{26}$/, 'W-6'));
    await workbench.notification('This is not a valid Stateroom link.').waitFor();
    expect(await workbench.editorTabs()).toEqual(tabs);
    await workbench.clearNotifications();
  });
});

/** Waits for a condition; how long a machine takes is not what is tested. */
function eventually<T>(look: () => Promise<T> | T) {
  return expect.poll(look, { timeout: 30_000 });
}

/** Monaco draws spaces as no-break spaces. */
function plain(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { type ColorTheme, colorThemes } from '../editor/workbench.js';
import { hostile } from '../support/hostileStrings.js';
import { RecordPage } from './recordPage.js';

// The usual theme last: it is what the next window begins with.
const themes = (Object.keys(colorThemes) as ColorTheme[]).reverse();

describe('the pages of work items, tasks, lanes and findings', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let page: RecordPage;
  keepPictureOfFailures(() => opened);

  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  const itemNow = async (): Promise<WorkItem> => (await cli<{ item: WorkItem }>('reader', 'queue', 'show', 'W-1')).item;

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    await cli('Robin', 'queue', 'add', 'Limit the rate of logins');
    await cli('codex-1', 'queue', 'claim', 'W-1');
    await cli('codex-1', 'queue', 'annotate', 'W-1', JSON.stringify({ remark: `Read ${hostile[1]} and W-1` }));
    await cli('codex-1', 'queue', 'ask', 'W-1', '--question', 'Per address, or per account?');
    await cli('Robin', 'task', 'start', 'Limit the logins', '--here', '--ref', 'limit-2');
    await cli('Robin', 'worker', 'spawn', 'cart', '--owns', 'src/cart/**');
    const words = [
      '--severity',
      'high',
      '--path',
      'README.md',
      '--text',
      `${hostile[0]} ${hostile[2]}`,
      '--repository',
    ];
    await cli('claude', 'finding', 'record', ...words);
    opened = await openWorkbench({ repo: repository.path });
    page = new RecordPage(opened.workbench);
    await opened.workbench.openContainer('Stateroom');
    await open('Stateroom Queue: Show', 'W-1');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  /** Opens the page of a record by the palette. */
  async function open(command: string, ref: string): Promise<void> {
    const { workbench } = opened;
    await workbench.runCommand(command);
    // The task of this worktree is meant without a question.
    if (!ref.startsWith('T')) {
      await workbench.quickInput.waitFor();
      await workbench.quickInput.pick(ref);
    }
    await page.waitFor(ref);
  }

  it('says in words what is asked, and what an agent wrote as text', async () => {
    const text = await page.root().innerText();
    expect(text).toContain('Per address, or per account?');
    expect(text).toContain(`Read ${hostile[1]} and W-1`);
    expect(await page.root().locator('img, script, iframe, a').count()).toBe(0);
  });

  it('keeps the answer while it changes and over a reload, and sends it by the keyboard in one step', async () => {
    const { workbench } = opened;
    const box = page.root().getByRole('textbox', { name: 'Your answer' });
    await box.fill('Per address');
    await cli('codex-1', 'queue', 'annotate', 'W-1', '{"tried":"per account"}');
    await page.root().getByText('tried: per account').waitFor();
    expect(await box.inputValue()).toBe('Per address');
    await opened.workbench.reload();
    await page.waitFor('W-1');
    expect(await box.inputValue()).toBe('Per address');
    await page.tabTo('send');
    await workbench.page.keyboard.press('Enter');
    await box.waitFor({ state: 'detached' });
    expect(await itemNow()).toMatchObject({ status: 'in_flight', owner: 'codex-1', answer: 'Per address' });
    // What was asked is still there beside the answer.
    await page.root().getByText('Per address, or per account?').first().waitFor();
  });

  it('offers what can be done now, and does it', async () => {
    await cli('codex-1', 'queue', 'release', 'W-1');
    await page.button(/^Claim/).click();
    await page.button(/^Release/).waitFor();
    expect(await itemNow()).toMatchObject({ status: 'in_flight', owner: 'Robin' });
    expect(await page.root().getByRole('status').first().textContent()).toContain('in progress');
  });

  it('has one tab for a record, and the same as text behind a button', async () => {
    const { workbench } = opened;
    await workbench.runCommand('View: Close All Editors');
    await workbench.openContainer('Stateroom');
    for (let time = 0; time < 2; time += 1) {
      await workbench.tree('Queue').select('W-1');
      await page.waitFor('W-1');
    }
    await page.button('Open as Text').click();
    await workbench.page.locator('.part.editor .tab.active', { hasText: 'W-1.md' }).waitFor();
    expect((await workbench.editorTabs()).filter(tab => tab.startsWith('W-1'))).toHaveLength(2);
    await workbench.runCommand('View: Close All Editors');
  });

  it.each([
    ['All Commands: Show Lane', 'L-1'],
    ['All Commands: Show Task', 'T-1'],
    ['Stateroom Finding: Show', 'F-1'],
    ['Stateroom Queue: Show', 'W-1'],
  ])('%s: is readable in each theme, at 200 %% and in 320 pixels', async (command, ref) => {
    const { workbench } = opened;
    await workbench.openContainer('Stateroom');
    await open(command, ref);
    expect(await page.root().locator('img, script, iframe, a').count()).toBe(0);
    for (const theme of themes) {
      await page.wear(theme);
      expect([theme, await page.accessibilityProblems()]).toEqual([theme, []]);
    }
    await page.screenshot(`record-${ref}`);
    await workbench.runCommand('View: Close Primary Side Bar');
    await page.fit(640, 450);
    expect(await page.overhang()).toBe(0);
    await page.fit(320, 800);
    for (const theme of themes) {
      await page.wear(theme);
      expect([theme, await page.overhang(), await page.accessibilityProblems()]).toEqual([theme, 0, []]);
    }
    await page.screenshot(`record-narrow-${ref}`);
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('leads every control by Tab, in the order in which they are seen', async () => {
    const frame = await page.frame();
    await frame.locator('h1').click();
    const reached = await page.walk();
    expect(reached.slice(0, 3)).toEqual([
      expect.stringMatching(/^Mark as Done/),
      expect.any(String),
      expect.any(String),
    ]);
    expect(reached).toContain('Open as Text');
    expect(reached).toContain('More actions');
  });
});

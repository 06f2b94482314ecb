import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import type { Workbench } from '../editor/workbench.js';
import { RecordPage } from './recordPage.js';

// The editor's own: its steps are buttons that hold buttons, in a list, and are checked as boxes are.
const rulesOfTheEditor = [
  'aria-allowed-attr',
  'aria-required-children',
  'label-content-name-mismatch',
  'nested-interactive',
];

/** Keys that reach anything on the page, and no more than a person would press. */
const patience = 80;

describe('a newcomer who has a keyboard alone', () => {
  let home: Awaited<ReturnType<typeof temporaryFolder>>;
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  let client: Client | undefined;

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    home = await temporaryFolder('stateroom-home-');
    await mkdir(join(home.path, '.claude'));
    opened = await openWorkbench({
      repo: repository.path,
      env: { HOME: home.path, XDG_CONFIG_HOME: join(home.path, '.config') },
    });
    workbench = opened.workbench;
  });

  afterAll(async () => {
    await client?.close();
    await opened?.close();
    await repository?.remove();
    await home?.remove();
  });
  keepPictureOfFailures(() => opened);

  /** What the person's hands did: boxes that they answered, letters that they typed, and other keys. */
  const effort = { boxes: 0, letters: 0, keys: 0 };
  let atClaim = effort;

  const page = () => workbench.page;
  const open = async () => {
    await press('F1');
    await box();
    await type('stateroom walkthrough');
    await workbench.quickInput.rows().filter({ hasText: 'Stateroom: Open Walkthrough' }).first().waitFor();
    await press('Enter');
    await page().getByRole('heading', { level: 2, name: 'Get Started with Stateroom' }).waitFor();
  };
  const press = async (key: string) => {
    effort.keys += 1;
    await page().keyboard.press(key);
  };
  const type = async (letters: string) => {
    effort.letters += letters.length;
    await page().keyboard.type(letters);
  };
  /** A box opened, and says this. */
  const box = async (prompt?: string) => {
    effort.boxes += 1;
    await workbench.quickInput.waitFor(prompt);
  };
  /** Which sections of the queue have rows. */
  const sections = async (queue: TreeView) => (await queue.labels()).filter(label => !label.startsWith('W-'));
  const step = (id: string) => page().locator(`button.getting-started-step[data-step-id$="#${id}"]`);
  const isDone = (id: string) => step(id).locator('.codicon-getting-started-step-checked').first().waitFor();
  const isOpen = (id: string) => step(id).locator('.codicon-getting-started-step-unchecked').first().waitFor();

  /** Goes on with Tab until what has the keyboard is named so. */
  async function tabTo(name: string): Promise<void> {
    const seen: string[] = [];
    for (let presses = 0; presses < patience; presses++) {
      const focused = await page().evaluate(() => {
        const { activeElement } = document;
        return (activeElement?.textContent || activeElement?.getAttribute('aria-label') || '').trim();
      });
      if (focused.startsWith(name)) return;
      seen.push(focused.slice(0, 40));
      await press('Tab');
    }
    throw new Error(`Tab does not come to "${name}": ${seen.join(' | ')}`);
  }

  const laneState = async () => {
    const lane = await mustRunCli<{ status: string; worker: { state: string } }>(repository.path, 'reader', [
      ...['lane', 'show', 'login'],
    ]);
    return [lane.status, lane.worker.state];
  };
  const chooseLane = async () => {
    await workbench.quickInput.waitFor(/./);
    await workbench.quickInput.pick('L-1');
  };

  const isConnected = (connect: RecordPage, isSo: boolean) =>
    connect
      .root()
      .locator('.status', { hasText: isSo ? /^\s*Connected for you: .*Claude Code/ : 'No agents are connected yet.' })
      .waitFor();

  /** Opens a step of the page and presses its button. */
  async function act(title: string, button: string): Promise<void> {
    await tabTo(title);
    await press('Enter');
    await tabTo(button);
    await press('Enter');
  }

  it('sees how everything fits together and reads the glossary, from the links of the empty queue', async () => {
    await workbench.runCommand('Stateroom: Focus on Queue View');
    const link = (name: string) => workbench.tree('Queue').welcome().getByRole('button', { name, exact: true });
    await link('Glossary').focus();
    await page().keyboard.press('Enter');
    await expect.poll(() => workbench.editorTabs(), { timeout: 30_000 }).toContain('Preview Glossary.md');
    const glossary = page().frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await glossary.getByRole('heading', { name: 'Needs You' }).waitFor();
    await glossary.locator('svg').getByText('Review-ready').waitFor();
    await workbench.screenshot('glossary');
    await page().keyboard.press('Control+w');
    await workbench.runCommand('Stateroom: Show Glossary');
    await expect.poll(() => workbench.editorTabs(), { timeout: 30_000 }).toContain('Preview Glossary.md');
    await page().keyboard.press('Control+w');
    await link('How It Fits Together').focus();
    await page().keyboard.press('Enter');
    await page().locator('button.getting-started-step.expanded[data-step-id$="#whole"]').waitFor();
    await isDone('whole');
    // In a narrower window the editor shows no pictures of a walkthrough.
    const size = page().viewportSize() ?? { width: 1280, height: 800 };
    await page().setViewportSize({ width: 1600, height: 900 });
    const picture = page().frameLocator('.getting-started-media iframe').frameLocator('#active-frame');
    await picture.getByText('Review-ready').waitFor();
    for (const theme of workbench.themes()) {
      await workbench.setColorTheme(theme);
      await picture.getByText('Review-ready').waitFor();
      await workbench.screenshot(`walkthrough-whole-${theme}`);
    }
    await page().setViewportSize(size);
    await page().keyboard.press('Control+w');
  });

  it('opens the walkthrough, in which the repository that is open is ticked', async () => {
    await open();
    await isDone('open');
    for (const id of ['add', 'connect', 'watch', 'review']) await isOpen(id);
  });

  it('adds a work item', async () => {
    await act('Add a work item', 'Add Work Item');
    await box('What needs to be done?');
    await type('Limit the rate of logins');
    await press('Enter');
    await isDone('add');
    const { items } = await mustRunCli<{ items: { ref: string; title: string; status: string }[] }>(
      repository.path,
      'reader',
      ['queue', 'list'],
    );
    expect(items.map(({ ref, title, status }) => [ref, title, status])).toEqual([
      ['W-1', 'Limit the rate of logins', 'pending'],
    ]);
  });

  it('connects an agent, and has not before the change is confirmed', async () => {
    await isOpen('connect');
    await act('Connect your agents', 'Connect Agents…');
    const connect = new RecordPage(workbench);
    await connect.waitFor('Connect Agents');
    await isConnected(connect, false);
    await press('Tab');
    await connect.tabTo('act connect');
    await press('Enter');
    await page().locator('.monaco-dialog-box', { hasText: 'Connect agents for you' }).waitFor();
    await press('Enter');
    await isConnected(connect, true);
    await press('Control+w');
    await isDone('connect');
  });

  it('watches it claim', async () => {
    await isOpen('watch');
    await act('Watch an agent claim it', 'Show Queue');
    const queue = workbench.tree('Queue');
    await queue.waitForRow('W-1 Limit the rate of logins');
    expect(await sections(queue)).toEqual(['Ready']);
    const { command, args } = JSON.parse(await readFile(join(home.path, '.claude.json'), 'utf8')).mcpServers.stateroom;
    client = new Client({ name: 'claude-code', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args, cwd: repository.path }));
    await client.callTool({ name: 'work_items', arguments: { action: 'next' } });
    await expect.poll(() => sections(queue), { timeout: 30_000 }).toEqual(['In progress']);
    atClaim = { ...effort };
    await isDone('watch');
  });

  it('came from nothing to a claimed work item in less than two minutes of a person’s hands', () => {
    const { boxes, letters, keys } = atClaim;
    // The palette, and what is to be done; what is said to the agent is not typed here.
    expect({ boxes, letters }).toEqual({ boxes: 2, letters: 45 });
    // As far as Tab goes from step to step and to its button, and Enter on each.
    expect(keys).toBeLessThanOrEqual(30);
    // A second for each key, three letters a second, ten seconds to read each box.
    expect(keys + letters / 3 + boxes * 10).toBeLessThan(120);
  });

  it('approves and merges what a worker hands in', async () => {
    await press('Control+1');
    await act('Review and merge', 'Show Lanes');
    await workbench.tree('Lanes').welcome().getByText('No lanes yet').waitFor();
    const { worktreePath } = await mustRunCli<{ worktreePath: string }>(repository.path, 'codex', [
      ...['worker', 'spawn', 'login', '--no-fetch'],
    ]);
    await writeFile(join(worktreePath, 'limit.ts'), 'export const limit = 5;\n');
    for (const words of [
      ['start', 'login'],
      ['commit', 'Limit the rate of logins'],
      ['done', 'login', '--skip-rebase'],
    ])
      await mustRunCli(worktreePath, 'codex', ['worker', ...words]);
    await workbench.tree('Lanes').waitForRow('L-1 ');
    await isOpen('review');
    await workbench.runCommand('Stateroom Lane: Approve');
    await chooseLane();
    await expect.poll(laneState, { timeout: 30_000 }).toEqual(['review', 'APPROVED']);
    await isOpen('review');
    await workbench.runCommand('Stateroom Lane: Merge…');
    await chooseLane();
    await page().locator('.monaco-dialog-box', { hasText: 'Merge lane L-1 login?' }).waitFor();
    await press('Enter');
    await expect.poll(laneState, { timeout: 30_000 }).toEqual(['merged', 'COMPLETED']);
    expect(await repository.git('show', 'main:limit.ts')).toBe('export const limit = 5;');
    await isDone('review');
  });

  it('meets nothing that a screen reader or a weak eye stumbles over, in any theme and at 200 %', async () => {
    const problems = async (): Promise<string[]> => {
      const { violations } = await new AxeBuilder({ page: page() })
        .include('.gettingStartedDetailsContent')
        // The editor's own line on the key of a button.
        .exclude('.shortcut-message')
        .disableRules(rulesOfTheEditor)
        .analyze();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    };
    const size = page().viewportSize() ?? { width: 1280, height: 800 };
    await step('watch').click();
    for (const theme of workbench.themes()) {
      await page().setViewportSize(size);
      await workbench.setColorTheme(theme);
      // Of an opened step its picture is there too.
      await page()
        .locator('.getting-started-media svg, .getting-started-media iframe')
        .first()
        .waitFor({ state: 'attached' });
      expect({ theme, problems: await problems() }).toEqual({ theme, problems: [] });
      await workbench.screenshot(`walkthrough-${theme}`);
      // As a window of this size is at 200 %.
      await page().setViewportSize({ width: size.width / 2, height: size.height / 2 });
      expect({ zoomed: theme, problems: await problems() }).toEqual({ zoomed: theme, problems: [] });
    }
    await workbench.screenshot('walkthrough-zoomed');
    // What is said, and the button below it, are there in whole.
    const button = step('watch').getByRole('button', { name: 'Show Queue' });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    expect(box !== null && box.x >= 0 && box.x + box.width <= size.width / 2).toBe(true);
    await page().setViewportSize(size);
  });

  it('has what was reached before ticked when it is opened for the first time', async () => {
    workbench = await opened.newWindow();
    await open();
    for (const id of ['open', 'add', 'connect', 'watch', 'review']) await isDone(id);
  });
});

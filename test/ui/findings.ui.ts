import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import type { Workbench } from '../editor/workbench.js';
import { expectWelcomes } from './menus/expectWelcomes.js';
import { expectTitleMenu } from './menus/rowMenu.js';
import { titleMenus } from './menus/titleMenus.js';
import { welcomePages } from './menus/welcomePages.js';

const code = 'export function retry(work: () => void): void {\n  for (;;) work();\n}\n';

interface Finding {
  readonly ref: string;
  readonly status: string;
  readonly note: string | null;
  readonly fixEvidence: string | null;
  readonly fixedCommit: string | null;
}

describe('the Findings view, by keyboard alone', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  let findings: TreeView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    await repository.write('src/retry.ts', code);
    await repository.git('add', '.');
    await repository.git('commit', '--quiet', '--message=Retry');
    for (const [severity, line, text] of [
      ['high', '2', 'The loop never ends'],
      ['medium', '1', 'Say what it retries'],
      ['low', '3', 'A blank line is missing'],
    ] as const) {
      const place = ['--path', 'src/retry.ts', '--line', line];
      await cli('codex', 'finding', 'record', '--repository', '--severity', severity, ...place, '--text', text);
    }
    opened = await openWorkbench({ repo: repository.path });
    workbench = opened.workbench;
    findings = workbench.tree('Findings');
    await workbench.runCommand('Stateroom: Focus on Findings View');
    await findings.waitForRow('F-1 The loop never ends');
    await focus();
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  const show = async (ref: string): Promise<Finding> =>
    (await cli<{ finding: Finding }>('reader', 'finding', 'show', ref)).finding;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await workbench.page.keyboard.press(key);
  };
  /** Gives the keyboard to the rows, as the command does. */
  async function focus(): Promise<void> {
    await workbench.runCommand('Stateroom: Focus on Findings View');
    await findings.pane().locator('.monaco-list:focus').waitFor();
  }
  const selected = async (): Promise<string[]> =>
    (await findings.rows()).filter(row => row.selected).map(({ label }) => label);
  const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });
  const activeTab = () => workbench.page.locator('.part.editor .tab.active .label-name').innerText();

  it('opens a finding at its line', async () => {
    await press('Home', 'ArrowDown', 'Enter');
    await eventually(activeTab).toMatch(/^retry/);
    await workbench.statusBarItem('Ln 2, Col 1').waitFor();
    await eventually(() => workbench.page.locator('.part.editor .squiggly-error').count()).toBeGreaterThan(0);
  });

  it('groups by file and says so the next time', async () => {
    await workbench.runCommand('All Commands: Group Findings by File');
    await eventually(async () => (await findings.rows()).map(({ label }) => label)).toEqual([
      'src/retry.ts',
      'F-1 The loop never ends',
      'F-2 Say what it retries',
      'F-3 A blank line is missing',
    ]);
    await workbench.reload();
    await findings.waitForRow('F-1 The loop never ends');
    await eventually(async () => (await findings.labels())[0]).toBe('src/retry.ts');
    await workbench.runCommand('All Commands: Group Findings by Severity');
    await eventually(async () => (await findings.rows())[0]?.label).toBe('High');
  });

  it('narrows the rows, and widens them again', async () => {
    await workbench.runCommand('All Commands: Filter Findings…');
    await workbench.quickInput.waitFor('Select a filter');
    await workbench.quickInput.pick('medium');
    await eventually(() => findings.labels()).toEqual(['Medium', 'F-2 Say what it retries']);
    await eventually(() => findings.message().innerText()).toBe('Filtered by severity: medium');
    await expectTitleMenu(findings, titleMenus.findings.filtered);
    await workbench.runCommand('All Commands: Filter Findings…');
    await workbench.quickInput.waitFor('Select a filter');
    await workbench.quickInput.type('nowhere');
    await workbench.quickInput.pick('Contains “nowhere”');
    await expectWelcomes(workbench, { Findings: welcomePages.nothingFound.Findings });
    await workbench.runCommand('All Commands: Clear Findings Filter');
    await eventually(() => findings.labels()).toHaveLength(6);
  });

  it('defers several at once', async () => {
    await focus();
    // The selection begins with the row that the first Shift+Down comes to.
    await press(
      'Escape',
      'End',
      'ArrowUp',
      'ArrowUp',
      'ArrowUp',
      'Shift+ArrowDown',
      'Shift+ArrowDown',
      'Shift+ArrowDown',
    );
    await eventually(selected).toEqual(['F-2 Say what it retries', 'Low', 'F-3 A blank line is missing']);
    await press('Control+k', 'a', 'd');
    await workbench.quickInput.waitFor('Reason, and until when');
    await workbench.quickInput.answer('after the release');
    await findings.waitForRow('Closed');
    expect((await Promise.all(['F-2', 'F-3'].map(show))).map(({ status, note }) => [status, note])).toEqual([
      ['deferred', 'after the release'],
      ['deferred', 'after the release'],
    ]);
    await eventually(async () => (await findings.rows()).map(({ label, expanded }) => [label, expanded])).toEqual([
      ['High', true],
      ['F-1 The loop never ends', undefined],
      ['Closed', false],
    ]);
  });

  it('marks a finding fixed in a commit that came after it, with the proof that passed on exactly that', async () => {
    await repository.write('src/retry.ts', code.replace('for (;;) work();', 'for (let n = 0; n < 3; n += 1) work();'));
    await repository.git('commit', '--quiet', '--all', '--message=Count');
    await cli('Robin', 'evidence', 'record', 'npm test', '--exit-code', '0', '--commit', 'HEAD');
    const fixed = await repository.git('rev-parse', 'HEAD');
    await repository.write('README.md', '# shop\n\nIt retries three times.\n');
    await repository.git('commit', '--quiet', '--all', '--message=Tell of it');
    await workbench.runCommand('Stateroom Finding: Mark as Fixed…');
    await workbench.quickInput.waitFor('Select findings to mark as fixed');
    await workbench.quickInput.rows().first().waitFor();
    await press('ArrowDown', 'Space', 'Enter');
    await workbench.quickInput.waitFor('Select the commit that fixes it');
    const offered = async () => (await workbench.quickInput.labels()).map(label => label.trim());
    // Neither the commit that it was found at nor what was before is offered.
    await eventually(offered).toEqual(['Tell of it', 'Count']);
    await workbench.screenshot('fix-commit-picker');
    await workbench.quickInput.type('0123456789abcdef');
    await eventually(offered).toEqual(['Commit 0123456789abcdef']);
    await workbench.quickInput.type(fixed.slice(0, 8));
    await eventually(offered).toEqual(['Count']);
    await press('Enter');
    await workbench.quickInput.waitFor('What was done (optional)');
    await workbench.quickInput.answer('three tries');
    await workbench.quickInput.waitFor(`Select evidence for the fix (passed on ${fixed.slice(0, 10)})`);
    await eventually(async () => (await workbench.quickInput.labels()).map(label => label.trim())).toEqual([
      'E-1 npm test',
      'No evidence',
    ]);
    await press('Enter');
    await eventually(async () => (await show('F-1')).status).toBe('fixed');
    expect(await show('F-1')).toMatchObject({ note: 'three tries', fixEvidence: 'E-1', fixedCommit: fixed });
    await findings.waitForRow('Closed');
  });

  it('narrows by status and to what is mine, keeps it over a reload, and widens with one key', async () => {
    const { quickInput } = workbench;
    const choose = async (label: string): Promise<void> => {
      await workbench.runCommand('All Commands: Filter Findings…');
      await quickInput.waitFor('Select a filter');
      await quickInput.type(label);
      await quickInput.pick(label, { exact: true });
    };
    const place = ['--path', 'src/retry.ts', '--line', '1', '--text', 'Name the unit'];
    await cli('Robin', 'finding', 'record', '--repository', '--severity', 'low', ...place);
    await findings.waitForRow('F-4 Name the unit');
    await choose('deferred');
    const deferred = ['Deferred', 'F-2 Say what it retries', 'F-3 A blank line is missing'];
    await eventually(async () => (await findings.labels()).sort()).toEqual(deferred);
    const header = findings.pane().locator('.pane-header');
    await eventually(() => header.innerText()).toMatch(/deferred/);
    await workbench.reload();
    for (const row of deferred) await findings.waitForRow(row);
    await eventually(async () => (await findings.labels()).sort()).toEqual(deferred);
    await workbench.screenshot('findings-filtered');
    await findings.titleAction('Clear Findings Filter');
    await findings.waitForRow('F-4 Name the unit');
    await choose('mine');
    await eventually(() => findings.labels()).toEqual(['Low', 'F-4 Name the unit']);
    await eventually(() => findings.message().innerText()).toBe('Filtered by mine');
    await workbench.runCommand('All Commands: Clear Findings Filter');
    await findings.waitForRow('Closed');
  });
});

import AxeBuilder from '@axe-core/playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import { type ColorTheme, colorThemes, type Workbench } from '../editor/workbench.js';

const themes = Object.keys(colorThemes) as ColorTheme[];

// A language without a server of its own in the editor, which would have remarks too.
const code = `package shop

// Retry tries again until it works.
func Retry(work func() error) error {
\tfor {
\t\terr := work()
\t\tif err == nil {
\t\t\treturn nil
\t\t}
\t\tWait(100)
\t}
}
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

describe('the Findings view in every theme', () => {
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
    await made.write('src/retry.go', code);
    await made.write('src/wait.go', 'package shop\n\nfunc Wait(ms int) {}\n');
    await made.git('add', '.');
    await made.git('commit', '--quiet', '--message=Retry');
    await seed((actor, ...words) => mustRunCli(made.path, actor, words));
    opened = await openWorkbench({ repo: made.path, viewport: { width: 1180, height: 700 } });
    const { workbench } = opened;
    await workbench.openContainer('Stateroom');
    await workbench.runCommand('Stateroom: Focus on Findings View');
    await widen(workbench, 460);
    for (const other of ['Now', 'Queue']) await workbench.fold(other);
    return { workbench, findings: workbench.tree('Findings') };
  }

  /** A picture in each theme; what a screen reader and a weak eye need is checked in each. */
  async function lookAt(name: string, findings: TreeView): Promise<void> {
    const { workbench } = opened ?? expect.fail('no window is open');
    await workbench.page.mouse.move(800, 500);
    for (const theme of themes) {
      await workbench.setColorTheme(theme);
      await workbench.screenshot(`findings-${name}-${theme}`);
      const { violations } = await new AxeBuilder({ page: workbench.page })
        .include('.part.sidebar .pane-body')
        // The editor's own, as for the Queue view.
        .disableRules([
          'nested-interactive',
          'scrollable-region-focusable',
          'aria-required-children',
          'label-content-name-mismatch',
        ])
        .analyze();
      expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
    for (const { label, description, accessibleName } of await findings.rows()) {
      expect(accessibleName.slice(0, label.length)).toBe(label);
      for (const fact of description.split(' · ')) expect(accessibleName).toContain(fact);
    }
  }

  it('while there are none', async () => {
    const { findings } = await open(async cli => void (await cli('Robin', 'queue', 'add', 'Fix the retry')));
    await findings.welcome().waitFor();
    expect(await findings.welcome().innerText()).toContain('No findings.');
    expect(await findings.welcome().getByRole('button').allInnerTexts()).toEqual([
      'Record Finding',
      'Import Findings…',
    ]);
    await lookAt('empty', findings);
  });

  it('with a review’s remarks, on the code too', async () => {
    const record = ['finding', 'record', '--repository', '--severity'];
    const { findings, workbench } = await open(async cli => {
      const retry = ['--path', 'src/retry.go'];
      await cli(
        'codex',
        ...record,
        'high',
        ...retry,
        '--line',
        '5-11',
        '--text',
        'The loop never ends',
        '--fix',
        'Count the tries',
      );
      await cli(
        'codex',
        ...record,
        'medium',
        ...retry,
        '--line',
        '7',
        '--text',
        'The error is swallowed: nobody learns why it fails',
      );
      await cli(
        'claude',
        ...record,
        'medium',
        '--path',
        'src/wait.go',
        '--line',
        '1',
        '--text',
        'Cannot be called off',
      );
      await cli('claude', ...record, 'low', '--path', 'README.md', '--text', 'Says nothing about retries');
      await cli('claude', ...record, 'low', ...retry, '--line', '3', '--text', 'Say how often');
      await cli('claude', ...record, 'low', ...retry, '--line', '1', '--text', 'Unused in the tests');
      await cli('claude', 'finding', 'wontfix', 'F-6', '--note', 'The tests come later');
      await cli('codex', 'finding', 'defer', 'F-5', '--note', 'With the next release');
    });
    await findings.waitForRow('F-1 The loop never ends');
    await findings.select('F-1 The loop never ends');
    const squiggles = workbench.page.locator('.part.editor .squiggly-error, .part.editor .squiggly-warning');
    await squiggles.first().waitFor({ state: 'attached' });
    await findings.expand('Ended');
    await findings.waitForRow('F-6 Unused in the tests');
    await lookAt('full', findings);
    expect(await workbench.badge('Stateroom')).toBe('3');
  });
});

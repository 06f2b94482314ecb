import { describe, expect, it } from 'vitest';
import { chooseFromMenu } from '../editor/treeView.js';
import { viewScenes } from '../editor/viewScene.js';
import { findingsMenus } from './menus/findingsMenus.js';
import { expectRowMenus, expectTitleMenu } from './menus/rowMenu.js';
import { editorActs, titleMenus } from './menus/titleMenus.js';

// A language without a server of its own in the editor, which would have findings too.
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

describe('the Findings view in pictures', () => {
  const openView = viewScenes({ view: 'Findings', viewport: { width: 1180, height: 700 }, width: 460 });

  const open: typeof openView = seed =>
    openView(async (cli, repository) => {
      await repository.write('src/retry.go', code);
      await repository.write('src/wait.go', 'package shop\n\nfunc Wait(ms int) {}\n');
      await repository.git('add', '.');
      await repository.git('commit', '--quiet', '--message=Retry');
      await seed(cli, repository);
    });

  it('while there are none, and with a review’s remarks, on the code too', async () => {
    const {
      tree: findings,
      workbench,
      cli,
      lookAt,
      glanceAt,
    } = await open(run => run('Robin', 'queue', 'add', 'Fix the retry'));
    await findings.welcome().waitFor();
    expect(await findings.welcome().innerText()).toContain('No findings yet.');
    expect(await findings.welcome().getByRole('button').allInnerTexts()).toEqual([
      'Record Finding…',
      'Import Findings…',
      'Glossary',
    ]);
    await glanceAt('empty');

    const record = ['finding', 'record', '--repository', '--severity'];
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
    await cli('claude', ...record, 'medium', '--path', 'src/wait.go', '--line', '1', '--text', 'Cannot be called off');
    await cli('claude', ...record, 'low', '--path', 'README.md', '--text', 'Says nothing about retries');
    await cli('claude', ...record, 'low', ...retry, '--line', '3', '--text', 'Say how often');
    await cli('claude', ...record, 'low', ...retry, '--line', '1', '--text', 'Unused in the tests');
    await cli('claude', 'finding', 'wontfix', 'F-6', '--note', 'The tests come later');
    await cli('codex', 'finding', 'defer', 'F-5', '--note', 'With the next release');
    await findings.waitForRow('F-1 The loop never ends');
    await findings.select('F-1 The loop never ends');
    const squiggles = workbench.page.locator('.part.editor .squiggly-error, .part.editor .squiggly-warning');
    await squiggles.first().waitFor({ state: 'attached' });
    await findings.expand('Closed');
    await findings.waitForRow('F-6 Unused in the tests');
    await lookAt('full');
    await expect.poll(() => workbench.badge('Stateroom')).toBe('1');
    await expectRowMenus('findings', findings, findingsMenus);
    await expectTitleMenu(findings, titleMenus.findings.bySeverity);
    await workbench.runCommand('All Commands: Group Findings by File');
    await findings.waitForRow('src/retry.go');
    await expectTitleMenu(findings, titleMenus.findings.byFile);
    // The lines that are selected are what is remarked on.
    const [recordHere] = editorActs['editor/context'];
    await workbench.page.locator('.part.editor .view-line', { hasText: 'Retry tries' }).click({ button: 'right' });
    await chooseFromMenu(workbench.page, recordHere);
    await workbench.quickInput.waitFor('What is wrong in src/retry.go:3?');
    await workbench.quickInput.cancel();
  });
});

import { describe, expect, it } from 'vitest';
import { viewScenes } from '../editor/viewScene.js';
import { editorActs } from './menus/titleMenus.js';

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

const shown = { 'stateroom.findings.show': 'both' };
const coloured = {
  // What the editor counts and colours as problems itself has no colour of ours.
  'stateroom.findings.show': 'comments',
  'problems.decorations.enabled': false,
  'workbench.colorCustomizations': {
    'stateroom.findingHighForeground': '#102030',
    'stateroom.findingMediumForeground': '#112233',
    'stateroom.findingLowForeground': '#122436',
  },
};

interface Finding {
  readonly ref: string;
  readonly status: string;
  readonly note: string | null;
}

describe('findings on the code, with comments', () => {
  const open = viewScenes({ view: 'Findings', viewport: { width: 1280, height: 800 }, width: 330 });

  it('stand in the gutter, tell their history, and are settled on their thread', async () => {
    const {
      repository,
      tree: findings,
      workbench,
      cli,
      lookAt,
    } = await open(async (run, made) => {
      await made.write('.vscode/settings.json', JSON.stringify(shown));
      await made.write('retry.go', code);
      await made.git('add', '.');
      await made.git('commit', '--quiet', '--message=Retry');
      const record = (severity: string, line: string, text: string) => {
        const place = ['--path', 'retry.go', '--line', line];
        return run('codex', 'finding', 'record', '--repository', '--severity', severity, ...place, '--text', text);
      };
      await record('high', '5-11', 'The loop never ends');
      await record('medium', '7', 'The error is <b>swallowed</b> [stop](command:workbench.action.quit)');
      await record('low', '10', 'Says 100 of what?');
      await record('low', '3', 'Say how often');
      await run('claude', 'finding', 'defer', 'F-4', '--note', 'With the next release');
    });
    const { page } = workbench;
    const show = async (ref: string) => (await cli<{ finding: Finding }>('reader', 'finding', 'show', ref)).finding;
    await findings.select('F-1 The loop never ends');

    const marks = page.locator('.part.editor .glyph-margin-widgets .cgmr[class*="TextEditorDecorationType"]');
    await expect.poll(() => marks.count(), { timeout: 30_000 }).toBe(3);
    const pictures = await marks.evaluateAll(all => all.map(mark => getComputedStyle(mark).backgroundImage));
    expect(pictures.every(picture => picture.includes('data:image/svg+xml'))).toBe(true);
    expect(new Set(pictures).size).toBe(3);

    // Open ones and the one that ended have a thread, each in a shape of its own.
    const threads = page.locator(
      '.part.editor .comment-range-glyph.comment-thread, .part.editor .comment-range-glyph.comment-thread-unresolved',
    );
    await expect.poll(() => threads.count(), { timeout: 30_000 }).toBe(4);

    // Where the editor counts them as problems of an open file, the file has no number of ours beside it.
    const file = page.locator('.part.editor .tab.active .monaco-icon-label', { hasText: 'retry.go' });
    await expect
      .poll(() => file.evaluate(label => getComputedStyle(label, '::after').content), { timeout: 30_000 })
      .toBe('"2"');

    const line = page.locator('.part.editor .view-line', { hasText: 'if' }).first();
    const widget = page.locator('.part.editor .review-widget', { hasText: 'F-2 · medium · open' });
    await page.locator('.part.editor .comment-thread-unresolved').first().click();
    await widget.waitFor();
    const offered = () =>
      widget
        .locator('.head .action-label')
        .evaluateAll(all =>
          all
            .map(label => (label.getAttribute('aria-label') ?? '').replace(/ \(Ctrl.*/, ''))
            .filter(name => name !== ''),
        );
    const [ask, fix, defer, wontfix, reopen] = editorActs['comments/commentThread/title'];
    expect(await offered()).toEqual(expect.arrayContaining([ask, fix, defer, wontfix]));
    expect(await offered()).not.toContain(reopen);
    expect(await widget.locator('.comment-body').allInnerTexts()).toEqual([
      'The error is <b>swallowed</b> [stop](command:workbench.action.quit)',
    ]);
    const hover = page.locator('.monaco-hover', { hasText: 'F-2' });
    await lookAt('in-code', async theme => {
      await line.locator('span span').last().hover();
      await hover.waitFor();
      expect(await hover.innerText()).toContain('<b>swallowed</b> [stop](command:workbench.action.quit)');
      expect(await hover.innerText()).toMatch(/F-1.*by codex/s);
      await workbench.screenshot(`findings-in-code-hover-${theme}`);
      await page.mouse.move(200, 700);
      await hover.waitFor({ state: 'hidden' });
    });

    await widget.getByRole('button', { name: 'Defer…' }).click();
    await workbench.quickInput.waitFor();
    await workbench.quickInput.type('After the release');
    await workbench.quickInput.accept();
    await expect.poll(async () => (await show('F-2')).status, { timeout: 30_000 }).toBe('deferred');
    await expect.poll(() => marks.count(), { timeout: 30_000 }).toBe(2);
    // The thread stays, resolved.
    await expect.poll(() => page.locator('.part.editor .comment-thread-unresolved').count()).toBe(2);
    expect(await threads.count()).toBe(4);
    // The editor folds it: its mark opens it again.
    await page.locator('.part.editor .comment-range-glyph.comment-thread').first().click();
    await page.locator(`.part.editor .review-widget .head .action-label[aria-label^="${reopen}"]`).first().waitFor();

    // The heaviest of what is open colours its file.
    await repository.write('.vscode/settings.json', JSON.stringify({ ...shown, ...coloured }));
    const colour = () => file.evaluate(label => getComputedStyle(label, '::after').color);
    await expect.poll(colour, { timeout: 30_000 }).toBe('rgb(16, 32, 48)');
    await cli('Robin', 'finding', 'reopen', 'F-2', '--reason', 'Not yet');
    await cli('Robin', 'finding', 'wontfix', 'F-1', '--note', 'It is meant to');
    await expect.poll(colour, { timeout: 30_000 }).toBe('rgb(17, 34, 51)');
    await cli('Robin', 'finding', 'wontfix', 'F-2', '--note', 'Later');
    await expect.poll(colour, { timeout: 30_000 }).toBe('rgb(18, 36, 54)');
  });
});

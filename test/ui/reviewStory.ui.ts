import { describe, expect, it } from 'vitest';
import { viewScenes } from '../editor/viewScene.js';
import { laneActs } from './laneActs.js';
import { editorActs } from './menus/titleMenus.js';

const code = 'package shop\n\nconst limit = 3\n\nfunc Limit() int {\n\treturn limit\n}\n';

interface Listed {
  readonly findings: readonly {
    readonly path: string;
    readonly lineStart: number | null;
    readonly branch: string;
    readonly text: string;
    readonly severity: string;
  }[];
}

describe('a review in the diff of a lane', () => {
  const open = viewScenes({
    view: 'Lanes',
    viewport: { width: 1280, height: 800 },
    width: 320,
    exceptRules: ['tabindex'],
  });

  it('comments on lines, keeps them through a reload, and sends them with the request for changes', async () => {
    const {
      tree: lanes,
      workbench,
      cli,
    } = await open(async (run, shop) => {
      await shop.write('src/limit.go', code);
      await shop.git('add', '.');
      await shop.git('commit', '--quiet', '--message=Limit');
      const { spawn, start, commit } = laneActs(run, shop);
      await spawn('limit', '--description', 'Limit logins by address');
      await start('limit');
      await commit(
        'limit',
        'src/limit.go',
        code.replace('limit = 3', 'limit = 5').replace('return limit', 'return limit - 1'),
      );
      await run('codex-1', 'worker', 'done', 'limit');
    });
    const { page } = workbench;
    await lanes.waitForRow('L-1 Limit logins by address');
    await lanes.expand('L-1 Limit logins by address');
    await lanes.select('limit.go');
    const right = page.locator('.part.editor .monaco-diff-editor .editor.modified');
    await right.locator('.view-line', { hasText: 'limit - 1' }).waitFor();

    const [addFinding, startReview, addToReview, otherSeverity] = editorActs['comments/commentThread/context'];
    const [, editComment, changeSeverity, deleteComment] = editorActs['comments/comment/title'];
    const [save, discard] = editorActs['comments/comment/context'];
    const [, , , , , applySuggestion] = editorActs['comments/commentThread/title'];
    const [requestChanges, finish] = ['Request Changes…', 'Finish Review…'];

    const title = page.locator('.part.editor .title');
    const titleButton = (name: string) => title.getByRole('button', { name: new RegExp(`^${name}`) });
    const widget = (text: string) => page.locator('.review-widget').filter({ hasText: text });
    const press = (text: string, button: string) =>
      widget(text)
        .getByRole('button', { name: new RegExp(`^${button}`) })
        .click();
    /** Types at the end of a comment, once its box has the keyboard. */
    const write = async (text: string, more: string): Promise<void> => {
      await press(text, editComment);
      await widget(text).locator('.monaco-editor.focused').waitFor();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(more);
    };
    const comment = async (line: number, text: string, button: string, severity?: string): Promise<void> => {
      await page.keyboard.press('Control+g');
      await workbench.quickInput.answer(`:${line}`);
      await workbench.runCommand('Comments: Add Comment on Current Selection');
      // The box has the keyboard once it is there.
      await page.getByText('Write a comment').filter({ visible: true }).first().waitFor();
      await page.keyboard.type(text);
      await page.locator(`.monaco-button:visible:text-is("${button}")`).last().click();
      if (severity !== undefined) await workbench.quickInput.pick(severity);
      const [shown = ''] = text.split(' !');
      await widget(shown).getByText('Pending').or(widget(shown).getByText('F-')).first().waitFor();
    };
    // Offered in the box until a review is begun, and on a finding that has a suggestion.
    expect([addFinding, applySuggestion]).toEqual(['Add Medium Finding', 'Apply Suggestion']);
    await titleButton('Approve').waitFor();
    await titleButton(requestChanges).waitFor();
    await comment(3, 'Why five? !low', startReview);
    await comment(6, 'Off by one', otherSeverity, 'high');
    await comment(1, 'Never mind', addToReview);
    await widget('Never mind').getByText('medium', { exact: true }).waitFor();
    await press('Never mind', changeSeverity);
    await workbench.quickInput.pick('low');
    await widget('Never mind').getByText('low', { exact: true }).waitFor();
    await workbench.screenshot('review-begun');
    await write('Never mind', '!');
    await press('Never mind', discard);
    await press('Never mind', deleteComment);
    await widget('Never mind').waitFor({ state: 'detached' });
    await write('Why five?', ' And not four?');
    await press('Why five?', save);
    await widget('Why five? And not four?').getByText('Pending').waitFor();
    const findings = async () => (await cli<Listed>('reader', 'finding', 'list')).findings;
    expect(await findings()).toEqual([]);

    await workbench.reload();
    // The editor does not open the diff again by itself.
    await lanes.waitForRow('L-1 Limit logins by address');
    await lanes.expand('L-1 Limit logins by address');
    await lanes.select('limit.go');
    await page.locator('.review-widget', { hasText: 'Off by one' }).waitFor();

    await titleButton(finish).waitFor();
    await page.locator('.part.statusbar .statusbar-item', { hasText: 'Finish Review (2)' }).click();
    await workbench.quickInput.pick('Request Changes…');
    // The list of verdicts may still be there, and would take the words.
    await workbench.quickInput.waitFor('What needs to change?');
    await workbench.quickInput.answer('Count the tries of an address');
    await expect
      .poll(async () => (await lanes.rows()).find(({ label }) => label.startsWith('L-1'))?.description)
      .toMatch(/^working/);
    expect(
      (await findings()).map(({ path, lineStart, branch, text, severity }) => [
        path,
        lineStart,
        branch,
        text,
        severity,
      ]),
    ).toEqual([
      ['src/limit.go', 6, 'feature/limit', 'Off by one', 'high'],
      ['src/limit.go', 3, 'feature/limit', 'Why five? And not four?', 'low'],
    ]);
    const told = await cli<object>('codex-1', 'message', 'list', '--lane', 'limit');
    expect(JSON.stringify(told)).toContain('Count the tries of an address\\nFindings: F-1, F-2');
    await workbench.screenshot('review-requested');

    const chord = async (key: string): Promise<void> => {
      for (const stroke of ['Control+k', 'a', key]) await page.keyboard.press(stroke);
    };
    // The icon of a message is part of its label.
    const said = (message: RegExp) => page.locator('.part.statusbar .statusbar-item', { hasText: message }).waitFor();
    await right.locator('.view-line', { hasText: 'package' }).click();
    await chord('j');
    await said(/F-1: unresolved comment 1 of 2$/);
    await workbench.statusBarItem('Ln 3, Col 1').waitFor();
    await chord('j');
    await workbench.statusBarItem('Ln 6, Col 1').waitFor();
    await chord('j');
    await said(/F-1: unresolved comment 1 of 2, from the beginning again$/);
    await chord('k');
    await workbench.statusBarItem('Ln 6, Col 1').waitFor();
  });
});

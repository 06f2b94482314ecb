import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { Lane } from '../../src/domain/lane/lane.js';
import { nothingLeft, storyEnd } from '../contract/stories/storyEnd.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import { chooseFromMenu } from '../editor/treeView.js';
import type { Workbench } from '../editor/workbench.js';
import { laneActs } from './laneActs.js';
import { editorActs } from './menus/titleMenus.js';

const before = 'package shop\n\nconst limit = 3\nconst unused = 1\n\nfunc Limit() int {\n\treturn limit\n}\n';
/** A line changed, one removed, one added. */
const after = 'package shop\n\nconst limit = 5\n\nfunc Limit() int {\n\t// Off by one\n\treturn limit - 1\n}\n';
const fixed = after
  .replace('func', '// Limit of logins.\nfunc')
  .replace('\t// Off by one\n\treturn limit - 1', '\treturn limit');
const newFile = 'package shop\n\nfunc Tries() int {\n\treturn 0\n}\n';

const items = [
  ['limit', 'Limit logins by address'],
  ['cart', 'Keep the cart'],
  ['search', 'Search by name'],
  ['mail', 'Send mail once'],
  ['account', 'Show the limit'],
] as const;
const lane = 'L-1 Limit logins by address';

const [, startReview, addToReview, , addSuggestion] = editorActs['comments/commentThread/context'];
const [, , , , , applySuggestion] = editorActs['comments/commentThread/title'];
const [approve, requestChanges] = ['Approve Work', 'Request Changes…'];
const showSinceReview = 'Show Changes Since My Last Review';

/** Where a comment is made: the line of a side of the diff with this text. */
interface Place {
  readonly side: 'original' | 'modified';
  readonly text: string;
  readonly line: number;
}

/** How a person does what the story needs. */
interface Hands {
  /** Chooses a row of a view, which opens what it is about. */
  choose(view: 'Needs You' | 'Lanes', row: string): Promise<void>;
  /** Chooses a file below a lane, which opens its diff. */
  openFile(name: string): Promise<void>;
  /** Opens the box of a comment. */
  begin(place: Place): Promise<void>;
  /** Presses a button of the box that was typed in. */
  pressInBox(button: string): Promise<void>;
  /** Presses a button in the head of the thread with this text. */
  pressInThread(text: string, button: string): Promise<void>;
  /** Narrows the diff to what has changed since the review. */
  sinceReview(): Promise<void>;
  /** Does what the title of the diff offers. */
  act(title: string): Promise<void>;
  /** Presses a button of the dialog. */
  answer(button: string): Promise<void>;
}

describe('a review from the badge to the merge', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench | undefined;
  let workbench: Workbench;

  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    await repository?.remove();
  });
  keepPictureOfFailures(() => opened);

  const cli = <T>(actor: string, ...words: string[]): Promise<T> => mustRunCli<T>(repository.path, actor, words);
  const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000 });
  const page = () => workbench.page;
  const editorOf = (side: Place['side']): Locator =>
    page().locator(`.part.editor .monaco-diff-editor .editor.${side}`).filter({ visible: true });
  const widget = (text: string): Locator => page().locator('.review-widget').filter({ hasText: text });

  const mouse: Hands = {
    choose: (view, row) => workbench.tree(view).select(row),
    openFile: name => workbench.tree('Lanes').select(name),
    begin: async ({ side, text }) => {
      const editor = editorOf(side);
      const line = editor.locator('.view-line', { hasText: text }).first();
      await line.hover();
      const at = await line.boundingBox();
      const margin = await editor.locator('.margin').first().boundingBox();
      const glyph = await editor.locator('.comment-range-glyph').first().boundingBox();
      if (at === null || margin === null || glyph === null) throw new Error(`${text} is not on the screen.`);
      await page().mouse.move(glyph.x + glyph.width / 2, at.y + at.height / 2, { steps: 3 });
      await page().mouse.down();
      await page().mouse.up();
    },
    pressInBox: button => page().locator(`.monaco-button:visible:text-is("${button}")`).last().click(),
    pressInThread: (text, button) =>
      widget(text)
        .getByRole('button', { name: new RegExp(`^${button}`) })
        .click(),
    act: title =>
      page()
        .locator('.part.editor .title')
        .getByRole('button', { name: new RegExp(`^${title}`) })
        .click(),
    sinceReview: async () => {
      await page().locator('.part.editor .title').getByRole('button', { name: 'Changes to Show' }).click();
      await chooseFromMenu(page(), showSinceReview);
    },
    answer: button => workbench.answerDialog(button),
  };

  const press = (key: string): Promise<void> => page().keyboard.press(key);
  /** Presses a key until the keyboard is on something. */
  async function pressUntil(key: string, on: Locator, what: string): Promise<void> {
    for (let presses = 0; (await on.count()) === 0; presses += 1) {
      if (presses === 40) throw new Error(`No key leads to ${what}.`);
      await press(key);
    }
  }
  /** Gives the keyboard to the rows of a view; a notification or a page that comes meanwhile may take it away again. */
  async function focus(view: string): Promise<void> {
    const rows = workbench.tree(view).pane().locator('.monaco-list:focus');
    await expect
      .poll(async () => {
        if ((await rows.count()) === 0) await workbench.runCommand(`Stateroom: Focus on ${view} View`);
        return rows.count();
      })
      .toBe(1);
  }
  const keyboard: Hands = {
    choose: async (view, row) => {
      await focus(view);
      await workbench.tree(view).moveTo(row);
      await press('Enter');
      // It takes the keyboard once it is drawn.
      await page().locator('.part.editor .multiDiffEditor .monaco-editor.focused').first().waitFor();
    },
    openFile: async name => {
      await focus('Lanes');
      await workbench.tree('Lanes').moveTo(name);
      await press('Enter');
    },
    begin: async ({ line }) => {
      await editorOf('modified').locator('.view-line').first().waitFor();
      await workbench.runCommand('View: Focus Active Editor Group');
      await press('Control+g');
      await workbench.quickInput.answer(`:${line}`);
      await workbench.statusBarItem(`Ln ${line}, Col 1`).waitFor();
      await workbench.runCommand('Comments: Add Comment on Current Selection');
    },
    pressInBox: async button => {
      // In a box that is typed in, Tab is a letter until the person says otherwise.
      const moves = page().locator('.part.statusbar').getByText('Tab Moves Focus');
      if ((await moves.count()) === 0) await press('Control+m');
      const focused = page().locator('.review-widget .monaco-button:focus', { hasText: button });
      await pressUntil('Tab', focused, button);
      await press('Enter');
    },
    pressInThread: async (text, button) => {
      const thread = widget(text);
      await workbench.runCommand('Comments: Go to Next Commenting Range');
      await pressUntil('Tab', thread.locator(`:focus[aria-label^="${button}"]`), button);
      await press('Enter');
    },
    act: async title => {
      await workbench.runCommand(`Stateroom Lane: ${title}`);
      if (await workbench.quickInput.shows(lane)) await workbench.quickInput.pick(lane);
    },
    sinceReview: async () => {
      // The diff takes the keyboard once it is drawn.
      await page().locator('.part.editor .monaco-diff-editor .monaco-editor.focused').first().waitFor();
      await workbench.runCommand(`All Commands: ${showSinceReview}`);
      if (await workbench.quickInput.shows(lane)) await workbench.quickInput.pick(lane);
    },
    answer: async button => {
      const focused = workbench.dialog().locator('.monaco-button:focus', { hasText: button });
      await workbench.dialog().waitFor();
      await pressUntil('Tab', focused, button);
      await press('Enter');
    },
  };

  it.each([
    ['the mouse', mouse],
    ['the keyboard', keyboard],
  ])('by %s', { timeout: 480_000 }, async (name, hands) => {
    await openShop();
    const { commit } = laneActs(cli, repository);
    const by = name.split(' ').at(-1);
    await eventually(() => workbench.badge('Stateroom')).toBe('1');
    await hands.choose('Needs You', lane);
    for (const button of [approve.split(' ')[0], requestChanges]) {
      await page()
        .locator('.part.editor .title')
        .getByRole('button', { name: new RegExp(`^${button}`) })
        .waitFor();
    }
    await workbench.screenshot(`desk-${by}-all-files`);
    await workbench.tree('Lanes').expand(lane);
    await hands.openFile('limit.go');
    await editorOf('modified').locator('.view-line', { hasText: 'limit - 1' }).waitFor();
    // The editor opens its list of comments.
    await page().locator('.part.panel .action-label[aria-label^="Hide Panel"]').click();

    // What an agent suggested is put in, before anything is asked.
    await hands.pressInThread('Say what it counts', applySuggestion);
    await workbench
      .notification('Applied the suggestion of F-1')
      .or(page().getByText('Applied the suggestion of F-1'))
      .first()
      .waitFor();

    await comment(hands, { side: 'modified', text: 'limit = 5', line: 3 }, 'Why five?', startReview, 'low');
    const isMouse = name === 'the mouse';
    const offByOne = { side: 'modified', text: 'Off by one', line: 6 } as const;
    await comment(hands, offByOne, 'Is it?', addToReview, 'high', isMouse ? addSuggestion : undefined);
    if (isMouse) await widget('Is it?').getByText('suggestion').first().waitFor();
    // On a removed line the editor takes a comment by the mouse alone.
    const onRemoved = isMouse;
    if (onRemoved)
      await comment(hands, { side: 'original', text: 'unused', line: 4 }, 'Was it unused?', addToReview, 'low');
    await hands.openFile('tries.go');
    await editorOf('modified').locator('.view-line', { hasText: 'func Tries' }).waitFor();
    await comment(hands, { side: 'modified', text: 'return 0', line: 4 }, 'Count them', addToReview, 'medium');
    await workbench.screenshot(`desk-${by}-comments`);
    expect((await findings()).map(([text]) => text)).toEqual(['Say what it counts']);

    await workbench.reload();
    await workbench.tree('Lanes').waitForRow(lane);
    await workbench.tree('Lanes').expand(lane);
    await hands.openFile('limit.go');
    await widget('Is it?').waitFor();
    await workbench.runCommand('Stateroom Finding: Finish Review…');
    await workbench.quickInput.pick(requestChanges);
    await workbench.quickInput.waitFor('What needs to change?');
    await workbench.quickInput.answer('Count the tries');
    await eventually(findings).toEqual([
      ['Is it?', 'src/limit.go', 6, 'high', null],
      ['Count them', 'src/tries.go', 4, 'medium', null],
      ['Say what it counts', 'src/limit.go', 5, 'low', null],
      ['Why five?', 'src/limit.go', 3, 'low', null],
      ...(onRemoved ? [['Was it unused?', 'src/limit.go', 4, 'low', 'base']] : []),
    ]);
    await eventually(() => workbench.badge('Stateroom')).toBe(undefined);

    await commit('limit', 'src/limit.go', fixed);
    await mustRunCli(laneFolder(), 'codex-1', [
      'finding',
      'fix',
      'F-3',
      onRemoved ? 'F-5' : 'F-4',
      '--note',
      'Counted',
    ]);
    await cli('codex-1', 'worker', 'done', 'limit');
    await eventually(() => workbench.badge('Stateroom')).toBe('1');
    await hands.choose('Needs You', lane);
    await workbench.tree('Lanes').expand(lane);
    await hands.openFile('limit.go');
    await editorOf('modified').locator('.view-line', { hasText: 'return limit' }).waitFor();
    await hands.sinceReview();
    // Of the head that was reviewed, not of the base.
    await editorOf('original').locator('.view-line', { hasText: 'limit - 1' }).waitFor();
    await workbench.screenshot(`desk-${by}-since`);
    await hands.openFile('limit.go');
    await editorOf('original').locator('.view-line', { hasText: 'unused' }).waitFor();
    await hands.act('Approve');
    await eventually(async () => (await show()).state).toBe('APPROVED');
    await hands.act('Merge…');
    await hands.answer('Merge');
    await eventually(async () => (await show()).status).toBe('merged');
    await eventually(async () => existsSync(laneFolder())).toBe(false);
    await eventually(() => workbench.badge('Stateroom')).toBe(undefined);
    expect(await repository.git('show', 'main:src/limit.go')).toBe(fixed.trim());
    expect(await storyEnd(repository.path)).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 in_flight codex-2', 'W-3 in_flight Robin', 'W-4 in_flight Robin', 'W-5 in_flight Robin'],
      lanes: ['L-1 limit merged', 'L-2 cart active', 'L-3 search active', 'L-4 mail active', 'L-5 account active'],
      tasks: [],
      inProgress: ['W-2 codex-2 WORKING', 'W-3 Robin ASSIGNED', 'W-4 Robin ASSIGNED', 'W-5 Robin ASSIGNED'],
      worktrees: ['shop', 'account', 'cart', 'mail', 'search'],
      branches: ['feature/account', 'feature/cart', 'feature/mail', 'feature/search', 'main'],
      remote: [],
    });
  });

  const laneFolder = (): string => join(repository.path, '..', 'shop.worktrees', 'limit');
  const show = (): Promise<Lane> => cli<Lane>('ada', 'lane', 'show', 'limit');
  const findings = async () => {
    const { findings: all } = await cli<{ findings: Record<string, unknown>[] }>('reader', 'finding', 'list');
    return all.map(({ text, path, lineStart, severity, side }) => [
      String(text).split('\n')[0],
      path,
      lineStart,
      severity,
      side,
    ]);
  };

  async function comment(
    hands: Hands,
    place: Place,
    text: string,
    button: string,
    severity: string,
    before?: string,
  ): Promise<void> {
    await hands.begin(place);
    // The box has the keyboard once it is there.
    await page().getByText('Write a comment').filter({ visible: true }).first().waitFor();
    await page().keyboard.type(severity === 'medium' ? text : `!${severity} ${text}`);
    if (before !== undefined) {
      await hands.pressInBox(before);
      await page().locator('.review-widget .edit-textarea .view-line', { hasText: 'suggestion' }).waitFor();
    }
    await hands.pressInBox(button);
    await widget(text).getByText('Pending').first().waitFor();
    await widget(text).getByText(severity, { exact: true }).first().waitFor();
  }

  /** Five lanes: one to review, one at work, two that are not started, and one that waits for the first. */
  async function openShop(): Promise<void> {
    repository = await makeScratchRepository('shop');
    await repository.write('src/limit.go', before);
    await repository.git('add', '.');
    await repository.git('commit', '--quiet', '--message=Sell');
    for (const [id, title] of items) await cli('ada', 'queue', 'add', title, '--id', id);
    const { spawn, start, commit } = laneActs(cli, repository);
    for (const [index] of items.slice(0, 4).entries()) await spawn(`W-${index + 1}`);
    await spawn('W-5', '--after', 'limit');
    await cli('codex-2', 'worker', 'start', 'cart');
    await start('limit');
    await repository.write('../shop.worktrees/limit/src/tries.go', newFile);
    await commit('limit', 'src/limit.go', after);
    await mustRunCli(laneFolder(), 'gemini-1', [
      ...['finding', 'record', '--repository', '--path', 'src/limit.go', '--line', '5', '--severity', 'low'],
      ...['--text', 'Say what it counts\n```suggestion\n// Limit of logins.\nfunc Limit() int {\n```'],
    ]);
    await cli('codex-1', 'worker', 'done', 'limit');
    // All lines with their threads are in sight.
    opened = await openWorkbench({ repo: repository.path, viewport: { width: 1280, height: 1100 } });
    workbench = opened.workbench;
    await workbench.openContainer('Stateroom');
    for (const view of ['Now', 'Queue', 'Findings']) await workbench.fold(view);
  }
});

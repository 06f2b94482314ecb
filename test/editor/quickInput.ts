import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The label of a row. The line below it is one too, and keeps the text of the row that the list showed there before. */
const labelName = '.quick-input-list-row:first-child .label-name';

/** The box at the top of the window: palette, quick pick and input box. */
export class QuickInput {
  constructor(private readonly page: Page) {}

  /** The visible box. */
  box(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  input(): Locator {
    return this.box().locator('.quick-input-box input, .quick-input-box textarea').first();
  }

  rows(): Locator {
    return this.box().locator('.quick-input-list .monaco-list-row');
  }

  /** Opens the command palette with some words typed. */
  async openPalette(words: string): Promise<void> {
    // A key that arrives while a web page takes the focus is lost, and what is revealed elsewhere takes it from the box, which
    // closes then; a person would press it again.
    for (let presses = 1; ; presses++) {
      const timeout = presses < 5 ? 4_000 : 15_000;
      try {
        await this.page.keyboard.press('F1');
        await this.input().fill(`>${words}`, { timeout });
        await this.rows().first().waitFor({ timeout });
        return;
      } catch (error) {
        if (presses === 5) throw error;
      }
    }
  }

  /** Opens the list of all of Stateroom's commands with some words typed. */
  async openAllCommands(words: string): Promise<void> {
    const title = 'Stateroom: All Commands…';
    await this.openPalette(title);
    await this.pick(title, { exact: true });
    await this.waitFor('All Commands');
    await this.rows().first().waitFor();
    await this.type(words);
  }

  /** Opens a file of the workspace by its name. */
  async openFile(name: string): Promise<void> {
    await this.openPalette('');
    await this.input().fill(name);
    await this.pick(name);
  }

  /**
   * Waits for a box whose title, placeholder or question holds `text`. Not one with a row of these words: what is chosen in one
   * box is often what the next one asks about, and keys that are meant for that one would go to the one that closes.
   */
  async waitFor(text?: string | RegExp): Promise<void> {
    await this.input().waitFor();
    if (text === undefined) return;
    const question = this.box().locator('.quick-input-titlebar, .quick-input-header, .quick-input-message');
    const hinted = this.box().getByPlaceholder(text);
    await question.filter({ hasText: text }).or(hinted).first().waitFor({ timeout: 30_000 });
  }

  /** Waits for a row with these words. */
  async waitForRow(words: string | RegExp): Promise<void> {
    await this.rows().filter({ hasText: words }).first().waitFor({ timeout: 30_000 });
  }

  /** The labels of the rows on the screen. */
  labels(): Promise<string[]> {
    return this.rows().locator(labelName).allInnerTexts();
  }

  /** The labels of all rows, also of those out of sight: it goes through the list with the keyboard. */
  async allLabels(): Promise<string[]> {
    const found = new Map<number, string>();
    // Rows of several lines are passed over by a page; on the way back others are at the edge.
    let key = 'PageDown';
    for (let pages = 0; pages < 200; pages++) {
      const before = found.size;
      // A row that has just come into sight has its label with the next frame.
      await this.page.evaluate(
        () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      const seen = await this.rows().evaluateAll(rows =>
        rows.map(row => ({
          index: Number(row.getAttribute('data-index')),
          label: row.querySelector('.quick-input-list-row:first-child .label-name')?.textContent?.trim() ?? '',
          count: Number(row.getAttribute('aria-setsize')),
        })),
      );
      for (const { index, label } of seen) found.set(index, label);
      if (seen.some(({ count }) => found.size >= count)) break;
      if (found.size === before && pages % 10 === 9) key = key === 'PageDown' ? 'PageUp' : 'PageDown';
      await this.page.keyboard.press(key);
    }
    return [...found].sort(([one], [other]) => one - other).map(([, label]) => label);
  }

  /** Whether a row with exactly this label comes into sight within 2 seconds. */
  shows(label: string): Promise<boolean> {
    const name = this.rows().locator(labelName).getByText(label, { exact: true });
    return name
      .first()
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
  }

  /**
   * Picks the row with this label by keys; where rows have boxes, by a click, as tests of the keyboard tick those themselves.
   * Without `exact`, the first whose label begins with it. In a long list only the rows in sight are there: `type` some of the
   * label first.
   */
  async pick(label: string, { exact = false } = {}): Promise<void> {
    const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const words = new RegExp(exact ? `^\\s*${escaped}\\s*$` : `^\\s*${escaped}`);
    const row = this.rows().filter({ has: this.page.locator(labelName, { hasText: words }) });
    await row.first().waitFor({ timeout: 30_000 });
    if ((await row.first().getAttribute('role')) === 'checkbox') return row.first().click();
    const focused = row.and(this.box().locator('.monaco-list-row.focused'));
    for (let presses = 0; (await focused.count()) === 0; presses += 1) {
      if (presses === 60) throw new Error(`No key leads to ${label}.`);
      await this.page.keyboard.press('ArrowDown');
    }
    await this.page.keyboard.press('Enter');
  }

  /** Types an answer in place of what is there and accepts it. */
  async answer(text: string): Promise<void> {
    await this.input().waitFor();
    await this.input().fill(text);
    await this.input().press('Enter');
  }

  /** Types without accepting, to read what the box says about it. */
  async type(text: string): Promise<void> {
    await this.input().waitFor();
    await this.input().fill(text);
  }

  /**
   * Types a path into the editor's list of files and accepts it, by keys. The list writes where it stands once it has read the
   * folder, so it is typed when that stands still. It takes no Enter while it reads the folder of what was typed, and takes its
   * time over one it took: Enter alone is pressed again, as a letter that came between would be part of the name.
   */
  async typePath(path: string): Promise<void> {
    const { keyboard } = this.page;
    const value = async (): Promise<string> => {
      const input = this.input();
      return (await input.isVisible()) ? input.inputValue({ timeout: 1000 }).catch(() => '') : '';
    };
    const stands = async (): Promise<string> => {
      const before = await value();
      await this.page.waitForTimeout(400);
      return before.startsWith('/') && before === (await value()) ? before : '';
    };
    for (let tries = 0; (await stands()) !== path; tries += 1) {
      if (tries === 20) throw new Error(`The list of files does not take ${path}, but holds "${await value()}".`);
      if (!(await value()).startsWith('/')) continue;
      await keyboard.press('Control+a');
      await keyboard.type(path);
    }
    for (let presses = 0; presses < 5 && (await value()) === path; presses += 1) {
      await keyboard.press('Enter');
      await expect
        .poll(value, { timeout: 3000 })
        .not.toBe(path)
        .catch(() => undefined);
    }
  }

  async accept(): Promise<void> {
    await this.input().press('Enter');
  }

  /** What the box says below its input: the question, or why an answer is refused. */
  async message(): Promise<string> {
    return (await this.box().locator('.quick-input-message').textContent()) ?? '';
  }

  async title(): Promise<string> {
    return (await this.box().locator('.quick-input-title').textContent()) ?? '';
  }

  /** Closes the box with Escape and waits until it is gone. */
  async cancel(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.box().waitFor({ state: 'hidden' });
  }

  /** Closes what a test that was tried before left open. */
  async closeAll(): Promise<void> {
    for (let presses = 0; presses < 5 && (await this.box().isVisible()); presses += 1) {
      await this.page.keyboard.press('Escape');
      await this.box()
        .waitFor({ state: 'hidden', timeout: 2000 })
        .catch(() => undefined);
    }
  }

  /** Waits until no box is open. */
  async waitUntilClosed(): Promise<void> {
    await this.box().waitFor({ state: 'hidden' });
  }
}

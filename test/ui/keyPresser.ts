import { expect } from 'vitest';
import type { Workbench } from '../editor/workbench.js';

/** A question of a flow: what it asks, and what is typed or chosen there. */
type Question = { readonly asks: string } & (
  | {
      readonly types: string;
      /** Typed before, and refused with this sentence. */
      readonly refuses?: { readonly text: string; readonly says: string };
    }
  | { readonly chooses: string }
  | { readonly ticks: string }
  /** The editor's own list of files, where the whole path is typed. */
  | { readonly opens: string }
  | { readonly presses: string }
);

/** The Back button's key where these tests run; macOS and Windows have their own. */
const backKey = 'Control+Alt+Minus';

/** Begins commands of the palette and answers them, and presses nothing but keys. */
export class KeyPresser {
  constructor(private readonly workbench: Workbench) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.workbench.page.keyboard.press(key);
  }

  /** Runs a command once the palette offers it, which follows what the store holds a moment later. */
  async begin(title: string): Promise<void> {
    const offered = async () => (await this.workbench.commandTitles(title)).map(label => label.trim());
    await expect.poll(offered).toContain(title);
    await this.workbench.runCommand(title);
  }

  /** Begins a command, answers its first question, goes back from the second and leaves. */
  async leave(title: string, first: Question, second: Question): Promise<void> {
    const { quickInput } = this.workbench;
    await this.begin(title);
    await this.answer(first);
    await quickInput.waitFor(second.asks);
    await this.press(backKey);
    await quickInput.waitFor(first.asks);
    await this.press('Escape');
    await quickInput.waitUntilClosed();
  }

  /** Waits for the question; types or chooses the answer, and gives it with Enter. */
  async answer(question: Question): Promise<void> {
    const { quickInput, page } = this.workbench;
    if ('presses' in question) return this.pressInDialog(question.asks, question.presses);
    await quickInput.waitFor(question.asks);
    if ('opens' in question) return quickInput.typePath(question.opens);
    if ('types' in question) {
      const { types, refuses } = question;
      if (refuses !== undefined) {
        await this.replace(refuses.text);
        await this.press('Enter');
        await expect.poll(() => quickInput.message()).toContain(refuses.says);
      }
      await this.replace(types);
    } else if ('chooses' in question) {
      await page.keyboard.type(question.chooses);
      await this.waitForFocus(question.chooses);
    } else {
      await page.keyboard.type(question.ticks);
      await expect.poll(() => quickInput.rows().count()).toBe(1);
      await this.press('ArrowDown');
      await this.waitForFocus(question.ticks);
      await this.press('Space');
    }
    await this.press('Enter');
  }

  private async replace(text: string): Promise<void> {
    await this.press('Control+a');
    await this.workbench.page.keyboard.type(text);
  }

  private async waitForFocus(words: string): Promise<void> {
    const { quickInput } = this.workbench;
    await quickInput.box().locator('.monaco-list-row.focused', { hasText: words }).waitFor();
  }

  private async pressInDialog(text: string, button: string): Promise<void> {
    const dialog = this.workbench.dialog();
    await dialog.getByText(text).first().waitFor();
    const focused = dialog.locator('.monaco-button:focus', { hasText: button });
    for (let presses = 0; (await focused.count()) === 0; presses += 1) {
      if (presses === 10) throw new Error(`No key leads to ${button}.`);
      await this.press('Tab');
    }
    await this.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  }
}

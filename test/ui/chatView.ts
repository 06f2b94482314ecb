import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Workbench } from '../editor/workbench.js';

/** The editor's own chat view. */
export class ChatView {
  constructor(readonly workbench: Workbench) {}

  /** Opens the view and waits until it has this language model: before that it passes no request on. */
  async open(model: string): Promise<void> {
    await this.workbench.runCommand('Chat: Open Chat');
    await this.input().waitFor();
    await this.root().getByText(model, { exact: true }).first().waitFor();
  }

  input(): Locator {
    return this.root()
      .locator('.interactive-input-editor .native-edit-context, .interactive-input-editor textarea')
      .first();
  }

  root(): Locator {
    return this.workbench.page.locator('.interactive-session').filter({ visible: true }).first();
  }

  /** The newest answer. */
  answer(): Locator {
    return this.root().locator('.interactive-response').last();
  }

  /** What a record or a file is named by in the newest answer; a click opens it. */
  anchor(name: string): Locator {
    return this.answer().locator('.chat-inline-anchor-widget', { hasText: name });
  }

  /** Calls off the answer that is being written; a busy editor may lose the key, so it is pressed until the answer has ended. */
  async callOff(): Promise<void> {
    const pending = this.root().locator('.interactive-response.chat-response-loading');
    const press = async (): Promise<number> => {
      await this.input().focus();
      await this.workbench.page.keyboard.press('Control+Escape');
      return pending.count();
    };
    await expect.poll(press, { timeout: 30_000, interval: 1000 }).toBe(0);
  }

  /** The questions offered below the newest answer. */
  followups(): Locator {
    return this.root().locator('.interactive-input-followups a.monaco-button');
  }

  /** What is in the input. */
  async typed(): Promise<string> {
    const lines = await this.root().locator('.interactive-input-editor .view-line').allTextContents();
    // The editor draws spaces as ones that do not break.
    return lines.join('').replaceAll('\u00a0', ' ');
  }

  /** The list that a mention or a command opens above the input. */
  suggestions(): Locator {
    return this.workbench.page.locator('.suggest-widget.visible');
  }

  /** Types a question, sends it and waits until its answer is complete. */
  ask(question: string): Promise<Locator> {
    return this.answerAfter(async () => {
      await this.type(question);
      await this.workbench.page.keyboard.press('Enter');
    });
  }

  /** Types a question and does not send it. */
  async type(question: string): Promise<void> {
    // A busy editor loses a key now and then: who types sees that, and begins again.
    for (let tries = 1; ; tries += 1) {
      await this.input().focus();
      await this.workbench.page.keyboard.press('ControlOrMeta+A');
      try {
        for (const word of question.split(/(?<= )/)) await this.typeWord(word);
        await expect.poll(() => this.typed(), { timeout: 5000 }).toBe(question);
        return;
      } catch (error) {
        if (tries === 4) throw error;
        await this.workbench.page.keyboard.press('Escape');
      }
    }
  }

  /**
   * Types a word with the space behind it. A mention or a command opens a list, and each further key asks again what
   * belongs there. Keys that come faster than the answers leave the first list open until the end, and Enter then takes
   * its first row in place of all that was typed. Who types looks at the list: it offers the word, then it is gone.
   */
  private async typeWord(word: string): Promise<void> {
    const { keyboard } = this.workbench.page;
    const name = word.trimEnd();
    await keyboard.type(name);
    if (/^[@/]/.test(name))
      await this.suggestions().locator(`.focused[aria-label^="${name},"]`).waitFor({ timeout: 10_000 });
    await keyboard.type(word.slice(name.length));
    await this.suggestions().waitFor({ state: 'hidden', timeout: 10_000 });
  }

  /** The answer to what `act` sends, when it is complete. The list holds in the page only the rows in sight. */
  async answerAfter(act: () => Promise<void>): Promise<Locator> {
    const rows = this.root().locator('.interactive-list .monaco-list-row[data-index]');
    const indexes = await rows.evaluateAll(elements => elements.map(row => Number(row.getAttribute('data-index'))));
    await act();
    // A question and its answer are a row each.
    const row = this.root().locator(`.monaco-list-row[data-index="${Math.max(-1, ...indexes) + 2}"]`);
    const answer = row.locator('.interactive-response:not(.chat-response-loading)');
    await answer.waitFor();
    return answer;
  }
}

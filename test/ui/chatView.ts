import type { Locator } from 'playwright-core';
import type { Workbench } from '../editor/workbench.js';

/** The editor's own chat view. */
export class ChatView {
  readonly workbench: Workbench;

  constructor(workbench: Workbench) {
    this.workbench = workbench;
  }

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

  /** The questions offered below the newest answer. */
  followups(): Locator {
    return this.root().locator('.interactive-input-followups a.monaco-button');
  }

  /** Types a question, sends it and waits until its answer is complete. */
  ask(question: string): Promise<Locator> {
    return this.answerAfter(async () => {
      await this.input().focus();
      await this.workbench.page.keyboard.press('ControlOrMeta+A');
      await this.workbench.page.keyboard.type(question);
      await this.workbench.page.keyboard.press('Enter');
    });
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

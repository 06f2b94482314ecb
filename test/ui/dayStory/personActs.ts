import type { Workbench } from '../../editor/workbench.js';
import { editorActs } from '../menus/titleMenus.js';

/** What a person does in a window of the editor beside the chat. */
export function personActs(workbench: Workbench) {
  const { page, quickInput } = workbench;
  const [closeSlice] = editorActs['editor/title'];
  return {
    /** Hands in the decision that was drafted for a slice, by the line above its text. */
    async closeWithDraft(slice: string): Promise<void> {
      await page.locator('.codelens-decoration a', { hasText: `Close ${slice} with this decision` }).click();
    },

    /** The same by the button above the editor. */
    async closeWithButton(slice: string): Promise<void> {
      await page.locator('.codelens-decoration a', { hasText: `Close ${slice} with this decision` }).waitFor();
      await page.locator(`.editor-actions .action-label[aria-label^="${closeSlice}"]`).click();
    },

    async commitSlice(slice: string): Promise<void> {
      await workbench.runCommand('Stateroom Slice: Commit');
      await quickInput.waitFor('Select a slice');
      await quickInput.pick(slice);
    },

    /** Says which commit has the fix, and that there is nothing more to say about it. */
    async nameFix(subject: string): Promise<void> {
      await quickInput.waitFor('Select the commit that fixes it');
      await quickInput.pick(subject);
      await quickInput.waitFor('What was done (optional)');
      await quickInput.answer('');
    },

    async dismissFinding(finding: string, why: string): Promise<void> {
      await workbench.runCommand('Stateroom Finding: Mark as Won’t Fix…');
      await quickInput.waitFor('Select findings to mark as won’t fix');
      await quickInput.pick(finding);
      await quickInput.accept();
      await quickInput.waitFor('Reason');
      await quickInput.answer(why);
    },

    async completeNextAction(action: string): Promise<void> {
      await workbench.runCommand('All Commands: Complete Next Action');
      await quickInput.waitFor('Select a next action');
      await quickInput.pick(action);
    },

    /** Types a line into a terminal of the window. */
    async typeInTerminal(line: string): Promise<void> {
      await workbench.runCommand('Terminal: Create New Terminal');
      const input = page.locator('.part.panel .terminal-wrapper.active textarea').first();
      await input.waitFor({ state: 'attached' });
      await input.focus();
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    },
  };
}

import { expect, it, vi } from 'vitest';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { queueNext } from '../../operations/queue/queueNext.js';
import { confirmationOf, type Surroundings } from './tools/confirmation.js';

vi.mock('vscode', async () => {
  const { l10n } = await import('../../../test/editor/vscodeTexts.js');
  class MarkdownString {
    value = '';
    appendMarkdown(text: string): void {
      this.value += text;
    }
  }
  return { l10n, MarkdownString };
});

const asked = async (operation: string, read: Surroundings['read']) => {
  const surroundings = { repository: 'shop', agent: 'vscode-1', read };
  const found = await confirmationOf({ operation, isWrite: true, input: { id: 'W-1' } }, surroundings);
  return found && [found.title, typeof found.message === 'string' ? found.message : found.message.value];
};

it.each([queueClaim.name, queueNext.name])(
  'a person is asked about %s also where it cannot be read',
  async operation => {
    expect(await asked(operation, () => Promise.reject(new Error('The store is locked.')))).toEqual([
      'Change the store?',
      `Runs ${operation}.\n- id: \`W-1\``,
    ]);
    // What is not there is refused, which is not worth a question.
    expect(await asked(operation, async () => undefined)).toBeUndefined();
  },
);

import { expect, it, vi } from 'vitest';
import { verbatim } from '../../messages/message.js';
import { RefusalError, refuse } from './refusal.js';

it('knows a refusal that was thrown by another file of the program', async () => {
  vi.resetModules();
  const other = await import('./refusal.js');
  const thrown = new other.RefusalError(refuse('conflict', verbatim('No.')));
  expect(other.RefusalError).not.toBe(RefusalError);
  expect([thrown instanceof RefusalError, thrown.refusal.code]).toEqual([true, 'conflict']);
  expect([new Error('No.') instanceof RefusalError, (null as unknown) instanceof RefusalError]).toEqual([false, false]);
});

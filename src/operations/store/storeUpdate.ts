import * as z from 'zod';
import { sentenceSchema } from '../../messages/sentence.js';
import { defineOperation } from '../operation.js';

export const storeUpdate = defineOperation({
  name: 'store.update',
  order: 70,
  title: 'Apply Update Now',
  summary:
    'Shows whether an update of the store waits for older programs to end; applies it with --now, and they must be restarted.',
  input: z.strictObject({
    now: z.boolean().optional().describe('Apply it; without it nothing is changed'),
  }),
  output: z.object({
    updated: z.boolean(),
    /** Reason why it waits; null without an update. */
    pending: sentenceSchema.nullable(),
  }),
  effect: 'write',
  onlyReads: ({ now }) => now !== true,
  // It blocks the writes of running programs of others until they are restarted.
  roles: ['human'],
  mcp: null,
  cli: { examples: ['store update', 'store update --now'] },
  progress: 'window',
  palette: 'store',
  async run({ store }, { now }) {
    if (now === true) return { updated: await store.maintenance.applyUpdate(), pending: null };
    const { state, reason } = await store.health();
    return { updated: false, pending: state === 'update-pending' ? (reason ?? null) : null };
  },
});

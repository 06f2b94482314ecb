import { type Message, message } from '../../messages/message.js';

/** Bytes above which copies of a store deserve a warning: see the limits in docs/store.md. */
const largeBytes = 500_000_000;

/** Warning with a remedy for a store of this size; undefined for a smaller one. */
export function sizeConcern(bytes: number): { reason: Message; hint: Message } | undefined {
  if (bytes <= largeBytes) return undefined;
  return {
    reason: message('store.large', { megabytes: Math.round(bytes / 1_000_000) }),
    hint: message('store.largeHint'),
  };
}

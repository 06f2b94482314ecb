import { type Message, message } from '../../messages/message.js';

/** Bytes of a store from which on copies of it are worth a warning: see the section on limits in docs/store.md. */
const largeBytes = 500_000_000;

/** The warning about a store of so many bytes, with the way out; undefined for a smaller one. */
export function sizeConcern(bytes: number): { reason: Message; hint: Message } | undefined {
  if (bytes <= largeBytes) return undefined;
  return {
    reason: message('store.large', { megabytes: Math.round(bytes / 1_000_000) }),
    hint: message('store.largeHint'),
  };
}

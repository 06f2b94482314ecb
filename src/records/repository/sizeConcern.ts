import { type Message, message } from '../../messages/message.js';

/** Up to here a store is quick: see the section on limits in docs/store.md. */
const quick = { bytes: 50_000_000, openItems: 20_000 } as const;

export interface StoreSize {
  /** Of its snapshot and journal. */
  readonly bytes: number;
  /** Work items that are not ended. */
  readonly openItems: number;
}

/** What to report of a store that has grown beyond what it is quick for, and what helps; undefined below that. */
export function sizeConcern({ bytes, openItems }: StoreSize): { reason: Message; hint: Message } | undefined {
  if (bytes > quick.bytes) {
    return {
      reason: message('store.large', { megabytes: Math.round(bytes / 1_000_000) }),
      hint: message('store.largeHint'),
    };
  }
  if (openItems <= quick.openItems) return undefined;
  return {
    reason: message('store.manyItems', { count: openItems.toLocaleString('en') }),
    hint: message('store.manyItemsHint'),
  };
}

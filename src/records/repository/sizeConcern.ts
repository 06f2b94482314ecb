/** Up to here a store is quick: see the section on limits in docs/store.md. */
const quick = { bytes: 50_000_000, openItems: 20_000 } as const;

export interface StoreSize {
  /** Of its snapshot and journal. */
  readonly bytes: number;
  /** Work items that are not ended. */
  readonly openItems: number;
}

/** What to mind of a store that has grown beyond what it is quick for, and what helps; undefined below that. */
export function sizeConcern({ bytes, openItems }: StoreSize): { reason: string; hint: string } | undefined {
  if (bytes > quick.bytes) {
    return {
      reason: `The store is ${Math.round(bytes / 1_000_000)} MB; it is quick up to 50 MB and 20,000 open work items.`,
      hint: 'Run store compact. If that does not help, keep long texts in files and put their paths into payloads and notes.',
    };
  }
  if (openItems <= quick.openItems) return undefined;
  return {
    reason: `The store holds ${openItems.toLocaleString('en')} open work items; it is quick up to 50 MB and 20,000 open work items.`,
    hint: 'Resolve or cancel the work items that nobody will do.',
  };
}

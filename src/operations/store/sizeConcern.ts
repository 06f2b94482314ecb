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
  const facts = [
    ...(bytes > quick.bytes ? [`has ${Math.round(bytes / 1_000_000)} MB`] : []),
    ...(openItems > quick.openItems ? [`holds ${openItems.toLocaleString('en')} open work items`] : []),
  ];
  if (facts.length === 0) return undefined;
  return {
    reason: `The store ${facts.join(' and ')}; it is quick up to 50 MB and 20,000 open work items.`,
    hint:
      bytes > quick.bytes
        ? 'Run store compact. If that does not help, keep long texts in files and put their paths into payloads and notes.'
        : 'Resolve or cancel the work items that nobody will do.',
  };
}

import type { Context } from '../records/context.js';
import type { Transaction } from '../store/store.js';

interface CacheEntry<Value> {
  readonly version: number;
  readonly mark: string;
  readonly claims: Value;
}

/**
 * Caches the result of `read` by name until the next commit: hooks ask at each step of an agent, and opening the store is
 * slowest. Undefined without a store; throws the store's errors.
 */
export async function cachedUntilCommit<Value>(
  { store, lanes }: Context,
  { name, version }: { readonly name: string; readonly version: number },
  read: (transaction: Transaction) => Promise<Value>,
): Promise<Value | undefined> {
  const mark = store.commitMark();
  if (mark === undefined) return undefined;
  const entry = parse<Value>(await lanes?.cache.read(name));
  if (entry?.version === version && entry.mark === mark) return entry.claims;
  const claims = await store.read(read);
  await lanes?.cache.write(name, JSON.stringify({ version, mark, claims } satisfies CacheEntry<Value>));
  return claims;
}

function parse<Value>(text: string | undefined): CacheEntry<Value> | undefined {
  try {
    const entry = JSON.parse(text ?? '') as CacheEntry<Value>;
    return Array.isArray(entry.claims) ? entry : undefined;
  } catch {
    return undefined;
  }
}

import type { Context } from '../records/context.js';
import type { Transaction } from '../store/store.js';

interface Kept<Value> {
  readonly version: number;
  readonly mark: string;
  readonly claims: Value;
}

/**
 * Caches the result of `read` by name until the next commit: hooks ask at each step of an agent, and opening the store is
 * slowest. Undefined without a store; throws the store's errors.
 */
export async function keptByMark<Value>(
  { store, lanes }: Context,
  { name, version }: { readonly name: string; readonly version: number },
  read: (transaction: Transaction) => Promise<Value>,
): Promise<Value | undefined> {
  const mark = store.commitMark();
  if (mark === undefined) return undefined;
  const kept = parse<Value>(await lanes?.cache.read(name));
  if (kept?.version === version && kept.mark === mark) return kept.claims;
  const claims = await store.read(read);
  await lanes?.cache.write(name, JSON.stringify({ version, mark, claims } satisfies Kept<Value>));
  return claims;
}

function parse<Value>(text: string | undefined): Kept<Value> | undefined {
  try {
    const kept = JSON.parse(text ?? '') as Kept<Value>;
    return Array.isArray(kept.claims) ? kept : undefined;
  } catch {
    return undefined;
  }
}

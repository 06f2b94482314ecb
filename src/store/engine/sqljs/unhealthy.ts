import type { StoreHealth } from '../../store.js';
import type { StoreError } from '../../storeError.js';

/** The health of a store in `location` that cannot be used because of `error`. */
export function unhealthy(error: StoreError, location: string): StoreHealth {
  const state = error.code === 'STORE_TOO_NEW' ? 'too-new' : error.code === 'STORE_READ_ONLY' ? 'read-only' : 'corrupt';
  const { said, hint, next } = error;
  return { state, location, reason: said, ...(hint && { hint }), ...(next && { next }) };
}

import type { StoreHealth } from '../../store.js';
import type { StoreError, StoreErrorCode } from '../../storeError.js';

const states: Readonly<Partial<Record<StoreErrorCode, StoreHealth['state']>>> = {
  STORE_TOO_NEW: 'too-new',
  STORE_READ_ONLY: 'read-only',
  UPDATE_PENDING: 'update-pending',
};

export function unhealthy(error: StoreError, location: string): StoreHealth {
  const state = states[error.code] ?? 'corrupt';
  const { said, hint, next } = error;
  return { state, location, reason: said, ...(hint && { hint }), ...(next && { next }) };
}

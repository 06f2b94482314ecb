import { type Refusal, RefusalError } from '../domain/refusal/refusal.js';

/** Rolls the transaction back with this refusal, if there is one. */
export function demand(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new RefusalError(refusal);
}

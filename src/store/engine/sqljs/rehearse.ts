import type { Connection } from './connection.js';

export interface Rehearsal<T> {
  readonly value: T;
  /** False if no row changed, so that there is nothing to run for real. */
  readonly wrote: boolean;
}

/** Always rolls back; rethrows errors. */
export async function rehearse<T>(connection: Connection, work: () => Promise<T>): Promise<Rehearsal<T>> {
  connection.begin();
  try {
    const value = await work();
    connection.requireWhole();
    return { value, wrote: connection.hasWritten };
  } finally {
    connection.rollback();
  }
}

import type { Connection } from './connection.js';

/** Result of a callback that was rolled back. */
export interface Rehearsal<T> {
  readonly value: T;
  /** False if it changed no row, so that there is nothing to run for real. */
  readonly wrote: boolean;
}

/** Runs work in a transaction that is always rolled back; rethrows its errors. */
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

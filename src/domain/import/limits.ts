import { message } from '../../messages/message.js';
import { type RefusalError, refusalError } from '../refusal/refusal.js';

/** What one import reads at most, so that no file makes the process slow or runs it out of memory. */
export const readLimits = {
  /** Of all text files together. */
  textBytes: 32 * 1024 * 1024,
  /** Of all values that are read from a database. */
  databaseBytes: 64 * 1024 * 1024,
  /** Of one table. */
  rows: 200_000,
  /** What becomes a work item or is there already, and what cannot be read. */
  entries: 50_000,
  /** Dependencies, parents and other links of all entries. */
  links: 200_000,
  /** Lists and objects of one JSON file. */
  values: 1_000_000,
  /** Lists and objects in one another. */
  depth: 200,
} as const;

/** Refuses a file as a whole; `what` is counted, in the plural: "entries". */
export function tooMany(what: 'entries' | 'links' | 'values', limit: number): RefusalError {
  const key = (
    { entries: 'imports.tooManyEntries', links: 'imports.tooManyLinks', values: 'imports.tooManyValues' } as const
  )[what];
  return refusalError('invalid_input', message(key, { limit }), { hint: 'imports.tooLargeHint' });
}

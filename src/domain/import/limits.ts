import { message } from '../../messages/message.js';
import { type RefusalError, refusalError } from '../refusal/refusal.js';

/** Limits of one import, so that no file blocks the process or exhausts its memory. */
export const readLimits = {
  textBytes: 32 * 1024 * 1024,
  databaseBytes: 64 * 1024 * 1024,
  /** Per table. */
  rows: 200_000,
  /** New and existing work items, and unreadable entries. */
  entries: 50_000,
  /** Dependencies, parents and other links, in total. */
  links: 200_000,
  /** Lists and objects per JSON file. */
  values: 1_000_000,
  depth: 200,
} as const;

export function tooMany(what: 'entries' | 'links' | 'values', limit: number): RefusalError {
  const key = (
    { entries: 'imports.tooManyEntries', links: 'imports.tooManyLinks', values: 'imports.tooManyValues' } as const
  )[what];
  return refusalError('invalid_input', message(key, { limit }), { hint: 'imports.tooLargeHint' });
}

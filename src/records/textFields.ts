import * as z from 'zod';
import { keyPrefix } from '../domain/identifier/identifier.js';

/** One schema for each limit: some hundred fields of inputs share them, and each takes time as a process starts. */
function byLimit<Schema>(make: (limit: number) => Schema): (limit: number) => Schema {
  const made = new Map<number, Schema>();
  return limit => {
    const known = made.get(limit) ?? make(limit);
    made.set(limit, known);
    return known;
  };
}

/** Text without space around it, not empty. */
export const trimmedField = byLimit(limit => z.string().trim().min(1).max(limit));

/** What names a record: its ref, its ULID, or the caller's key of up to `limit` characters, also behind `id:`. */
export const namedField = (limit: number) => trimmedField(limit + keyPrefix.length);

/** Text of several lines: without NUL, trimmed, not empty. */
export const wordsField = byLimit(limit =>
  z
    .string()
    .overwrite(text => text.replaceAll('\0', '').trim())
    .min(1)
    .max(limit),
);

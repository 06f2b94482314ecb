import * as z from 'zod';
import { keyPrefix } from '../domain/identifier/identifier.js';

/** One schema per limit: some hundred fields share them, and each takes time at process start. */
function byLimit<Schema>(make: (limit: number) => Schema): (limit: number) => Schema {
  const made = new Map<number, Schema>();
  return limit => {
    const known = made.get(limit) ?? make(limit);
    made.set(limit, known);
    return known;
  };
}

export const trimmedField = byLimit(limit => z.string().trim().min(1).max(limit));

/** Ref, ULID, or the caller's key of up to `limit` characters, also with the prefix `id:`. */
export const namedField = (limit: number) => trimmedField(limit + keyPrefix.length);

export const wordsField = byLimit(limit =>
  z
    .string()
    .overwrite(text => text.replaceAll('\0', '').trim())
    .min(1)
    .max(limit),
);

import * as z from 'zod';
import { keyPrefix } from '../domain/identifier/identifier.js';

/** Text without space around it, not empty. */
export const trimmedField = (limit: number) => z.string().trim().min(1).max(limit);

/** What names a record: its ref, its ULID, or the caller's key of up to `limit` characters, also behind `id:`. */
export const namedField = (limit: number) => trimmedField(limit + keyPrefix.length);

/** Text of several lines: without NUL, trimmed, not empty. */
export const wordsField = (limit: number) =>
  z
    .string()
    .overwrite(text => text.replaceAll('\0', '').trim())
    .min(1)
    .max(limit);

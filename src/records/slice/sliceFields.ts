import * as z from 'zod';
import { isMasked } from '../../domain/evidence/commandText.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { sliceLimits } from '../../domain/slice/sliceRow.js';
import { redact } from '../../platform/redact.js';
import { trimmedField } from '../textFields.js';

export const sliceField = trimmedField(200)
  .optional()
  .describe('S-2, 2 or ULID; default: the only open slice of the task');

export const pathsField = (what: string) =>
  z.array(trimmedField(sliceLimits.path)).min(1).max(sliceLimits.changedFiles).optional().describe(what);

/** Refuses a test with a secret: it would not be stored, and no run could match it. */
export function storedTest(test: string | undefined): string | null {
  if (test === undefined) return null;
  if (redact(test) === test && !isMasked(test)) return test;
  throw refusalError('invalid_input', 'slices.secretTest', { hint: 'slices.secretTestHint' });
}

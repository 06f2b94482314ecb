import * as z from 'zod';
import { sliceLimits } from '../../domain/slice/sliceRow.js';
import { trimmedField } from '../textFields.js';

/** Fields that several operations on slices share, under one name with one meaning. */

export const sliceField = trimmedField(200)
  .optional()
  .describe('S-2, 2 or ULID; default: the only open slice of the task');

export const pathsField = (what: string) =>
  z.array(trimmedField(sliceLimits.path)).min(1).max(sliceLimits.changedFiles).optional().describe(what);

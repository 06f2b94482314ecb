import * as z from 'zod';
import { decisionLimits } from '../../domain/decision/decisionRow.js';
import { trimmedField } from '../textFields.js';

export const decisionField = trimmedField(decisionLimits.id).describe(
  'Its name: <tag>_<kind>_<work ref>_<slug>, as claude_choice_t3-rate-limit_one_bucket',
);

export const rationaleField = z
  .string()
  .overwrite(text => text.replaceAll('\0', '').trim())
  .max(20_000)
  .describe('Why, in at most 3000 characters (4000 with four headings for slice_complete)');

const tokens = (what: string) =>
  z.int().min(0).max(1_000_000_000).optional().describe(`Tokens that the model ${what} for it`);

export const tokenFields = { inputTokens: tokens('read'), outputTokens: tokens('wrote') };

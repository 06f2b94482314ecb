import * as z from 'zod';
import { runLimits } from '../../domain/run/runRow.js';
import { trimmedField, wordsField } from '../textFields.js';

export const runField = trimmedField(runLimits.name)
  .optional()
  .describe('R-3, its name or ULID; the active run by default');
export const hypothesisField = trimmedField(20).describe('H001');
export const textField = (what: string) => wordsField(runLimits.text).describe(what);
export const linesField = (what: string) =>
  z.array(wordsField(runLimits.text)).max(runLimits.list).optional().describe(what);

import * as z from 'zod';
import { workItemLimits, workItemSchema } from '../../domain/workItem/workItem.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { nextCursorField } from '../page.js';
import { namedField, trimmedField, wordsField } from '../textFields.js';

export const idField = namedField(workItemLimits.key).describe('W-12, 12, ULID, own id or id:42');

export const tokenField = z
  .int()
  .positive()
  .optional()
  .describe('Fencing token of your claim; refused if someone else has claimed the item since');

export const itemRevisionField = z
  .int()
  .positive()
  .optional()
  .describe('Current revision; refused if the item has changed');

export const leaseField = z
  .string()
  .trim()
  .max(40)
  .optional()
  .describe('How long the claim is valid without a heartbeat: 90s, 15m, 2h (at most 24h)');

export const timeField = trimmedField(64);

export const pageFields = {
  limit: z.int().min(1).max(10_000).optional().describe('Maximum number; 200 by default'),
  cursor: z.string().max(1000).optional().describe('nextCursor of the previous page'),
};

export const defaultPageSize = 200;

export const textField = wordsField(workItemLimits.text);

const notesText = z
  .string()
  .overwrite(text => text.replaceAll('\0', ''))
  .refine(
    text => new TextEncoder().encode(text).length <= workItemLimits.notesBytes,
    problem(message('schema.tooLarge', { kilobytes: workItemLimits.notesBytes / 1024 })),
  )
  .optional();

export const notesField = notesText.describe('Replaces the notes; omitted or empty keeps them');
export const editedNotesField = notesText.describe('Replaces the notes; empty removes them');
export const addedNotesField = notesText.describe('Added to the notes');

export const itemOutput = z.object({ item: workItemSchema });

export const claimOutput = z.object({
  item: workItemSchema,
  /** True if the claim replaced another's expired one. */
  takeover: z.boolean(),
  previousOwner: z.string().nullable(),
  /** Sentence on the lane or task in which its work continues; null if nothing was begun. */
  continues: z.string().nullable(),
});

export const pageOutput = z.object({
  items: z.array(workItemSchema),
  nextCursor: nextCursorField,
});

export const itemLineSchema = z.object({ ref: z.string(), title: z.string(), status: workItemSchema.shape.status });

import * as z from 'zod';
import { eventSchema } from '../../domain/event/event.js';
import { archivedField } from '../archivedField.js';
import { nextCursorField } from '../page.js';

export const eventPageSize = 200;

export const eventFilterFields = {
  type: z.string().trim().min(1).max(100).optional().describe('Only events of this type; finding_* is several'),
  about: z.string().trim().min(1).max(200).optional().describe('Only events about W-12, T-3, F-4, L-5 or R-6'),
  workItem: z.string().trim().min(1).max(200).optional().describe('Only events about this work item'),
  finding: z.string().trim().min(1).max(200).optional().describe('Only events about this finding'),
  actor: z.string().trim().min(1).max(200).optional().describe('Only events by this actor'),
  archived: archivedField,
  cursor: z.string().max(1000).optional().describe('nextCursor of the previous page'),
};

export const eventLimitField = z.int().min(1).max(10_000).optional();

export const eventPageOutput = z.object({
  events: z.array(eventSchema),
  nextCursor: nextCursorField,
  /** Highest event id of this page, for `after` of `events.since`; 0 for an empty page. */
  lastId: z.int().nonnegative(),
});

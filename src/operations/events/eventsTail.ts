import * as z from 'zod';
import { eventFilterFields, eventLimitField, eventPageOutput } from '../../records/event/eventFields.js';
import { defineOperation } from '../operation.js';
import { readEvents, readRange } from './readEvents.js';

const timeField = z.string().trim().min(1).max(64).optional();

export const defaultTail = 50;

export const eventsTail = defineOperation({
  name: 'events.tail',
  order: 20,
  title: 'Show Latest Events',
  summary: 'Shows the latest events, newest first.',
  input: z.strictObject({
    limit: eventLimitField.describe('50 by default'),
    from: timeField.describe('Only from this time on: ISO 8601, unix ms or -2h'),
    to: timeField.describe('Only before this time'),
    ...eventFilterFields,
  }),
  output: eventPageOutput,
  effect: 'read',
  mcp: {
    tool: 'events',
    action: 'tail',
    brief: '',
    rare: ['cursor', 'from', 'to', 'limit', 'about', 'workItem', 'finding', 'actor', 'archived'],
  },
  cli: {
    // On every command, --actor names the caller.
    flags: { actor: 'by' },
    examples: ['events tail', 'events tail --limit 10 --work-item W-12', 'events tail --follow --json'],
  },
  palette: 'store',
  async run(context, input) {
    const range = readRange(input, context.clock.now());
    return readEvents(context, { ...input, limit: input.limit ?? defaultTail }, 'newest', range);
  },
});

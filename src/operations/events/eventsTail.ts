import * as z from 'zod';
import { eventFilterFields, eventLimitField, eventPageOutput } from '../../records/event/eventFields.js';
import { defineOperation } from '../operation.js';
import { readEvents } from './readEvents.js';

/** Default number of events of `tail`. */
export const defaultTail = 50;

export const eventsTail = defineOperation({
  name: 'events.tail',
  title: 'Show Latest Events',
  summary: 'Shows the latest events, newest first.',
  input: z.strictObject({ limit: eventLimitField.describe('50 by default'), ...eventFilterFields }),
  output: eventPageOutput,
  effect: 'read',
  mcp: {
    tool: 'events',
    action: 'tail',
    brief: '',
    rare: ['cursor', 'limit', 'workItem', 'finding', 'actor', 'archived'],
  },
  cli: {
    // --actor says who is calling, on every command.
    flags: { actor: 'by' },
    examples: ['events tail', 'events tail --limit 10 --work-item W-12', 'events tail --follow --json'],
  },
  palette: 'store',
  async run(context, input) {
    return readEvents(context, { ...input, limit: input.limit ?? defaultTail }, 'newest', {});
  },
});

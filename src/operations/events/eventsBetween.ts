import * as z from 'zod';
import { eventFilterFields, eventLimitField, eventPageOutput } from '../../records/event/eventFields.js';
import { defineOperation } from '../operation.js';
import { readEvents, readRange } from './readEvents.js';

export const eventsBetween = defineOperation({
  name: 'events.between',
  order: 40,
  title: 'Show Events Between',
  summary: 'Shows events from one time (inclusive) to another (exclusive), oldest first.',
  input: z.strictObject({
    from: z.string().trim().min(1).max(64).describe('ISO 8601, unix ms or -2h'),
    to: z.string().trim().min(1).max(64).describe('ISO 8601, unix ms or now'),
    limit: eventLimitField.describe('200 by default'),
    ...eventFilterFields,
  }),
  output: eventPageOutput,
  effect: 'read',
  mcp: {
    tool: 'events',
    action: 'between',
    brief: '',
    rare: ['cursor', 'from', 'to', 'limit', 'about', 'workItem', 'finding', 'actor', 'archived'],
  },
  cli: {
    positionals: ['from', 'to'],
    // On every command, --actor names the caller.
    flags: { actor: 'by' },
    examples: ['events between 2026-11-01 2026-11-08', 'events between -2h now --json'],
  },
  palette: false,
  async run(context, input) {
    return readEvents(context, input, 'oldest', readRange(input, context.clock.now()));
  },
});

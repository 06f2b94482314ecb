import * as z from 'zod';
import { refuse } from '../../domain/refusal/refusal.js';
import { acceptedTimes } from '../../domain/time/time.js';
import { message } from '../../messages/message.js';
import { eventFilterFields, eventLimitField, eventPageOutput } from '../../records/event/eventFields.js';
import { readTime } from '../../records/workItem/inputTime.js';
import { defineOperation } from '../operation.js';
import { readEvents } from './readEvents.js';

export const eventsSince = defineOperation({
  name: 'events.since',
  order: 30,
  title: 'Show Events Since',
  summary: 'Shows events from a time (inclusive) or after an event id, oldest first.',
  input: z.strictObject({
    since: z.string().trim().min(1).max(64).optional().describe('ISO 8601, unix ms or -2h'),
    after: z.int().nonnegative().optional().describe('Event id; returns later events'),
    limit: eventLimitField.describe('200 by default'),
    ...eventFilterFields,
  }),
  output: eventPageOutput,
  effect: 'read',
  mcp: {
    tool: 'events',
    action: 'since',
    brief: 'since -2h or ISO time, or after event id',
    rare: ['cursor', 'since', 'after', 'limit', 'about', 'workItem', 'finding', 'actor', 'archived'],
  },
  cli: {
    positionals: ['since'],
    // On every command, --actor names the caller.
    flags: { actor: 'by' },
    examples: [
      'events since 2026-11-01T00:00Z',
      'events since 1793491200000 --type work_item_resolved',
      'events since --after 120 --json',
    ],
    exclusive: [['since', 'after']],
  },
  palette: false,
  async run(context, input) {
    const { since, after } = input;
    if (after !== undefined) return readEvents(context, input, 'commit', { afterId: after });
    if (since === undefined) {
      return refuse('invalid_input', 'events.noStart', {
        hint: message('events.noStartHint', { acceptedTimes }),
      });
    }
    return readEvents(context, input, 'oldest', { from: readTime(since, 'since', context.clock.now()) });
  },
});

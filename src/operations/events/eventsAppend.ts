import * as z from 'zod';
import { eventPayloadSchema, eventSchema, eventTypeSchema, isOwnEventType } from '../../domain/event/event.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { ownEventTypes } from '../../domain/event/ownEvents.js';
import { presentEvent } from '../../domain/event/presentEvent.js';
import { onRecord, refuse } from '../../domain/refusal/refusal.js';
import { translated } from '../../domain/text/translated.js';
import { message } from '../../messages/message.js';
import { idField } from '../../records/workItem/queueFields.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

export const eventsAppend = defineOperation({
  name: 'events.append',
  order: 10,
  title: 'Add Event to Timeline',
  asks: true,
  summary: 'Adds an event of your own to the timeline; Stateroom’s own types are reserved.',
  input: z.strictObject({
    type: eventTypeSchema.describe(translated('Custom type, such as deploy_started')),
    payload: eventPayloadSchema.optional().describe('JSON object, at most 64 kB'),
    workItem: idField.optional().describe('Related work item: W-12 or its id'),
  }),
  output: z.object({ event: eventSchema }),
  effect: 'write',
  mcp: { tool: 'events', action: 'append', brief: '', rare: ['type', 'payload', 'workItem'] },
  cli: {
    positionals: ['type'],
    examples: [`events append deploy_started --payload '{"to":"staging"}' --work-item W-12`],
  },
  palette: 'store',
  async run(context, input) {
    if (isOwnEventType(input.type)) {
      const refusal = refuse('invalid_input', message('events.reservedType', { type: input.type }), {
        hint: 'events.reservedTypeHint',
      });
      const isOwnType = (ownEventTypes() as readonly string[]).includes(input.type);
      return isOwnType ? onRecord(refusal, { about: input.type }) : refusal;
    }
    return context.store.transaction(async transaction => {
      const now = context.clock.now();
      const row = input.workItem === undefined ? undefined : await findWorkItem(transaction, input.workItem);
      const event = newEvent(context.actor, now, input.type, row?.id ?? null, input.payload ?? {});
      const id = await transaction.events.append([event]);
      return {
        event: presentEvent({ ...event, id, repository_id: '', work_item_number: row?.number ?? null }),
      };
    });
  },
});

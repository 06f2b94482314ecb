import type { eventsOperations } from '../../../operations/events/eventsOperations.generated.js';
import { eventTable } from './eventText.js';
import { type Asked, noMatch } from './filters.js';
import type { Answer, TextsOf } from './resultText.js';
import { restText } from './table.js';
import { oneLine } from './text.js';
import type { View } from './view.js';

export const texts: TextsOf<typeof eventsOperations> = {
  eventsAppend: ({ event }) => `Appended event ${event.id}, ${oneLine(event.type)}.`,
  eventsTail: eventsText,
  eventsSince: eventsText,
  eventsBetween: eventsText,
};

function eventsText(
  { events, nextCursor }: Answer<typeof eventsOperations.eventsTail>,
  view: View,
  filters: Asked,
): string {
  if (events.length > 0) return `${eventTable(events, view)}${restText({ nextCursor }, events.length, view)}`;
  return noMatch(filters, 'events', 'events tail') ?? 'No events yet. Every change to the queue records one.';
}

import type { TimelineEvent } from '../../../domain/event/event.js';
import type { eventsTail } from '../../../operations/events/eventsTail.js';
import { eventTable } from './eventText.js';
import { type Answer, type Asked, noMatch, type Texts, textsOf } from './resultText.js';
import { restText } from './table.js';
import { oneLine } from './text.js';
import type { View } from './view.js';

/** What operations on events say to a person. */
export const texts: Texts = {
  ...textsOf('events', {
    append: ({ event }: { event: TimelineEvent }) => `Appended event ${event.id}, ${oneLine(event.type)}.`,
  }),
  'read events': ({ events, nextCursor }: Answer<typeof eventsTail>, view: View, asked: Asked) =>
    events.length === 0
      ? (noMatch(asked, 'events', 'events tail') ?? 'No events yet. Every change to the queue records one.')
      : `${eventTable(events, view)}${restText({ nextCursor }, events.length, view)}`,
};

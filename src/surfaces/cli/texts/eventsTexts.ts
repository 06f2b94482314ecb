import type { z } from 'zod';
import { eventsAppend } from '../../../operations/events/eventsAppend.js';
import { eventsBetween } from '../../../operations/events/eventsBetween.js';
import { eventsSince } from '../../../operations/events/eventsSince.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { type Asked, noMatch } from '../format/answerWords.js';
import { eventTable } from '../format/eventText.js';
import { oneLine } from '../format/text.js';
import { moreText, type View } from '../format/view.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What the answers of operations on events say to a person. */
export const eventsTexts = {
  [eventsAppend.name]: ({ event }: Answer<typeof eventsAppend>) =>
    `Appended event ${event.id}, ${oneLine(event.type)}.`,
  [eventsTail.name]: eventList,
  [eventsSince.name]: eventList,
  [eventsBetween.name]: eventList,
} as const;

function eventList({ events, nextCursor }: Answer<typeof eventsTail>, view: View, asked: Asked): string {
  if (events.length === 0) {
    return noMatch(asked, 'events', 'events tail') ?? 'No events yet. Every change to the queue records one.';
  }
  return `${eventTable(events, view)}${moreText(nextCursor, view)}`;
}

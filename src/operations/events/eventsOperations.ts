import { eventsAppend } from './eventsAppend.js';
import { eventsBetween } from './eventsBetween.js';
import { eventsSince } from './eventsSince.js';
import { eventsTail } from './eventsTail.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const eventsOperations = { eventsAppend, eventsTail, eventsSince, eventsBetween };

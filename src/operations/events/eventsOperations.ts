import { eventsAppend } from './eventsAppend.js';
import { eventsBetween } from './eventsBetween.js';
import { eventsSince } from './eventsSince.js';
import { eventsTail } from './eventsTail.js';

export const eventsOperations = { eventsAppend, eventsTail, eventsSince, eventsBetween };

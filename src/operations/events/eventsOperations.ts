import type { AnyOperation } from '../operation.js';
import { eventsAppend } from './eventsAppend.js';
import { eventsBetween } from './eventsBetween.js';
import { eventsSince } from './eventsSince.js';
import { eventsTail } from './eventsTail.js';

/** The operations of this group, in the order in which surfaces list them. */
export const eventsOperations: readonly AnyOperation[] = [eventsAppend, eventsTail, eventsSince, eventsBetween];

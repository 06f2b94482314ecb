// Written by “node build/run.mjs generate” from the files of the folders: changes here are lost.

import { eventsAppend } from './eventsAppend.js';
import { eventsBetween } from './eventsBetween.js';
import { eventsSince } from './eventsSince.js';
import { eventsTail } from './eventsTail.js';

export const eventsOperations = {
  eventsAppend,
  eventsTail,
  eventsSince,
  eventsBetween,
};

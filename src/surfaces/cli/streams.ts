import { followEvents, followFlag } from './follow.js';
import { followMessages, followMessagesFlag } from './followMessages.js';
import { followLog, followLogFlag, watchFlag, watchWorkers } from './followWorkers.js';
import type { Streams } from './session.js';

/** Streams by the operation they start with. */
export const streams: Streams = {
  'events.tail': { flag: followFlag, run: followEvents },
  'worker.logs': { flag: followLogFlag, run: followLog },
  'worker.status': { flag: watchFlag, run: watchWorkers },
  'message.list': { flag: followMessagesFlag, run: followMessages },
};

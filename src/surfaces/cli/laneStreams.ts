import { agentTranscript } from '../../operations/lane/agent/agentTranscript.js';
import { messageList } from '../../operations/lane/message/messageList.js';
import { workerLogs } from '../../operations/lane/worker/workerLogs.js';
import { workerStatus } from '../../operations/lane/worker/workerStatus.js';
import { followMessages, followMessagesFlag } from './followMessages.js';
import { followTranscript, followTranscriptFlag } from './followTranscript.js';
import { followLog, followLogFlag, watchFlag, watchWorkers } from './followWorkers.js';
import type { Streams } from './session.js';

export const streams: Streams = {
  [workerLogs.name]: { flag: followLogFlag, run: followLog },
  [workerStatus.name]: { flag: watchFlag, run: watchWorkers },
  [agentTranscript.name]: { flag: followTranscriptFlag, run: followTranscript },
  [messageList.name]: { flag: followMessagesFlag, run: followMessages },
};

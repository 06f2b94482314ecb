import { messageAcknowledge } from './messageAcknowledge.js';
import { messageExport } from './messageExport.js';
import { messageList } from './messageList.js';
import { messageSend } from './messageSend.js';

export const messageOperations = { messageSend, messageList, messageAcknowledge, messageExport };

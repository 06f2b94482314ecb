import { messageAcknowledge } from './messageAcknowledge.js';
import { messageExport } from './messageExport.js';
import { messageList } from './messageList.js';
import { messageSend } from './messageSend.js';

/** The operations of this group by the names of their declarations, in the order in which surfaces list them. */
export const messageOperations = { messageSend, messageList, messageAcknowledge, messageExport };

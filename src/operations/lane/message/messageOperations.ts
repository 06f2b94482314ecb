import type { AnyOperation } from '../../operation.js';
import { messageAcknowledge } from './messageAcknowledge.js';
import { messageExport } from './messageExport.js';
import { messageList } from './messageList.js';
import { messageSend } from './messageSend.js';

/** The operations of this group, in the order in which surfaces list them. */
export const messageOperations: readonly AnyOperation[] = [messageSend, messageList, messageAcknowledge, messageExport];

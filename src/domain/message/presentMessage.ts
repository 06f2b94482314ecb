import type { Refs } from '../record/column.js';
import { show } from '../record/record.js';
import { type Message, type MessageContent, messageContentSchema } from './message.js';
import { type MessageRow, messageDefinition } from './messageRow.js';

/** `refs` are names of lanes and refs of messages. */
export function presentMessage(
  row: Omit<MessageRow, 'repository_id'>,
  content: MessageContent | string,
  refs: Refs,
): Message {
  return {
    ...show(messageDefinition, row, refs),
    ...(typeof content === 'string' ? { text: null, data: null, brief: null } : content),
    problem: typeof content === 'string' ? content : null,
  };
}

export function readMessageContent(text: string): MessageContent | undefined {
  try {
    return messageContentSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

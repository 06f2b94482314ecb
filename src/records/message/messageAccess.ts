import { formatRef, parseIdentifier } from '../../domain/identifier/identifier.js';
import type { Message } from '../../domain/message/message.js';
import { type MessageRow, messageDefinition } from '../../domain/message/messageRow.js';
import { presentMessage } from '../../domain/message/presentMessage.js';
import type { Refs } from '../../domain/record/column.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { refsOf } from '../showRows.js';
import { readContent } from './messageContent.js';

/** Finds a message by `M-7`, 7 or ULID; refuses an unknown one. */
export async function findMessage(transaction: Transaction, text: string): Promise<MessageRow> {
  const row = await transaction.messages.find(parseIdentifier('message', text));
  if (row !== undefined) return row;
  throw refusalError('not_found', message('messages.unknown', { message: text.slice(0, 80) }), {
    next: [{ operation: 'message.list', input: { all: true } }],
    details: { message: text },
  });
}

/** Messages with the names of their lanes and refs of the messages they answer, from one read. */
export interface MessagesRead {
  readonly rows: readonly MessageRow[];
  readonly refs: Refs;
}

export async function readSurroundings(transaction: Transaction, rows: readonly MessageRow[]): Promise<MessagesRead> {
  return { rows, refs: await refsOf(transaction, messageDefinition, rows) };
}

/** Reads files: call it outside of a transaction. */
export async function showMessages(context: Context, { rows, refs }: MessagesRead): Promise<Message[]> {
  const shown: Message[] = [];
  for (const row of rows) shown.push(presentMessage(row, await readContent(context, row), refs));
  return shown;
}

/** Parses a page's cursor (`M-7`); 0 without one. */
export function numberOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const identifier = parseIdentifier('message', cursor);
  if (identifier.by === 'number') return identifier.number;
  throw refusalError('invalid_input', 'input.foreignCursor', { hint: 'input.foreignCursorHint' });
}

/** `M-7`; null for 0: nothing acknowledged. */
export function refOrNull(number: number): string | null {
  return number === 0 ? null : formatRef('message', number);
}

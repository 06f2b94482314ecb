import { anyPerson, everybody } from '../../domain/message/messageRow.js';
import type { Mailbox } from '../../store/tables/messageTable.js';
import type { Context } from '../context.js';

/** Messages to the reader, to everyone and, for a person, to any person. */
export function mailboxOf({ actor }: Pick<Context, 'actor'>, reader: string): Mailbox {
  const isPerson = actor.role === 'human' && reader === actor.name;
  return { reader, recipients: [...new Set([reader, ...(isPerson ? [anyPerson] : []), everybody])] };
}

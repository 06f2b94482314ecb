import { anyPerson, everybody } from '../../domain/message/messageRow.js';
import type { Mailbox } from '../../store/tables/messageTable.js';
import type { Context } from '../context.js';

/** The mailbox of a reader: what is for it, for everyone and, where a person reads, for any person. */
export function mailboxOf({ actor }: Pick<Context, 'actor'>, reader: string): Mailbox {
  const isPerson = actor.role === 'human' && reader === actor.name;
  return { reader, recipients: [...new Set([reader, ...(isPerson ? [anyPerson] : []), everybody])] };
}

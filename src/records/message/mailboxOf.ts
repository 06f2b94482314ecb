import { anyPerson, everybody } from '../../domain/message/messageRow.js';
import type { Mailbox } from '../../store/tables/messageTable.js';
import type { Context } from '../context.js';

/** Messages to the reader, to everyone, for a person to any person, and for an agent in a lane also to its own name. */
export function mailboxOf({ actor }: Pick<Context, 'actor'>, reader: string): Mailbox {
  const isPerson = actor.role === 'human' && reader === actor.name;
  const own = actor.role === 'agent' ? [actor.name] : [];
  return { reader, recipients: [...new Set([reader, ...own, ...(isPerson ? [anyPerson] : []), everybody])] };
}

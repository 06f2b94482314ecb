import type { Message } from '../../domain/message/message.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { inEnglish } from '../../messages/inEnglish.js';
import { invoke } from '../../operations/invoke.js';
import type { AnyOperation } from '../../operations/operation.js';
import { resultText } from './format/resultText.js';
import type { Session } from './session.js';
import { stream, streamFlag } from './stream.js';

type Input = Readonly<Record<string, unknown>>;

export const followMessagesFlag = streamFlag(
  'follow',
  'Keep printing new messages until interrupted; with --json, one object per line',
);

/** Max messages per read. */
const pageSize = 200;

/** Prints unacknowledged messages, oldest first, then each new one. Acknowledges none, so they come again. */
export function followMessages(session: Session, input: Input, operation: AnyOperation): Promise<number> {
  // Not a plain read: the reader later acknowledges messages by this name, so it is resolved as for a write.
  return stream(session, { reads: false }, context => {
    let request: Input = { ...input, limit: pageSize };
    return async () => {
      const page = await invoke(operation, context, request);
      if (isRefusal(page)) return page;
      const { messages, nextCursor } = page as { messages: Message[]; nextCursor: string | null };
      const last = messages.at(-1);
      if (last !== undefined) {
        print(session, operation, page as object, messages);
        request = { ...request, cursor: last.ref };
      }
      return nextCursor === null ? 'later' : 'again';
    };
  });
}

function print({ printer, parts }: Session, operation: AnyOperation, page: object, messages: Message[]): void {
  if (printer.json) {
    for (const message of messages) printer.stdout.writeJson(inEnglish(message));
    return;
  }
  // Shown as a plain list, not as an inbox: the unread count changes with each message.
  const shown = { ...page, messages, nextCursor: null };
  const text = resultText(operation, shown, { ...printer.view, now: Date.now() }, { all: true }, parts.texts);
  printer.stdout.write(`${text}\n\n`);
}

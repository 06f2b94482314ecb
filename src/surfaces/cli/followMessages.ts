import type { Message } from '../../domain/message/message.js';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { Parameter } from '../../operations/commandLine.js';
import { invoke } from '../../operations/invoke.js';
import type { AnyOperation } from '../../operations/operation.js';
import type { Context } from '../../records/context.js';
import { type ChangeSignal, makeChangeSignal } from './changeSignal.js';
import { Interruption } from './cliHost.js';
import { resultText } from './format/resultText.js';
import type { Session } from './session.js';
import { withContext } from './withContext.js';
import { withNextCommands } from './withNextCommands.js';

type Input = Readonly<Record<string, unknown>>;

/** The flag that makes a stream of `message list`. */
export const followMessagesFlag: Parameter = {
  field: 'follow',
  flag: 'follow',
  kind: 'boolean',
  choices: [],
  list: false,
  required: false,
  description: 'Keep printing new messages until interrupted; with --json, one object per line',
};

/** How many messages are read at once. */
const pageSize = 200;

/**
 * Prints what a reader has not acknowledged, oldest first, then every new message as any process sends it. It acknowledges
 * nothing: what was only shown comes again. Ends with the exit code of the interruption, or with a refusal's.
 */
export async function followMessages(session: Session, input: Input, operation: AnyOperation): Promise<number> {
  const { host, printer } = session;
  const signal = host.listenForEnd();
  // Read by whoever acknowledges them: the name is found out as for a write.
  const result = await withContext(session, false, async context => {
    const changes = makeChangeSignal();
    // Listening begins before the first look, so that nothing falls between the two.
    const stop = context.store.onDidChange(changes.notify);
    signal.addEventListener('abort', changes.notify, { once: true });
    try {
      return await stream(session, context, { input, operation, changes, signal });
    } finally {
      stop();
    }
  });
  if (isRefusal(result)) return printer.refusal(await withNextCommands(result));
  return signal.reason instanceof Interruption ? signal.reason.exitCode : 0;
}

async function stream(
  session: Session,
  context: Context,
  {
    input,
    operation,
    changes,
    signal,
  }: { input: Input; operation: AnyOperation; changes: ChangeSignal; signal: AbortSignal },
): Promise<Refusal | undefined> {
  let request: Input = { ...input, limit: pageSize };
  while (!signal.aborted) {
    const page = await invoke(operation, context, request);
    if (isRefusal(page)) return page;
    const { messages, nextCursor } = page as { messages: Message[]; nextCursor: string | null };
    const last = messages.at(-1);
    if (last !== undefined) {
      print(session, operation, page as object, messages);
      request = { ...request, cursor: last.ref };
    }
    if (nextCursor === null && !signal.aborted) await changes.wait();
  }
  return undefined;
}

function print({ printer, parts }: Session, operation: AnyOperation, page: object, messages: Message[]): void {
  if (printer.json) {
    for (const message of messages) printer.stdout.writeJson(message);
    return;
  }
  // As a list that is not an inbox: how many are unread is another one with each message.
  const shown = { ...page, messages, nextCursor: null };
  const text = resultText(operation, shown, { ...printer.view, now: Date.now() }, { all: true }, parts.texts);
  printer.stdout.write(`${text}\n\n`);
}

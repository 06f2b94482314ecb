/**
 * A process of its own that sends or reads messages over a real store, as the settings in its command line say. What it has
 * done it notes in a file of its own first, in one system call, so that a kill cannot lose the note.
 */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isRefusal } from '../../../src/domain/refusal/refusal.js';
import { say } from '../../../src/messages/say.js';
import { invoke } from '../../../src/operations/invoke.js';
import { messageAcknowledge } from '../../../src/operations/lane/message/messageAcknowledge.js';
import { messageList } from '../../../src/operations/lane/message/messageList.js';
import { messageSend } from '../../../src/operations/lane/message/messageSend.js';
import { openAttachments } from '../../../src/platform/attachments.js';
import { systemClock } from '../../../src/platform/clock.js';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import type { Context } from '../../../src/records/context.js';
import { openSqljsStore } from '../../../src/store/engine/sqljs/openSqljsStore.js';

export interface CorrespondentSettings {
  readonly directory: string;
  readonly wasmFile: string;
  readonly name: string;
  /** File that takes what it has done, a line each. */
  readonly notes: string;
  /** For a sender: whom each of its messages is for, in their order. */
  readonly recipients?: readonly string[];
  /** For a reader: it ends once this file is there and nothing is left. */
  readonly endFile?: string;
  /** It kills itself at this act, after it was done and before it counts as done. */
  readonly dieAt?: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as CorrespondentSettings;
const notes = openSync(settings.notes, 'a');
const context: Context = {
  store: openSqljsStore({
    directory: settings.directory,
    wasmFile: settings.wasmFile,
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    mode: 'async',
    lockTimeoutMs: 120_000,
  }),
  clock: systemClock,
  ids: randomIds,
  actor: { role: 'agent', name: settings.name },
  log: silentLog,
  settings: { leaseMs: 900_000, staleMs: 600_000 },
  attachments: openAttachments(settings.directory),
};
let acts = 0;

/** One more act was done; the process may end here. */
function survive(): void {
  acts += 1;
  if (acts === settings.dieAt) process.kill(process.pid, 'SIGKILL');
}

async function call<T>(operation: Parameters<typeof invoke>[0], input: object): Promise<T> {
  const answer = await invoke(operation, context, input);
  if (isRefusal(answer)) throw new Error(`${operation.name}: ${say(answer.message)}`);
  return answer as T;
}

/** Sends what was not noted as sent; after a kill the last one goes out again, under the same dispatch id. */
async function send(recipients: readonly string[]): Promise<void> {
  const sent = readFileSync(settings.notes, 'utf8').split('\n').length - 1;
  for (const [index, to] of recipients.entries()) {
    if (index < sent) continue;
    // Some are so large that they are in files.
    const text = `${settings.name} ${index} ${'x'.repeat(index % 3 === 2 ? 20_000 : 20)}`;
    await call(messageSend, { to, text, subject: text.slice(0, 40), dispatchId: `${settings.name}-${index}` });
    survive();
    writeSync(notes, `${index}\n`);
  }
}

/** Notes each message that it is given, then acknowledges them; after a kill between the two they come again. */
async function read(endFile: string): Promise<void> {
  for (;;) {
    const isOver = existsSync(endFile);
    const { messages } = await call<{ messages: { ref: string; dispatchId: string; text: string | null }[] }>(
      messageList,
      { limit: 5 },
    );
    const last = messages.at(-1);
    if (last === undefined) {
      if (isOver) return;
      await new Promise(resume => setTimeout(resume, 10));
      continue;
    }
    for (const { ref, dispatchId, text } of messages) {
      writeSync(notes, `${ref} ${dispatchId} ${text?.length ?? 'unreadable'}\n`);
    }
    survive();
    await call(messageAcknowledge, { message: last.ref });
  }
}

await (settings.recipients === undefined ? read(settings.endFile ?? '') : send(settings.recipients));
await context.store.close();
closeSync(notes);

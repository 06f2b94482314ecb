import { existsSync } from 'node:fs';
import { answerHook } from '../../../agentHooks/answerHook.js';
import { callerEnvironment } from '../../../agentHooks/callerEnvironment.js';
import type { HookClient, HookInput } from '../../../agentHooks/hookClient.js';
import { hookClients, hookWords } from '../../../agentHooks/hookClients.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { hasOwnHook } from '../../../install/hasOwnHook.js';
import { say } from '../../../messages/say.js';
import type { Session } from '../session.js';
import { withContext } from '../withContext.js';

/** Max bytes of input; a hook receives the complete text that a tool is to write. */
const inputLimit = 64 * 1024 * 1024;

/** Max time in ms to wait for the lock, since an agent waits for its hook. */
const lockTimeoutMs = 1000;

/** Answers one hook; `isProjects` for one from the repository's files. Throws if it cannot be answered. */
export async function runAgentHook(
  session: Session,
  name: unknown,
  event: unknown,
  isProjects: boolean,
): Promise<void> {
  const { host, printer } = session;
  const client = hookClients.find(one => one.name === name || one.harness === name);
  if (client === undefined)
    throw new Error(`no agent “${name}”; known are ${hookClients.map(one => one.name).join(', ')}`);
  if (host.stdin.isTerminal) throw new Error('an agent runs this command, with its input on stdin');
  const text = new TextDecoder().decode(await host.stdin.read(inputLimit));
  if (isProjects && hasOwnHook(host.environment, client.harness, hookWords(client, String(event)))) return;
  const input = JSON.parse(text) as HookInput;
  const answer = await withContext(sessionOf(session, client, input), false, context =>
    answerHook(context, client, String(event), input),
  );
  if (isRefusal(answer)) {
    // Folders without a repository are ignored.
    if (answer.code === 'no_repository') return;
    throw new Error(say(answer.message));
  }
  if (Object.keys(answer).length > 0) printer.stdout.writeJson(client.reply(String(event), answer));
}

function sessionOf(session: Session, client: HookClient, input: HookInput): Session {
  const { host, parts } = session;
  const directory = client.directory(input);
  return {
    ...session,
    host: {
      ...host,
      environment: callerEnvironment(host.environment, client, input),
      directory: directory !== undefined && existsSync(directory) ? directory : host.directory,
    },
    parts: {
      ...parts,
      openStore: (folder, reader, log) => parts.openStore(folder, reader, log, { lockTimeoutMs }),
    },
  };
}

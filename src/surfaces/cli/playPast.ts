import { createInterface } from 'node:readline';
import type { CliOutput } from './cliHost.js';
import { composeCli } from './compose.js';
import { partsFor } from './operationGroups.js';
import { processHost } from './processHost.js';
import { runCli } from './runCli.js';
import type { CliParts } from './session.js';

export interface PastCall {
  /** Ms since 1970. */
  readonly at: number;
  readonly directory: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isAttended: boolean;
  readonly input?: string;
}

/**
 * Runs commands, each at its own clock time, for the sample's history. Reads calls from stdin as JSON lines and answers each with
 * its output as a JSON string on one line. Moves the clock of the whole process.
 */
export async function playPast(entryUrl: string): Promise<void> {
  const now = Date.now;
  const real = processHost(entryUrl);
  const stores = new Map<string, ReturnType<CliParts['openStore']>>();
  const printed: string[] = [];
  const decoder = new TextDecoder();
  const stdout: CliOutput = {
    write: text => printed.push(typeof text === 'string' ? text : decoder.decode(text)) > 0,
    isTerminal: false,
    width: undefined,
  };
  const stderr: CliOutput = { ...stdout, write: () => true };
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      const { at, directory, words, environment, isAttended, input = '' } = JSON.parse(line) as PastCall;
      const offset = at - now();
      Date.now = () => now() + offset;
      const host = {
        ...real,
        environment,
        directory,
        stdout,
        stderr,
        stdin: { isTerminal: isAttended, read: async () => new TextEncoder().encode(input), line: async () => input },
      };
      const parts = composeCli(host, { ...(await partsFor(words)), serveMcp: async () => 1 });
      await runCli(words, host, { ...parts, openStore: (...place) => openOnce(parts, place) });
      process.stdout.write(`${JSON.stringify(printed.splice(0).join(''))}\n`);
    }
  } finally {
    for (const store of stores.values()) await (await store).close();
  }

  /** Keeps the store open between commands: opening takes longer than most of them. */
  async function openOnce(
    parts: CliParts,
    place: Parameters<CliParts['openStore']>,
  ): ReturnType<CliParts['openStore']> {
    const opened = stores.get(place[0]) ?? parts.openStore(...place);
    stores.set(place[0], opened);
    const store = await opened;
    return new Proxy(store, {
      get: (target, key) => {
        if (key === 'close') return async () => undefined;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }
}

import { createInterface } from 'node:readline';
import type { CliOutput } from './cliHost.js';
import { composeCli } from './compose.js';
import { partsFor } from './operationGroups.js';
import { processHost } from './processHost.js';
import { runCli } from './runCli.js';
import type { CliParts } from './session.js';

/** A command of the past. */
export interface PastCall {
  /** When it is run, in ms since 1970. */
  readonly at: number;
  readonly directory: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True if a person runs it in a terminal. */
  readonly isAttended: boolean;
  /** What it reads from stdin. */
  readonly input?: string;
}

/**
 * Runs commands one after another, each with the clock at its own moment: how the sample gets a history. Reads calls from
 * stdin, one in JSON per line, and answers each with a line: what it printed, as a string in JSON. Ends with stdin.
 *
 * The clock of the whole process is moved, so nothing else may run in it.
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

  /** Opening a store takes longer than most commands. */
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

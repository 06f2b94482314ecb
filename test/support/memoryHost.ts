import { createRequire } from 'node:module';
import { catalogue } from '../../src/operations/catalogue.js';
import type { AnyOperation } from '../../src/operations/operation.js';
import { systemClock } from '../../src/platform/clock.js';
import { randomIds } from '../../src/platform/idSource.js';
import { openSqljsStore } from '../../src/store/engine/sqljs/openSqljsStore.js';
import { type CliHost, type CliOutput, Interruption } from '../../src/surfaces/cli/cliHost.js';
import { streams as eventStreams } from '../../src/surfaces/cli/follow.js';
import { streams as laneStreams } from '../../src/surfaces/cli/laneStreams.js';
import { ownCommands } from '../../src/surfaces/cli/ownCommands.js';
import { runCli } from '../../src/surfaces/cli/runCli.js';
import type { CliParts } from '../../src/surfaces/cli/session.js';
import { streams as dashboardStreams } from '../../src/surfaces/cli/watchDashboard.js';
import { everyText } from './everyText.js';

export interface MemoryRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MemoryOptions {
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A person at a terminal, or one of the streams on it; else pipes. */
  readonly terminal?: boolean | 'stdin' | 'stderr';
  readonly stdin?: string;
  readonly operations?: readonly AnyOperation[];
  /** No one wants an end. By itself a stream ends as soon as it has shown what there is, as do commands that may be stopped. */
  readonly undisturbed?: true;
  /** Hears how much was written each time that the program waits for the reader of stdout. */
  readonly onDrain?: (written: number) => void;
  /** The program that hooks and the shim start; none by default. */
  readonly programFile?: string;
}

/** Runs the command line program within this process, on a real store. */
export async function runInMemory(args: readonly string[], options: MemoryOptions): Promise<MemoryRun> {
  const { terminal = false, stdin = '' } = options;
  const stdout = collect(terminal === true, options.onDrain);
  const stderr = collect(terminal === true || terminal === 'stderr');
  const host: CliHost = {
    environment: options.environment ?? { STATEROOM_ACTOR: 'ada' },
    directory: options.directory,
    stdout,
    stderr,
    stdin: {
      isTerminal: terminal === true || terminal === 'stdin',
      read: async () => new TextEncoder().encode(stdin),
      line: async () => stdin,
    },
    programFile: options.programFile ?? '/program/cli.mjs',
    wasmFile: createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'),
    listenForEnd: () =>
      options.undisturbed === true
        ? new AbortController().signal
        : AbortSignal.abort(new Interruption(130, 'ended by the test')),
  };
  const parts: CliParts = {
    operations: options.operations ?? catalogue,
    own: ownCommands,
    texts: everyText,
    streams: { ...dashboardStreams, ...eventStreams, ...laneStreams },
    openStore: async (directory, { wasmFile }, log) =>
      openSqljsStore({ directory, wasmFile, clock: systemClock, ids: randomIds, log, mode: 'async' }),
    serveMcp: async () => 0,
  };
  const code = await runCli(args, host, parts);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collect(isTerminal: boolean, onDrain?: (written: number) => void): CliOutput & { text(): string } {
  let all = '';
  return {
    write: text => {
      all += typeof text === 'string' ? text : new TextDecoder().decode(text);
      return true;
    },
    drain: async () => onDrain?.(all.length),
    isTerminal,
    width: isTerminal ? 100 : undefined,
    text: () => all,
  };
}

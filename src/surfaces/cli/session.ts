import type { Parameter } from '../../operations/commandLine.js';
import type { AnyOperation } from '../../operations/operation.js';
import type { Log } from '../../platform/log.js';
import type { Store } from '../../store/store.js';
import type { SilentHost } from './cliHost.js';
import type { CommandSet } from './commandLine/commandSet.js';
import type { GlobalOptions } from './commandLine/globalOptions.js';
import type { Texts } from './format/resultText.js';
import type { Printer } from './printer.js';

/** What the program is made of besides its own code; compose.ts has the real ones. */
export interface CliParts {
  readonly operations: readonly AnyOperation[];
  /** Text formatters of their answers. */
  readonly texts: Texts | undefined;
  /** Commands that stream until interrupted, if the command line can mean one. */
  readonly streams: Streams | undefined;
  /** Opens the store of a directory; touches nothing until it is used. */
  openStore(directory: string, host: SilentHost, log: Log, limits?: StoreLimits): Promise<Store>;
  /** Runs the MCP server until its client is gone; resolves to the exit code. */
  serveMcp(args: readonly string[]): Promise<number>;
}

export interface StoreLimits {
  /** How long to wait for another writer, ms. */
  readonly lockTimeoutMs: number;
}

/** A flag that makes a stream of an operation's answer, and what prints that; resolves to the exit code. */
export interface Stream {
  readonly flag: Parameter;
  /** Other flags that do. */
  readonly also?: readonly Parameter[];
  /** `given`: the fields of those flags that were given. */
  run(
    session: Session,
    input: Readonly<Record<string, unknown>>,
    operation: AnyOperation,
    given: readonly string[],
  ): Promise<number>;
}

/** Streams by the name of their operation. */
export type Streams = Readonly<Record<string, Stream>>;

/** One run of the program, once its command line is understood. */
export interface Session {
  readonly host: SilentHost;
  readonly parts: CliParts;
  readonly commands: CommandSet;
  readonly options: GlobalOptions;
  readonly printer: Printer;
}

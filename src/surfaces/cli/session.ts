import type { Parameter } from '../../operations/commandLine.js';
import type { AnyOperation } from '../../operations/operation.js';
import type { Log } from '../../platform/log.js';
import type { Store } from '../../store/store.js';
import type { SilentHost } from './cliHost.js';
import type { CommandSet, OwnCommand } from './commandLine/commandSet.js';
import type { GlobalOptions } from './commandLine/globalOptions.js';
import type { Texts } from './format/resultText.js';
import type { Printer } from './printer.js';

/** The program's replaceable parts; compose.ts has the real ones. */
export interface CliParts {
  readonly operations: readonly AnyOperation[];
  /** Commands of the program itself that the command line can mean. */
  readonly own: readonly OwnCommand[];
  readonly texts: Texts | undefined;
  /** Undefined if the command line cannot mean one. */
  readonly streams: Streams | undefined;
  /** Opens the store of a directory; does not touch it before the first use. */
  openStore(directory: string, host: SilentHost, log: Log, limits?: StoreLimits): Promise<Store>;
  /** Runs the MCP server until its client disconnects; resolves to the exit code. */
  serveMcp(args: readonly string[]): Promise<number>;
}

export interface StoreLimits {
  /** Max time in ms to wait for another writer's lock. */
  readonly lockTimeoutMs: number;
}

/** A flag that turns an operation's answer into a stream, and the function that prints it. */
export interface Stream {
  readonly flag: Parameter;
  /** Other flags with the same effect. */
  readonly also?: readonly Parameter[];
  /** `given`: the stream flags that were set. Resolves to the exit code. */
  run(
    session: Session,
    input: Readonly<Record<string, unknown>>,
    operation: AnyOperation,
    given: readonly string[],
  ): Promise<number>;
}

export type Streams = Readonly<Record<string, Stream>>;

export interface Session {
  readonly host: SilentHost;
  readonly parts: CliParts;
  readonly commands: CommandSet;
  readonly options: GlobalOptions;
  readonly printer: Printer;
}

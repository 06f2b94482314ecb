export interface CliOutput {
  /** Returns false once the reader has gone. */
  write(text: string | Uint8Array): boolean;
  /** Resolves once the output is written or `signal` fires. Streams without it do not buffer. */
  drain?(signal: AbortSignal): Promise<void>;
  readonly isTerminal: boolean;
  /** Columns of the terminal; undefined if it is not one, so nothing is cut. */
  readonly width: number | undefined;
}

/** Environment of one run of the command line program; tests supply their own. */
export interface CliHost {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  readonly stdin: {
    readonly isTerminal: boolean;
    read(limit: number): Promise<Uint8Array>;
    /** Reads one line of a terminal, without its end; empty at the end of input. */
    line(): Promise<string>;
  };
  /** The program's bundle, for the shim and `which`. */
  readonly programFile: string;
  readonly wasmFile: string;
  /**
   * For commands that run until interrupted or can stop between steps. Fires with an `Interruption` on Ctrl+C or a
   * kill; for `stream` also when the output's reader has gone. All others keep the default handling, which ends a
   * process even while it waits for a lock: the store is crash-safe, and the shell reports 130.
   */
  listenForEnd(of: 'stream' | 'work'): AbortSignal;
}

/** The host without its outputs: all printing goes through the printer, which escapes control characters. */
export type SilentHost = Omit<CliHost, 'stdout' | 'stderr'>;

/** Reason for the signal of `CliHost.listenForEnd`, with its exit code. */
export class Interruption extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.name = 'Interruption';
    this.exitCode = exitCode;
  }
}

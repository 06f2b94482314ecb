/** A stream that takes text for a person or a program, or the bytes of a program that runs. */
export interface CliOutput {
  /** False once no one reads any more. */
  write(text: string | Uint8Array): boolean;
  /** Resolves once what was written has left the process, or `signal` fires. Without it nothing is kept back. */
  drain?(signal: AbortSignal): Promise<void>;
  readonly isTerminal: boolean;
  /** Columns of the terminal; what is piped is never cut. */
  readonly width: number | undefined;
}

/** The world around one run of the command line program, so that a test can be one. */
export interface CliHost {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  readonly stdin: {
    readonly isTerminal: boolean;
    read(limit: number): Promise<Uint8Array>;
    /** One line of a terminal, without its end; empty at the end of input. */
    line(): Promise<string>;
  };
  /** The bundle itself, for the shim and `which`. */
  readonly programFile: string;
  /** SQLite's WASM file. */
  readonly wasmFile: string;
  /**
   * Fires, with an `Interruption` as its reason, when the person or the system wants an end: Ctrl+C, a kill, and of a `stream`
   * also when no one reads the output any more. Other work is finished then, and recorded, unless it prints without end. Only for commands that run until interrupted, or can stop between steps. Everything else keeps the system's own
   * way, which ends a process at once even while it waits for a lock: the store is made for that, and the shell reports 130.
   */
  listenForEnd(of: 'stream' | 'work'): AbortSignal;
}

/** The same without its outputs: what is printed goes through the printer, which makes it harmless. */
export type SilentHost = Omit<CliHost, 'stdout' | 'stderr'>;

/** Why `CliHost.listenForEnd` fired, with the exit code that goes with it. */
export class Interruption extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.name = 'Interruption';
    this.exitCode = exitCode;
  }
}

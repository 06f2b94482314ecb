/** Runs a program of the user's in a shell, as a person would type it. */
export interface CommandRunner {
  /** What programs are started with. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  run(request: CommandRequest): Promise<CommandOutcome>;
}

export interface CommandRequest {
  /** A command line for the shell, or a program with its arguments, which no shell sees. */
  readonly command: string | readonly string[];
  /** Absolute path. */
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Ends the whole process group. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Told once, when it has begun. */
  readonly onStart?: (pid: number) => void;
  /** All that it prints, as it comes. */
  readonly onOutput?: (chunk: Uint8Array, stream: 'stdout' | 'stderr') => void;
}

export interface CommandOutcome {
  /** Null when a signal ended it or it could not be started. */
  readonly exitCode: number | null;
  readonly endedBy?: 'signal' | 'timeout' | 'cancelled' | 'not-found';
  /** The signal that ended it, as `SIGKILL`. */
  readonly signal?: string;
  readonly durationMs: number;
}

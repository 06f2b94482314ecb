/** Runs a user's program in a shell, as if a person typed it. */
export interface CommandRunner {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  run(request: CommandRequest): Promise<CommandOutcome>;
}

export interface CommandRequest {
  /** Command line for the shell, or a program with its arguments, which no shell interprets. */
  readonly command: string | readonly string[];
  /** Absolute path. */
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Aborting it ends the whole process group. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Called once, after the start. */
  readonly onStart?: (pid: number) => void;
  readonly onOutput?: (chunk: Uint8Array, stream: 'stdout' | 'stderr') => void;
}

export interface CommandOutcome {
  /** Null if a signal ended it or it could not be started. */
  readonly exitCode: number | null;
  readonly endedBy?: 'signal' | 'timeout' | 'cancelled' | 'not-found';
  /** Signal that ended it, such as `SIGKILL`. */
  readonly signal?: string;
  readonly durationMs: number;
}

/** Runs a user's program in a shell, as if typed. */
export interface CommandRunner {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  run(request: CommandRequest): Promise<CommandOutcome>;
}

export interface CommandRequest {
  /** Command line for the shell, or a program with arguments, which no shell interprets. */
  readonly command: string | readonly string[];
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Text for its stdin, which is empty without one. */
  readonly input?: string;
  /** Ends the whole process group. */
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Called once, after the start. */
  readonly onStart?: (pid: number) => void;
  readonly onOutput?: (chunk: Uint8Array, stream: 'stdout' | 'stderr') => void;
}

export interface CommandOutcome {
  /** Null if it was ended by a signal or could not be started. */
  readonly exitCode: number | null;
  readonly endedBy?: 'signal' | 'timeout' | 'cancelled' | 'not-found';
  readonly signal?: string;
  readonly durationMs: number;
}

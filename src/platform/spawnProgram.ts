import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';

export interface SpawnRequest {
  /** Command line for the shell, or a program with arguments, which no shell interprets. */
  readonly command: string | readonly string[];
  readonly directory: string;
  /** Complete. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdio: StdioOptions;
}

/** Starts a program in a process group of its own, except on Windows, which has none. */
export function spawnProgram({ command, directory, environment, stdio }: SpawnRequest): ChildProcess {
  const options = {
    cwd: directory,
    env: environment as NodeJS.ProcessEnv,
    stdio,
    detached: process.platform !== 'win32',
    windowsHide: true,
  };
  if (typeof command === 'string') return spawn(command, { ...options, shell: true });
  const [program = '', ...args] = command;
  // On Windows, npm and similar programs are scripts that only the shell can start.
  if (process.platform === 'win32') return spawn(command.map(quoteForWindows).join(' '), { ...options, shell: true });
  return spawn(program, args, options);
}

/** Also escapes expansions that cmd.exe performs within quotes. */
function quoteForWindows(word: string): string {
  if (/^[\w./:\\=@-]+$/.test(word)) return word;
  const quoted = `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
  return quoted.replace(/[()%!^"<>&|]/g, '^$&');
}

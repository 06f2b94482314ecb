import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

export interface Tools {
  readonly program: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends running programs, and starts no more. */
  readonly signal?: AbortSignal;
}

/** Without the caller's repository and store, and with the editor's executable as Node.js. */
export function environmentOf({ environment }: Tools, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) => !/^(GIT_|STATEROOM_)/.test(name));
  return { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: '0', ELECTRON_RUN_AS_NODE: '1', ...more };
}

/** Runs without signing and the person's hooks in a repository's own folder. Throws git's message or `AbortError`. */
export async function git(tools: Tools, folder: string, words: readonly string[], more = {}): Promise<string> {
  const calm = ['-c', 'commit.gpgsign=false', '-c', 'core.hooksPath='];
  const environment = environmentOf(tools, { GIT_CEILING_DIRECTORIES: dirname(folder), ...more });
  const { code, out, complaint } = await run('git', [...calm, ...words], folder, environment, tools).catch(noGit);
  if (code !== 0) throw new Error(firstLine(complaint, out) || `git ended with ${code}.`);
  return out;
}

/** Runs as an agent of this name. Throws an Error with the refusal's sentence, or `AbortError`. */
export async function stateroom(
  tools: Tools,
  folder: string,
  actor: string,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  // Words after `--` belong to another program.
  const end = words.indexOf('--');
  const [own, rest] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end)];
  const all = [tools.program, ...own, '--json', '--actor', actor, ...rest];
  const { code, out, complaint } = await run(process.execPath, all, folder, environmentOf(tools), tools);
  return answerOf(out, firstLine(complaint, out) || `stateroom ended with ${code}.`);
}

/** Throws an Error with the refusal's sentence, or with `otherwise` without JSON. */
export function answerOf(out: string, otherwise: string): Readonly<Record<string, unknown>> {
  const { data, message } = answerIn(out);
  // A conflict is an answer too, although the exit code is not 0.
  if (data !== undefined) return data;
  throw new Error(message ?? otherwise);
}

/** Explains that git is missing; the system's error is only ENOENT. */
function noGit(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ENOENT') throw error;
  throw new Error(
    'Git was not found: install it, or put its folder on the PATH; in VS Code the setting git.path may name it.',
  );
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly complaint: string;
}

function run(
  file: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  { signal }: Pick<Tools, 'signal'>,
): Promise<Ended> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...(signal ? { signal } : {}) });
    let out = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    let failure: Error | undefined;
    child.once('error', error => {
      failure = error;
      if (child.pid === undefined) reject(error);
    });
    // Wait for `close`: before it, parts of the process may be left.
    child.once('close', code => {
      if (failure !== undefined) reject(failure);
      else resolve({ code, out, complaint });
    });
  });
}

function answerIn(out: string): { data?: Record<string, unknown>; message?: string } {
  try {
    return JSON.parse(out) as { data?: Record<string, unknown>; message?: string };
  } catch {
    return {};
  }
}

function firstLine(complaint: string, out: string): string {
  return (complaint.trim() || out.trim()).split('\n')[0] ?? '';
}

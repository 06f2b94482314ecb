import { spawn } from 'node:child_process';

/** What a sample is made with: git, and Stateroom's program as agents run it. */
export interface Tools {
  /** Absolute path of `cli.mjs`. */
  readonly program: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends what runs, and lets nothing more begin. */
  readonly signal?: AbortSignal;
}

/** The environment of what is run: no repository or store of the caller's, and Node.js where the editor's own runs us. */
function environmentOf({ environment }: Tools, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) => !/^(GIT_|STATEROOM_)/.test(name));
  return { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: '0', ELECTRON_RUN_AS_NODE: '1', ...more };
}

/**
 * Runs git without signing, and without the hooks of the person's own settings.
 *
 * @throws Error with what git says; `AbortError` when it was cancelled
 */
export function git(tools: Tools, folder: string, words: readonly string[], more = {}): Promise<string> {
  const calm = ['-c', 'commit.gpgsign=false', '-c', 'core.hooksPath='];
  return run('git', [...calm, ...words], folder, environmentOf(tools, more), tools.signal);
}

/**
 * Runs Stateroom's program as an agent of this name; gives what it prints with `--json`.
 *
 * @throws Error with the refusal's sentence; `AbortError` when it was cancelled
 */
export async function stateroom(
  tools: Tools,
  folder: string,
  actor: string,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  // What follows `--` is another program's.
  const end = words.indexOf('--');
  const [own, rest] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end)];
  const all = [tools.program, ...own, '--json', '--actor', actor, ...rest];
  const answer = await run(process.execPath, all, folder, environmentOf(tools), tools.signal);
  return (JSON.parse(answer) as { data: Record<string, unknown> }).data;
}

function run(
  file: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<string> {
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
    // Only when it has ended is nothing of it left.
    child.once('close', code => {
      if (failure !== undefined) reject(failure);
      else if (code === 0) resolve(out);
      else reject(new Error(sentence(out, complaint) || `${file} ended with ${code}.`));
    });
  });
}

/** What a program says of its failure: the message of its JSON, else its first line. */
function sentence(out: string, complaint: string): string {
  try {
    const { message } = JSON.parse(out) as { message?: string };
    if (message !== undefined) return message;
  } catch {
    // It printed no JSON.
  }
  return (complaint.trim() || out.trim()).split('\n')[0] ?? '';
}

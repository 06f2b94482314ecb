import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { place } from '../../build/place.mjs';

export interface CliAnswer {
  readonly code: number;
  /** The one object that `--json` prints. */
  readonly answer: {
    readonly ok: boolean;
    readonly data?: unknown;
    readonly code?: string;
    readonly message?: string;
  };
}

/** Runs the built command line program in a process of its own, as an agent of this name does. */
export function runCli(folder: string, actor: string, words: readonly string[], input = ''): Promise<CliAnswer> {
  return new Promise((resolve, reject) => {
    const program = join(place.dist, 'cli.mjs');
    const child = spawn(process.execPath, [program, ...words, '--json', '--actor', actor], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let out = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', text => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', text => {
      complaint += text;
    });
    child.once('error', reject);
    child.once('close', code => {
      try {
        resolve({ code: code ?? 1, answer: JSON.parse(out) });
      } catch (error) {
        reject(new Error(`stateroom ${words.join(' ')} printed no JSON:\n${out}${complaint}`, { cause: error }));
      }
    });
    child.stdin.end(input);
  });
}

/** The same for a call that must succeed; gives its data. */
export async function mustRunCli<T>(folder: string, actor: string, words: readonly string[], input = ''): Promise<T> {
  const { answer } = await runCli(folder, actor, words, input);
  if (!answer.ok) throw new Error(`stateroom ${words.join(' ')}: ${answer.message}`);
  return answer.data as T;
}

import { spawn } from 'node:child_process';

/** How long one program may take before it counts as stuck, ms. */
export const patienceMs = 300_000;

/** Milliseconds of a whole process, from its start to its end; fails when it fails, and when it never ends. */
export function timeProcess(
  program: string,
  args: readonly string[],
  cwd: string,
  { input, env }: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: env ?? process.env,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    });
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', text => {
      complaint += text;
    });
    child.once('error', reject);
    child.once('close', code => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`${[program, ...args].join(' ')} ended with ${code}: ${complaint.trim()}`));
    });
    child.stdin?.end(input);
  });
}

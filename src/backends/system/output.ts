import { execFile } from 'node:child_process';

/** Returns what a program of the system prints, also if it fails; empty if it is missing or takes over ten seconds. */
export function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise(done => {
    const options = { timeout: 10_000, maxBuffer: 64 * 1024 * 1024, windowsHide: true };
    execFile(program, [...args], options, (_error, stdout) => done(stdout));
  });
}

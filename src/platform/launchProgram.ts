import { spawn } from 'node:child_process';
import { ownRuntime } from './shim.js';

export interface Launch {
  readonly file: string;
  readonly words: readonly string[];
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Launched {
  hasEnded(): boolean;
}

/** Starts a detached program under this runtime, without reading its output. Undefined if it could not be started. */
export function launchProgram({ file, words, directory, environment }: Launch): Promise<Launched | undefined> {
  const { path, isElectron } = ownRuntime();
  const child = spawn(path, [file, ...words], {
    cwd: directory,
    env: { ...environment, ...(isElectron ? { ELECTRON_RUN_AS_NODE: '1' } : {}) },
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  return new Promise(done => {
    child.once('error', () => done(undefined));
    child.once('spawn', () => {
      child.unref();
      done({ hasEnded: () => child.exitCode !== null || child.signalCode !== null });
    });
  });
}

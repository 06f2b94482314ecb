import childProcess from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import type { StateroomApi } from '../../../src/surfaces/vscode/stateroomApi.js';
import { attempt, type IdleFigures } from './figures.js';
import { leaveFigures } from './leaveFigures.js';

/** How long a window settles before it counts as idle, ms. */
const settlingMs = 5000;

/**
 * Runs in the extension host instead of tests, with Stateroom or without it: what the host uses while no one looks at
 * Stateroom. How long that is taken for is in the environment, ms.
 */
export async function run(): Promise<void> {
  leaveFigures(await attempt(() => measure(Number(process.env.STATEROOM_BENCH_IDLE))));
}

async function measure(idleMs: number): Promise<IdleFigures> {
  const extension = vscode.extensions.getExtension<StateroomApi>('stateroom.stateroom');
  let rows = 0;
  if (extension !== undefined) {
    const api = await extension.activate();
    await vscode.commands.executeCommand('stateroom.queue.focus');
    const { sections } = await api.queue();
    rows = sections.reduce((sum, section) => sum + section.rows.length, 0);
  }
  await vscode.commands.executeCommand('workbench.view.explorer');
  await wait(settlingMs);
  const heapBytes = collectedBytes();
  const begun = watchWhatBegins(extension === undefined ? '/nowhere' : join(extension.extensionPath, 'dist'));
  const before = process.cpuUsage();
  await wait(idleMs);
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, heapBytes, ...begun(), rows };
}

/** What is reachable on V8's heap and beside it (SQLite's memory is), after a collection. */
function collectedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Counts timers and processes that the code below `folder` begins from now on. */
function watchWhatBegins(folder: string): () => { timers: number; processes: number } {
  const counts = { timers: 0, processes: 0 };
  const count = <Owner extends object>(owner: Owner, name: keyof Owner & string, kind: keyof typeof counts): void => {
    const original = owner[name] as (...args: unknown[]) => unknown;
    const counting = function (this: unknown, ...args: unknown[]): unknown {
      if (new Error().stack?.includes(folder)) counts[kind] += 1;
      return original.apply(this, args);
    };
    Object.assign(owner, { [name]: Object.assign(counting, original) });
  };
  count(globalThis, 'setTimeout', 'timers');
  count(globalThis, 'setInterval', 'timers');
  for (const name of ['spawn', 'execFile', 'fork', 'exec'] as const) count(childProcess, name, 'processes');
  return () => ({ ...counts });
}

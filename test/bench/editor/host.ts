import * as vscode from 'vscode';
import type { StateroomApi } from '../../../src/surfaces/vscode/stateroomApi.js';
import { attempt, type HostFigures, type TreeFigures } from './figures.js';
import { leaveFigures } from './leaveFigures.js';

const repeats = 12;

/** Runs in the extension host instead of tests. */
export async function run(): Promise<void> {
  leaveFigures(await attempt(measure));
}

async function measure(): Promise<HostFigures> {
  const extension = vscode.extensions.getExtension<StateroomApi>('stateroom.stateroom');
  if (extension === undefined) throw new Error('stateroom.stateroom is not installed.');
  const api = await extension.activate();
  // The window shows the Explorer, so this is the first that is asked of the store.
  const began = performance.now();
  await vscode.commands.executeCommand('stateroom.queue.focus');
  const { sections } = await api.queue();
  const firstViewMs = api.activationMs + performance.now() - began;
  return {
    activationMs: api.activationMs,
    firstView: { ms: [firstViewMs], rows: rowsOf(sections) },
    queue: await attempt(async () => {
      await vscode.commands.executeCommand('stateroom.queue.focus');
      await api.queue();
      // Sections begin with a page of 500 rows.
      await vscode.commands.executeCommand('stateroom.queue.showMore', 'ready');
      return timeTree(async () => (await api.queue()).sections);
    }),
    lanes: await attempt(async () => {
      await vscode.commands.executeCommand('stateroom.lanes.focus');
      await api.lanes();
      return timeTree(async () => [{ rows: (await api.lanes()).rows }]);
    }),
    findings: await attempt(async () => {
      await vscode.commands.executeCommand('stateroom.findings.focus');
      await api.findings();
      return timeTree(async () => (await api.findings()).groups);
    }),
  };
}

async function timeTree(read: () => Promise<readonly { readonly rows: readonly unknown[] }[]>): Promise<TreeFigures> {
  const ms: number[] = [];
  let rows = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const started = performance.now();
    const groups = await read();
    ms.push(performance.now() - started);
    rows = rowsOf(groups);
  }
  return { ms, rows };
}

function rowsOf(groups: readonly { readonly rows: readonly unknown[] }[]): number {
  return groups.reduce((sum, group) => sum + group.rows.length, 0);
}

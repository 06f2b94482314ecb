import { renameSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { StateroomApi } from '../../../src/surfaces/vscode/stateroomApi.js';
import type { HostFigures } from './figures.js';

const repeats = 12;

/** Runs in the extension host instead of tests; what it finds goes into the file named in the environment. */
export async function run(): Promise<void> {
  const file = process.env.STATEROOM_BENCH_FIGURES ?? '';
  const extension = vscode.extensions.getExtension<StateroomApi>('stateroom.stateroom');
  if (extension === undefined) throw new Error('stateroom.stateroom is not installed.');
  const api = await extension.activate();
  await vscode.commands.executeCommand('stateroom.queue.focus');
  await api.queue();
  // Sections begin with a page of 500 rows.
  await vscode.commands.executeCommand('stateroom.queue.showMore', 'ready');
  const treeMs: number[] = [];
  let rows = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const started = performance.now();
    const { sections } = await api.queue();
    treeMs.push(performance.now() - started);
    rows = sections.reduce((sum, section) => sum + section.rows.length, 0);
  }
  await vscode.commands.executeCommand('stateroom.findings.focus');
  await api.findings();
  const findingsMs: number[] = [];
  let findings = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const started = performance.now();
    const { groups } = await api.findings();
    findingsMs.push(performance.now() - started);
    findings = groups.reduce((sum, group) => sum + group.rows.length, 0);
  }
  const figures: HostFigures = { activationMs: api.activationMs, treeMs, rows, findingsMs, findings };
  // Whole when it appears.
  writeFileSync(`${file}.part`, JSON.stringify(figures));
  renameSync(`${file}.part`, file);
}

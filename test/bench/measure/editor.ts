import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorFigures, EditorOrder } from '../editor/figures.js';
import type { Bench } from '../support/bench.js';
import { figure, judge, notMeasured, type Row } from '../support/measure.js';
import type { Seed } from '../support/seed.js';
import { median } from '../support/statistics.js';

/** What the Findings view is measured with. */
const findings = 2000;

/** The built extension in the real editor, in windows of a server of its own. */
export async function measureEditor(bench: Bench, seed: Seed): Promise<Row[]> {
  const names = [
    'activate()',
    `tree of ${seed.items} items`,
    'another process’ change, until its row is on the screen',
    `tree of ${findings} findings`,
  ];
  const goals = [50, 50, 500, 100];
  const goalTexts = goals.map(goal => `≤ ${goal} ms`);
  const why = bench.editor.missing;
  if (why !== '') return names.map((name, index) => notMeasured(name, { goal: goalTexts[index] ?? '' }, why));
  const answer = join(bench.folder, 'editor.json');
  const order: EditorOrder = {
    store: seed.ours,
    extension: bench.root,
    hostScript: bench.editor.hostScript,
    folder: join(bench.folder, 'editor'),
    windows: bench.sizes.runs,
    changes: bench.sizes.changes,
    findings,
    answer,
  };
  await runProgram(bench.editor.program, JSON.stringify(order));
  const found = JSON.parse(readFileSync(answer, 'utf8')) as EditorFigures;
  if (found.rows < seed.items) throw new Error(`The Queue view holds ${found.rows} rows of ${seed.items}.`);
  if (found.findings < findings) throw new Error(`The Findings view holds ${found.findings} rows of ${findings}.`);
  bench.say(`editor: ${bench.sizes.runs} windows, ${bench.sizes.changes} changes`);
  return [found.activationMs, found.treeMs, found.changeMs, found.findingsMs].map((values, index) => ({
    measure: names[index] ?? '',
    bound: '',
    goal: goalTexts[index] ?? '',
    measured: `${figure(median(values))} ms`,
    verdict: judge(median(values), { goal: goals[index] ?? 0 }),
    detail: `at most ${figure(Math.max(...values))} ms of ${values.length}`,
  }));
}

function runProgram(program: string, order: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, order], { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('close', code => {
      if (code === 0) resolve();
      else reject(new Error(`The benchmark of the editor ended with ${code}.`));
    });
  });
}

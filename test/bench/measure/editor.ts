import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attempt, type EditorFigures, type EditorOrder, figuresOf, type TreeFigures } from '../editor/figures.js';
import type { Bench } from '../support/bench.js';
import { errorIn } from '../support/errorIn.js';
import { figure, judge, type Measure, NotHere } from '../support/measure.js';
import { once } from '../support/once.js';
import type { Seed, Seeds } from '../support/seed.js';
import { median } from '../support/statistics.js';

/** What the Findings view is measured with. */
const findings = 2000;
/** What the Lanes view is measured with. */
const lanes = 50;
/** How long the whole of it may take, ms. */
const patienceMs = 20 * 60_000;

/** The built extension in the real editor, in windows of a server of its own. */
export function editor(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { small } = bench.sizes;
  const found = once(async () => runEditor(bench, await seeds.small()));
  const row = (
    measure: string,
    limit: { readonly bound: number } | { readonly goal: number },
    read: (all: EditorFigures) => readonly number[],
  ): Measure => ({
    measure,
    bound: 'bound' in limit ? `≤ ${limit.bound} ms` : '',
    goal: 'goal' in limit ? `≤ ${limit.goal} ms` : '',
    async run() {
      const values = read(await found());
      return {
        measured: `${figure(median(values))} ms`,
        verdict: judge(median(values), limit),
        detail: `at most ${figure(Math.max(...values))} ms of ${values.length}`,
      };
    },
  });
  return [
    row('activate()', { goal: 50 }, all => figuresOf(all.activationMs)),
    row(`tree of ${small} items`, { goal: 50 }, all => msOf(all.queue, small)),
    row('another process’ change, until its row is on the screen', { goal: 500 }, all => figuresOf(all.changeMs)),
    row(`tree of ${lanes} lanes`, { bound: 100 }, all => msOf(all.lanes, lanes)),
    row(`tree of ${findings} findings`, { bound: 100 }, all => msOf(all.findings, findings)),
  ];
}

/** How long a tree took that holds as many rows as there are. */
function msOf(tree: Attempt<TreeFigures>, wanted: number): readonly number[] {
  const { ms, rows } = figuresOf(tree);
  if (rows < wanted) throw new Error(`The view holds ${rows} rows of ${wanted}.`);
  return ms;
}

async function runEditor(bench: Bench, seed: Seed): Promise<EditorFigures> {
  if (bench.editor.missing !== '') throw new NotHere(bench.editor.missing);
  const answer = join(bench.folder, 'editor.json');
  const order: EditorOrder = {
    store: seed.ours,
    extension: bench.root,
    hostScript: bench.editor.hostScript,
    folder: join(bench.folder, 'editor'),
    windows: bench.sizes.runs,
    changes: bench.sizes.changes,
    findings,
    lanes,
    answer,
  };
  await runProgram(bench.editor.program, JSON.stringify(order));
  bench.say(`editor: ${bench.sizes.runs} windows, ${bench.sizes.changes} changes`);
  return JSON.parse(readFileSync(answer, 'utf8')) as EditorFigures;
}

function runProgram(program: string, order: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, order], {
      stdio: ['ignore', 'inherit', 'pipe'],
      timeout: patienceMs,
    });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', text => {
      complaint += text;
      process.stderr.write(text);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(errorIn(complaint) ?? `The benchmark of the editor ended with ${code ?? signal}.`));
    });
  });
}

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Attempt, type EditorFigures, type EditorOrder, figuresOf, type TreeFigures } from '../editor/figures.js';
import type { Bench } from '../support/bench.js';
import { errorIn } from '../support/errorIn.js';
import { figure, judge, type Measure, NotHere, times } from '../support/measure.js';
import { once } from '../support/once.js';
import { longTimeline, makeTimeline, type Seed, type Seeds } from '../support/seed.js';
import { median } from '../support/statistics.js';

const megabyte = 1_000_000;
/** How long the whole of it may take, ms. */
const patienceMs = 20 * 60_000;

/** The built extension in the real editor, in windows of a server of its own. */
export function editor(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { small, middle, events, idleMs, located: findings, workers: lanes } = bench.sizes;
  const found = once(async () => runEditor(bench, await seeds.small(), await seeds.middle()));
  const row = (
    measure: string,
    limit: { readonly bound?: number; readonly goal?: number },
    read: (all: EditorFigures) => readonly number[],
  ): Measure => ({
    measure,
    bound: limit.bound === undefined ? '' : `≤ ${limit.bound} ms`,
    goal: limit.goal === undefined ? '' : `≤ ${limit.goal} ms`,
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
    row('activate()', { bound: 50 }, all => figuresOf(all.activationMs)),
    row('the Queue view filled for the first time, activate() included', {}, all => msOf(all.firstView, 1)),
    row(`tree of ${small} items`, { goal: 50 }, all => msOf(all.queue, small)),
    row('a change by another process, until its row is on the screen', { goal: 500 }, all => figuresOf(all.changeMs)),
    row(`tree of ${lanes} lanes`, { bound: 100 }, all => msOf(all.lanes, lanes)),
    row(`tree of ${findings} findings`, { bound: 100 }, all => msOf(all.findings, findings)),
    row(`Home with ${middle} items and ${events} events, first paint`, { bound: 300 }, all =>
      figuresOf(all.dashboard).map(({ first }) => first),
    ),
    row(`Home with ${middle} items and ${events} events, charts complete after a click on their tab`, {}, all =>
      figuresOf(all.dashboard).map(({ charts }) => charts),
    ),
    {
      measure: `page of a work item with ${Math.min(events - middle, longTimeline)} timeline rows, first paint, over Home’s`,
      bound: '≤ 1 ×',
      goal: '',
      async run() {
        const opened = figuresOf((await found()).dashboard);
        const [record, dashboard] = [median(opened.map(one => one.record)), median(opened.map(({ first }) => first))];
        return {
          measured: times(record / dashboard),
          verdict: judge(record / dashboard, { bound: 1 }),
          detail: `${figure(record)} vs. ${figure(dashboard)} ms, medians of ${opened.length}`,
        };
      },
    },
    row('Home, a new state until it is on the page', { bound: 50 }, all => figuresOf(all.pageMemory).stateMs),
    {
      measure: 'memory of Home’s page after an hour of changes, over that after the first',
      bound: '≤ 1.2 ×',
      goal: '',
      async run() {
        const { before, after, states } = figuresOf((await found()).pageMemory);
        return {
          measured: times(after / before),
          verdict: judge(after / before, { bound: 1.2 }),
          detail: `${figure(before / megabyte)} vs. ${figure(after / megabyte)} MB after ${states} states`,
        };
      },
    },
    {
      measure: `processor time while no view is visible, ${idleMs / 1000} s, over the host without Stateroom`,
      bound: '≤ 0.5 %',
      goal: '',
      async run() {
        const { ours, bare } = figuresOf((await found()).idle);
        const share = (100 * (ours.cpuMs - bare.cpuMs)) / idleMs;
        const quiet = ours.timers === 0 && ours.processes === 0;
        return {
          measured: `${figure(share)} %`,
          verdict: quiet ? judge(share, { bound: 0.5 }) : 'missed',
          detail: `${figure(ours.cpuMs)} vs. ${figure(bare.cpuMs)} ms; ${ours.timers} timers and ${ours.processes} processes started`,
        };
      },
    },
    {
      measure: `memory of the extension host with ${middle} items, over the host without Stateroom`,
      bound: '≤ 60 MB',
      goal: '',
      async run() {
        const { ours, bare } = figuresOf((await found()).idle);
        if (ours.rows === 0) throw new Error('The Queue view held no rows.');
        const more = (ours.heapBytes - bare.heapBytes) / megabyte;
        return {
          measured: `${figure(more)} MB`,
          verdict: judge(more, { bound: 60 }),
          detail: `${figure(ours.heapBytes / megabyte)} vs. ${figure(bare.heapBytes / megabyte)} MB reachable after a collection`,
        };
      },
    },
  ];
}

/** How long a tree took that holds as many rows as there are. */
function msOf(tree: Attempt<TreeFigures>, wanted: number): readonly number[] {
  const { ms, rows } = figuresOf(tree);
  if (rows < wanted) throw new Error(`The view holds ${rows} rows of ${wanted}.`);
  return ms;
}

async function runEditor(bench: Bench, seed: Seed, idleSeed: Seed): Promise<EditorFigures> {
  if (bench.editor.missing !== '') throw new NotHere(bench.editor.missing);
  const answer = join(bench.folder, 'editor.json');
  const dashboardStore = join(bench.folder, 'dashboard-store');
  await makeTimeline(idleSeed, bench.sizes.events, dashboardStore, bench.wasmFile);
  const order: EditorOrder = {
    store: seed.ours,
    extension: bench.root,
    hostScript: bench.editor.hostScript,
    folder: join(bench.folder, 'editor'),
    windows: bench.sizes.runs,
    changes: bench.sizes.changes,
    findings: bench.sizes.located,
    lanes: bench.sizes.workers,
    idleStore: idleSeed.ours,
    dashboardStore,
    states: bench.sizes.states,
    idleScript: bench.editor.idleScript,
    idleMs: bench.sizes.idleMs,
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

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRefusal } from '../../../src/domain/refusal/refusal.js';
import { addDays, isoWeekOf, mondayOf } from '../../../src/domain/time/isoWeek.js';
import { openWorkTree } from '../../../src/git/openWorkTree.js';
import { eventsTail } from '../../../src/operations/events/eventsTail.js';
import { invoke } from '../../../src/operations/invoke.js';
import { queueAdd } from '../../../src/operations/queue/queueAdd.js';
import { timelineWriter } from '../../../src/present/timelineText.js';
import { renewDashboardFile } from '../../../src/records/snapshot/dashboardFile.js';
import { DashboardKeeper } from '../../../src/records/snapshot/dashboardKeeper.js';
import { english } from '../../../src/reports/translate.js';
import type { Bench } from '../support/bench.js';
import { builtFile } from '../support/builtFile.js';
import { figure, judge, type Measure } from '../support/measure.js';
import { mustInvoke } from '../support/mustInvoke.js';
import { once } from '../support/once.js';
import { copySeed, makeTimeline, openStore, type Seed, type Seeds } from '../support/seed.js';
import { median, quantile } from '../support/statistics.js';
import { timeProcess } from '../support/timeProcess.js';
import { contextOver } from '../worker/claimRepeatedly.js';

/** Events of a page of the editor's timeline. */
const page = 5000;
const weekMs = 7 * 86_400_000;

/** What the history of a repository costs to read, to report and to keep on a page. */
export function reports(bench: Bench, seeds: Seeds): readonly Measure[] {
  const { events, weekEvents, middle, starts } = bench.sizes;
  const started = once(async () => startRuns(bench, await seeds.small()));
  return [
    {
      measure: `a page of ${page} events of a timeline of ${events}, as text, p95`,
      bound: '≤ 300 ms',
      goal: '',
      async run() {
        const taken = await readPages(bench, await seeds.small());
        const slow = quantile(taken, 0.95);
        const detail = `p50 ${figure(median(taken))} ms`;
        return { measured: `${figure(slow)} ms`, verdict: judge(slow, { bound: 300 }), detail };
      },
    },
    {
      measure: `\`retro weekly\` of a week of ${weekEvents} events, whole process`,
      bound: '≤ 2 s',
      goal: '',
      async run() {
        const taken = await writeRetros(bench, await seeds.small());
        return {
          measured: `${figure(median(taken) / 1000)} s`,
          verdict: judge(median(taken), { bound: 2000 }),
          detail: 'with page and plots',
        };
      },
    },
    {
      measure: `\`run evidence add\`, ${middle} items, over bare \`node -e 0\``,
      bound: '≤ 150 ms',
      goal: '',
      async run() {
        const more = await addEvidence(bench, await seeds.middle());
        return {
          measured: `${figure(median(more))} ms`,
          verdict: judge(median(more), { bound: 150 }),
          detail: `${starts} whole processes, with the files in .agents/runs`,
        };
      },
    },
    runStart(bench, started, 'cold'),
    runStart(bench, started, 'warm'),
    runStart(bench, started, 'changed'),
    {
      measure: `a change with dashboard.md / without it, ${middle} items, in a process that lasts`,
      bound: '≤ 1.10 ×',
      goal: '',
      async run() {
        const { on, off, writes } = await changeWithDashboard(bench, await seeds.middle());
        return {
          measured: `${figure(on / off)} ×`,
          verdict: judge(on / off, { bound: 1.1 }),
          detail: `${figure(on)} vs. ${figure(off)} ms a change; ${writes.length} times written, in ${figure(median(writes))} ms`,
        };
      },
    },
  ];
}

async function readPages(bench: Bench, seed: Seed): Promise<number[]> {
  const directory = join(bench.folder, 'timeline');
  await makeTimeline(seed, bench.sizes.events, directory, bench.wasmFile);
  const store = openStore(directory, bench.wasmFile);
  try {
    const taken: number[] = [];
    let cursor: string | undefined;
    let characters = 0;
    do {
      const began = performance.now();
      const answer = await invoke(eventsTail, contextOver(store), { limit: page, ...(cursor ? { cursor } : {}) });
      if (isRefusal(answer)) throw new Error('The timeline was refused.');
      characters += answer.events.map(timelineWriter(english)).join('').length;
      taken.push(performance.now() - began);
      cursor = answer.nextCursor ?? undefined;
    } while (cursor !== undefined);
    bench.say(`timeline: ${taken.length} pages of ${characters} characters`);
    return taken;
  } finally {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function writeRetros(bench: Bench, seed: Seed): Promise<number[]> {
  const monday = mondayOf(isoWeekOf(addDays(new Date().toISOString().slice(0, 10), -7))) ?? '';
  const week = { from: Date.parse(monday), ms: weekMs };
  const repository = makeRepository(bench, 'retro');
  await makeTimeline(seed, seed.items + bench.sizes.weekEvents, storeOf(repository), bench.wasmFile, week);
  const taken: number[] = [];
  for (let run = 0; run < bench.sizes.runs; run += 1) {
    taken.push(await timeProcess(bench.userNode, [builtFile(bench, 'cli.mjs'), 'retro', 'weekly'], repository));
  }
  bench.say(`retro: ${taken.length} runs`);
  rmSync(repository, { recursive: true, force: true });
  return taken;
}

async function addEvidence(bench: Bench, seed: Seed): Promise<number[]> {
  const repository = makeRepository(bench, 'investigation');
  copySeed(seed, 'ours', storeOf(repository));
  const time = (...words: string[]): Promise<number> =>
    timeProcess(bench.userNode, [builtFile(bench, 'cli.mjs'), 'run', ...words, '--actor', 'bench'], repository);
  await time('start', 'Why is the checkout slow?');
  const more: number[] = [];
  for (let run = 0; run < bench.sizes.starts; run += 1) {
    const bare = await timeProcess(bench.userNode, ['-e', '0'], repository);
    more.push((await time('evidence', 'add', `Run ${run} took as long`)) - bare);
  }
  bench.say(`run evidence add: ${more.length} processes`);
  rmSync(repository, { recursive: true, force: true });
  return more;
}

/** The index of documents: made by the command, as they are, or with one of them changed since. */
type IndexState = 'cold' | 'warm' | 'changed';

const indexStates: Readonly<Record<IndexState, { readonly text: string; readonly bound?: number }>> = {
  cold: { text: 'without an index' },
  warm: { text: 'with an index', bound: 300 },
  changed: { text: 'with an index, one changed since', bound: 300 },
};

function runStart(
  { sizes }: Bench,
  started: () => Promise<Readonly<Record<IndexState, readonly number[]>>>,
  state: IndexState,
): Measure {
  const { text, bound } = indexStates[state];
  return {
    measure: `\`run start\`, ${sizes.documents} documents ${text}, over bare \`node -e 0\``,
    bound: bound === undefined ? '' : `≤ ${bound} ms`,
    goal: '',
    async run() {
      const more = median((await started())[state]);
      const verdict = judge(more, bound === undefined ? {} : { bound });
      return { measured: `${figure(more)} ms`, verdict, detail: `${sizes.starts} whole processes, with git status` };
    },
  };
}

/** Milliseconds of `run start` over those of a Node that does nothing. */
async function startRuns(bench: Bench, seed: Seed): Promise<Readonly<Record<IndexState, readonly number[]>>> {
  const { documents, starts } = bench.sizes;
  const repository = makeRepository(bench, 'documents');
  copySeed(seed, 'ours', storeOf(repository));
  const write = (number: number, word: string): void => {
    const folder = join(repository, 'docs', String(number % 40));
    mkdirSync(folder, { recursive: true });
    const sections = Array.from(
      { length: 8 },
      (_, part) => `## Part ${part} of module ${number}\n\n${'How it is built. '.repeat(20)}\n`,
    );
    writeFileSync(join(folder, `${number}.md`), `# ${word} ${number}\n\n${sections.join('\n')}`);
  };
  for (let number = 0; number < documents; number += 1) write(number, number % 50 === 0 ? 'Checkout' : 'Payment');
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org'];
  execFileSync('git', ['-C', repository, 'add', '.']);
  execFileSync('git', ['-C', repository, ...identity, 'commit', '--quiet', '-m', 'Write the documents']);
  const time = (...words: string[]): Promise<number> =>
    timeProcess(bench.userNode, [builtFile(bench, 'cli.mjs'), 'run', ...words, '--actor', 'bench'], repository);
  const more: Record<IndexState, number[]> = { cold: [], warm: [], changed: [] };
  const index = join(storeOf(repository), 'kept', 'intake.index');
  for (let run = 0; run < starts; run += 1) {
    for (const state of ['cold', 'warm', 'changed'] as const) {
      if (state === 'cold') rmSync(index, { force: true });
      if (state === 'changed') write(run, `Invoice ${run}`);
      const bare = await timeProcess(bench.userNode, ['-e', '0'], repository);
      more[state].push((await time('start', 'Why is the checkout slow?')) - bare);
      if (!existsSync(index)) throw new Error('The documents were not indexed.');
      await time('close', '--summary', 'It was measured', '--verification', 'npm run bench');
    }
  }
  bench.say(`run start: ${starts * 3} processes`);
  rmSync(repository, { recursive: true, force: true });
  return more;
}

/** Milliseconds a change, with changes one after the other, each in turns of some seconds. */
async function changeWithDashboard(
  bench: Bench,
  seed: Seed,
): Promise<{ readonly on: number; readonly off: number; readonly writes: readonly number[] }> {
  const repository = makeRepository(bench, 'dashboard-file');
  copySeed(seed, 'ours', storeOf(repository));
  mkdirSync(join(repository, '.stateroom'));
  writeFileSync(join(repository, '.stateroom', 'config.json'), '{ "reports": { "dashboardFile": true } }');
  const store = openStore(storeOf(repository), bench.wasmFile);
  const workTree = openWorkTree(repository, process.env);
  const context = { ...contextOver(store), workTree };
  const writes: number[] = [];
  const spent = { on: { ms: 0, changes: 0 }, off: { ms: 0, changes: 0 } };
  try {
    for (const mode of ['off', 'on', 'on', 'off'] as const) {
      const keeper = new DashboardKeeper(async () => {
        const asked = performance.now();
        const wait = await renewDashboardFile(context);
        if (wait === 0) writes.push(performance.now() - asked);
        return wait;
      });
      const began = performance.now();
      while (performance.now() - began < bench.sizes.dashboardMs) {
        await mustInvoke(queueAdd, context, { title: `Change ${spent.off.changes + spent.on.changes}` });
        if (mode === 'on') keeper.changed();
        spent[mode].changes += 1;
        // What the keeper waits for comes between two changes.
        await nextTurn();
      }
      spent[mode].ms += performance.now() - began;
      keeper.stop();
    }
  } finally {
    await store.close();
    rmSync(repository, { recursive: true, force: true });
  }
  bench.say(`dashboard.md: ${spent.on.changes} changes with it, ${spent.off.changes} without`);
  return { on: spent.on.ms / spent.on.changes, off: spent.off.ms / spent.off.changes, writes };
}

function makeRepository(bench: Bench, name: string): string {
  const repository = join(bench.folder, name);
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', repository]);
  return repository;
}

function storeOf(repository: string): string {
  return join(repository, '.git', 'stateroom');
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal } from '../../../src/domain/refusal/refusal.js';
import { invoke } from '../../../src/operations/invoke.js';
import { repositorySearch } from '../../../src/operations/repository/repositorySearch.js';
import type { Bench } from '../support/bench.js';
import { builtFile } from '../support/builtFile.js';
import { figure, judge, type Measure } from '../support/measure.js';
import { once } from '../support/once.js';
import { copySeed, openStore, type Seeds } from '../support/seed.js';
import { median, quantile } from '../support/statistics.js';
import { timeProcess } from '../support/timeProcess.js';
import { contextOver } from '../worker/claimRepeatedly.js';

/** What all items have, what some have, and what one has (`#` is its number). */
const queries = [
  ...['module description', 'seed-#', '"does what its" area', 'modules checked status:pending', 'author:seed item #'],
  ...['part5 module12', 'kind:item bug'],
];

interface Taken {
  /** Of the first search, which makes the index, ms. */
  readonly first: number;
  readonly warm: readonly number[];
  readonly ours: readonly number[];
  readonly bare: readonly number[];
}

/** What a search of a large store costs, in a process that has the index and in a new one. */
export function search(bench: Bench, seeds: Seeds): readonly Measure[] {
  const rows = bench.sizes.large;
  const taken = once(() => searchAll(bench, seeds));
  return [
    {
      measure: `search of ${rows} items, p95 in a warm process`,
      bound: '≤ 50 ms',
      goal: '',
      async run() {
        const { first, warm } = await taken();
        const slow = quantile(warm, 0.95);
        return {
          measured: `${figure(slow)} ms`,
          verdict: judge(slow, { bound: 50 }),
          detail: `p50 ${figure(median(warm))} ms; making the index took ${figure(first / 1000)} s`,
        };
      },
    },
    {
      measure: `\`search\` in ${rows} items, over bare \`node -e 0\``,
      bound: '≤ 300 ms',
      goal: '',
      async run() {
        const { ours, bare } = await taken();
        const more = median(ours.map((value, run) => value - (bare[run] ?? 0)));
        return {
          measured: `${figure(more)} ms`,
          verdict: judge(more, { bound: 300 }),
          detail: 'whole process; nothing was committed since the index was made',
        };
      },
    },
  ];
}

async function searchAll(bench: Bench, seeds: Seeds): Promise<Taken> {
  const seed = await seeds.large();
  const directory = copySeed(seed, 'ours', join(bench.folder, 'search'));
  const store = openStore(directory, bench.wasmFile);
  try {
    const context = contextOver(store);
    const time = async (query: string): Promise<number> => {
      const began = performance.now();
      const answer = await invoke(repositorySearch, context, { query });
      if (isRefusal(answer) || answer.hits.length === 0) throw new Error(`Nothing found for ${query}.`);
      return performance.now() - began;
    };
    const first = await time('item');
    const warm: number[] = [];
    for (let run = 0; run < bench.sizes.queries; run += 1) {
      // From what every item has to what one has.
      const number = (run * 7919) % seed.items;
      warm.push(await time((queries[run % queries.length] ?? '').replace('#', String(number))));
    }
    await store.close();
    const [ours, bare]: [number[], number[]] = [[], []];
    for (let run = 0; run < bench.sizes.starts; run += 1) {
      bare.push(await timeProcess(bench.userNode, ['-e', '0'], bench.folder));
      const words = ['search', `item ${run}`, '--json', '--store', directory];
      ours.push(await timeProcess(bench.userNode, [builtFile(bench, 'cli.mjs'), ...words], bench.folder));
    }
    bench.say(`search: ${warm.length} queries, ${ours.length} processes`);
    return { first, warm, ours, bare };
  } finally {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

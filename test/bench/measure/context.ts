import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRefusal } from '../../../src/domain/refusal/refusal.js';
import { invoke } from '../../../src/operations/invoke.js';
import { taskContext } from '../../../src/operations/task/taskContext.js';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import { longTask, seedLongTask } from '../../support/seedLongTask.js';
import type { Bench } from '../support/bench.js';
import { figure, judge, type Row } from '../support/measure.js';
import { openStore } from '../support/seed.js';
import { median } from '../support/statistics.js';

/** What `load_session` costs in a warm process on a task that has been worked on for long. */
export async function measureContext(bench: Bench): Promise<Row[]> {
  const directory = join(bench.folder, 'context');
  const store = openStore(directory, bench.wasmFile);
  await seedLongTask(store, Date.now(), null);
  const context = {
    store,
    clock: { now: () => Date.now() },
    ids: randomIds,
    actor: { role: 'agent' as const, name: 'bench' },
    log: silentLog,
    settings: { leaseMs: 900_000, staleMs: 600_000 },
  };
  const taken: number[] = [];
  for (let run = 0; run < bench.sizes.queries / 10 + 1; run += 1) {
    const began = performance.now();
    const answer = await invoke(taskContext, context, {});
    if (isRefusal(answer)) throw new Error(answer.message);
    taken.push(performance.now() - began);
  }
  await store.close();
  rmSync(directory, { recursive: true, force: true });
  bench.say(`context: ${taken.length} times`);
  const middle = median(taken.slice(1));
  return [
    {
      measure: `load_session on a task with ${longTask.decisions} decisions, ${longTask.findings} findings and ${longTask.touchedFiles} touched files`,
      bound: '≤ 30 ms',
      goal: '',
      measured: `${figure(middle)} ms`,
      verdict: judge(middle, { bound: 30 }),
      detail: `the first took ${figure(taken[0] ?? 0)} ms`,
    },
  ];
}

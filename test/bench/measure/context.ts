import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { taskContext } from '../../../src/operations/task/taskContext.js';
import { longTask, seedLongTask } from '../../support/seedLongTask.js';
import type { Bench } from '../support/bench.js';
import { figure, judge, type Measure } from '../support/measure.js';
import { mustInvoke } from '../support/mustInvoke.js';
import { openStore } from '../support/seed.js';
import { median } from '../support/statistics.js';
import { contextOver } from '../worker/claimRepeatedly.js';

/** What `load_session` costs in a warm process on a task that has been worked on for long. */
export function sessionContext(bench: Bench): readonly Measure[] {
  return [
    {
      measure: `load_session on a task with ${longTask.decisions} decisions, ${longTask.findings} findings and ${longTask.touchedFiles} touched files`,
      bound: '≤ 30 ms',
      goal: '',
      async run() {
        const taken = await loadAgain(bench);
        const middle = median(taken.slice(1));
        return {
          measured: `${figure(middle)} ms`,
          verdict: judge(middle, { bound: 30 }),
          detail: `the first took ${figure(taken[0] ?? 0)} ms`,
        };
      },
    },
  ];
}

async function loadAgain(bench: Bench): Promise<number[]> {
  const directory = join(bench.folder, 'context');
  const store = openStore(directory, bench.wasmFile);
  try {
    await seedLongTask(store, Date.now(), null);
    const context = contextOver(store);
    const taken: number[] = [];
    for (let run = 0; run < bench.sizes.queries / 10 + 1; run += 1) {
      const began = performance.now();
      await mustInvoke(taskContext, context, {});
      taken.push(performance.now() - began);
    }
    bench.say(`context: ${taken.length} times`);
    return taken;
  } finally {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

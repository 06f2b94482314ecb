import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRefusal } from '../../../src/domain/refusal/refusal.js';
import { eventsTail } from '../../../src/operations/events/eventsTail.js';
import { invoke } from '../../../src/operations/invoke.js';
import { queueList } from '../../../src/operations/queue/queueList.js';
import { repositorySearch } from '../../../src/operations/repository/repositorySearch.js';
import { repositoryTrendRows } from '../../../src/operations/repository/repositoryTrendRows.js';
import { repositoryTrends } from '../../../src/operations/repository/repositoryTrends.js';
import { spareWasmOptimiser } from '../../../src/platform/wasmTiering.js';
import { keepYoungGenerationSmall } from '../../../src/platform/youngGeneration.js';
import type { Context } from '../../../src/records/context.js';
import { openStore } from '../support/seed.js';
import { contextOver } from './claimRepeatedly.js';
import type { ScanAnswer, WorkerOrder } from './engine.js';

const status = '/proc/self/status';

type Scan = (context: Context) => Promise<unknown>;

const scans: Readonly<Record<string, Scan>> = {
  'all work items, page by page': async context => {
    let cursor: string | undefined;
    do {
      const page = await invoke(queueList, context, { order: 'open', limit: 500, ...(cursor ? { cursor } : {}) });
      if (isRefusal(page)) return page;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return undefined;
  },
  'a text in no work item': context => invoke(queueList, context, { text: 'nothing has this' }),
  'events of no one': context => invoke(eventsTail, context, { actor: 'nobody' }),
  trends: context => invoke(repositoryTrends, context, { days: 90 }),
  'rows of a trend': context => invoke(repositoryTrendRows, context, { of: 'activity', days: 90 }),
  search: context => invoke(repositorySearch, context, { query: 'module description' }),
};

/** Runs in one server what reads all items or all events, and says how much memory it had at most. */
export async function scan(order: WorkerOrder): Promise<ScanAnswer> {
  spareWasmOptimiser();
  keepYoungGenerationSmall();
  const store = openStore(order.path, order.wasmFile);
  const context = contextOver(store);
  const taken: { name: string; ms: number; peakBytes: number }[] = [];
  for (const [name, run] of Object.entries(scans)) {
    const before = performance.now();
    const answer = await run(context);
    if (isRefusal(answer)) throw new Error(`${name} was refused: ${answer.code}`);
    taken.push({ name, ms: performance.now() - before, peakBytes: peak() });
    // As between two calls of an agent.
    await sleep(50);
  }
  await store.close();
  return { peakBytes: peak(), scans: taken };
}

/** Bytes. What Linux says in `resourceUsage` began before the program: with the memory of the process that started it. */
function peak(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(existsSync(status) ? readFileSync(status, 'utf8') : '') ?? [];
  return Number(kilobytes ?? process.resourceUsage().maxRSS) * 1024;
}

import type { Actor } from '../../src/domain/actor/actor.js';
import { newEvent } from '../../src/domain/event/newEvent.js';
import { findingDefer } from '../../src/operations/finding/findingDefer.js';
import { findingRecord } from '../../src/operations/finding/findingRecord.js';
import { findingReopen } from '../../src/operations/finding/findingReopen.js';
import { findingWontfix } from '../../src/operations/finding/findingWontfix.js';
import { laneRow } from './laneRow.js';
import { RepositoryActs } from './repositoryActs.js';
import { ada } from './seedBusyQueue.js';

const minute = 60_000;
const day = 24 * 60 * minute;

const copilot: Actor = { role: 'agent', name: 'copilot', harness: 'copilot' };
const inPaint: Actor = { ...copilot, lane: 'paint' };
const inWings: Actor = { ...copilot, lane: 'wings' };

/**
 * Fills the store of a repository with weeks of reviews, before today: eight findings of which F-1, F-3, F-5, F-6 and F-8 are
 * open, and four reviews of two lanes that are closed by now. Hours are those of the machine's own clock.
 */
export async function seedBusyReviews(repository: string, now = Date.now()): Promise<void> {
  const acts = new RepositoryActs(repository);
  const today = Math.floor((now - shift(now)) / day) * day + shift(now);
  const at = (daysAgo: number, hour: number, minutes = 0): number =>
    today - daysAgo * day + (hour * 60 + minutes) * minute;
  const find = async (daysAgo: number, severity: 'high' | 'medium' | 'low', text: string, actor: Actor) => {
    acts.at = at(daysAgo, 9, 5);
    await acts.act(actor, findingRecord, { severity, path: 'README.md', text, repository: true });
  };
  try {
    await find(40, 'high', 'It leaks', copilot);
    await find(20, 'low', 'It squeaks', inPaint);
    await find(10, 'high', 'It melts', inPaint);
    await find(10, 'medium', 'It rattles', inPaint);
    await find(10, 'medium', 'It drips', inWings);
    acts.at = at(8, 16);
    await acts.act(ada, findingDefer, { ids: ['F-3'], note: 'Next year' });
    await acts.act(ada, findingWontfix, { ids: ['F-4'], note: 'They all do' });
    await find(5, 'low', 'It is loud', inWings);
    await find(5, 'high', 'It is late', inWings);
    acts.at = at(5, 16);
    await acts.act(ada, findingWontfix, { ids: ['F-2'], note: 'They all do' });
    acts.at = at(4, 16);
    await acts.act(ada, findingReopen, { ids: ['F-3'], reason: 'It is next year' });
    acts.at = at(3, 16);
    await acts.act(ada, findingDefer, { ids: ['F-7'], note: 'Later' });
    await find(2, 'medium', 'It wobbles', inPaint);
    const step = (time: number, type: string, lane: 'paint' | 'wings', actor: Actor) =>
      newEvent(actor, time, type, null, { lane: lane === 'paint' ? 'L-1' : 'L-2', name: lane });
    const closed = { status: 'closed', close_reason: 'finished' } as const;
    await acts.write(async transaction => {
      await transaction.lanes.insert([
        laneRow({ id: 'lane-1', number: 1, name: 'paint', ...closed }),
        laneRow({ id: 'lane-2', number: 2, name: 'wings', ...closed }),
      ]);
      await transaction.events.append([
        step(at(9, 10), 'worker_submitted', 'paint', inPaint),
        step(at(9, 10, 20), 'worker_sent_back', 'paint', ada),
        step(at(6, 10), 'worker_submitted', 'paint', inPaint),
        step(at(6, 11), 'worker_submitted', 'wings', inWings),
        step(at(6, 11, 45), 'worker_sent_back', 'wings', ada),
        step(at(6, 12), 'worker_approved', 'paint', ada),
        step(at(2, 14), 'worker_submitted', 'wings', inWings),
        step(at(1, 8), 'worker_approved', 'wings', ada),
      ]);
    });
  } finally {
    await acts.close();
  }
}

/** How far the machine's clock is behind UTC, in ms: negative in the east. */
function shift(time: number): number {
  return new Date(time).getTimezoneOffset() * minute;
}

import { expect, it } from 'vitest';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { presentEvents } from './presentDashboard.js';

const at = '2026-11-21T12:00:00.000Z';

function told(id: number, type: string, payload: TimelineEvent['payload'], workItem: string | null = null) {
  return { id, at, type, actor: 'Robin', role: 'human' as const, workItem, payload };
}

it('names what an event happened to, and nothing that its texts speak of', () => {
  const events: TimelineEvent[] = [
    told(4, 'task_started', { task: 'T-1', objective: 'Do as T-1000 says' }),
    // A lane may have any name.
    told(3, 'worker_merged', { lane: 'L-3', name: 'T-7' }, 'W-5'),
    told(2, 'finding_queued', { finding: 'F-1', workItem: 'W-9' }, 'W-9'),
    told(1, 'lane_closed', { lane: 'not a lane', closeReason: 'L-8' }),
  ];
  const rows = events.map(({ id, type, actor, workItem }) => ({ id, at, type, actor, workItem, title: null }));
  expect(presentEvents(rows, events).map(({ words, refs }) => [words, [...new Set(refs)]])).toEqual([
    ['Robin started T-1: “Do as T-1000 says”', ['T-1']],
    ['Robin merged L-3 T-7', ['W-5', 'L-3']],
    ['Robin created W-9 from F-1', ['W-9', 'F-1']],
    ['Robin closed not a lane: “L-8”', []],
  ]);
});

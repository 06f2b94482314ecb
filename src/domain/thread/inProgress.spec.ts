import { describe, expect, it } from 'vitest';
import { lane } from '../../../test/support/lane.js';
import { workItem } from '../../../test/support/workItem.js';
import type { Task } from '../task/task.js';
import { type InProgress, inProgressOf } from './inProgress.js';

const inFlight = { section: 'in_flight', status: 'in_flight', owner: 'codex', ownerRole: 'agent' } as const;

function task(number: number, workItem: string | null): Task {
  return {
    ...{ ref: `T-${number}`, objective: `Task ${number}`, status: 'in_progress', workItem, updatedBy: 'ada' },
    createdAt: '2026-11-21T09:00:00.000Z',
  } as Task;
}

const told = (entries: readonly InProgress[]) =>
  entries.map(({ ref, item, task: of, lane: inLane, who, state }) => [ref, item, of, inLane, who, state].join(' '));

describe('what is in progress', () => {
  it('is each piece of work once: its item with its task and its lanes', () => {
    const entries = inProgressOf({
      lanes: [lane(1, { workItem: 'W-1', worker: { agent: 'codex' } }), lane(2, { workItem: 'W-1', task: 'T-1' })],
      tasks: [task(1, null)],
      items: [workItem(1, inFlight)],
    });
    expect(told(entries)).toEqual(['W-1 W-1 T-1 L-2 codex WORKING']);
    expect(entries[0]?.otherLanes).toEqual(['L-1']);
  });

  it('is also a lane with its task, a task or a claim alone; what a person is asked about is not', () => {
    const entries = inProgressOf({
      lanes: [
        lane(1, { task: 'T-1' }),
        lane(2, { worker: { state: 'ASSIGNED' } }),
        lane(3, { workItem: 'W-2' }),
        lane(4, { task: 'T-3' }),
      ],
      tasks: [task(1, null), task(2, null), task(3, 'W-4')],
      items: [
        workItem(3, { ...inFlight, owner: 'bob' }),
        workItem(2, { section: 'needs_you', status: 'waiting_human' }),
        workItem(4, { section: 'ready', status: 'pending' }),
      ],
    });
    expect(told(entries)).toEqual([
      'L-1  T-1 L-1  WORKING',
      'L-2   L-2  ASSIGNED',
      'W-4 W-4 T-3 L-4  WORKING',
      'T-2  T-2  ada in_progress',
      'W-3 W-3   bob in_flight',
    ]);
  });

  it('is no task whose item is in the queue for the next one, only a lane of it', () => {
    const tasks = [task(1, 'W-1'), task(2, 'W-2'), task(3, 'W-3')];
    const items = [
      workItem(1, { section: 'ready' }),
      workItem(2, { section: 'blocked' }),
      workItem(3, { section: 'scheduled' }),
    ];
    expect(told(inProgressOf({ lanes: [], tasks, items }))).toEqual([]);
    const lanes = [lane(1, { workItem: 'W-2', worker: { agent: 'codex' } })];
    expect(told(inProgressOf({ lanes, tasks, items }))).toEqual(['W-2 W-2 T-2 L-1 codex WORKING']);
  });

  it('stands as its worker does, unless its lane is planned or blocked', () => {
    const heartbeat = { liveness: 'WARN', lastBeatAt: '2026-11-21T11:59:00.000Z', livenessChangesAt: null } as const;
    const [working, blocked, planned, adopted] = inProgressOf({
      lanes: [
        lane(1, { workItem: 'W-1', worker: { agent: 'codex', ...heartbeat } }),
        lane(2, { status: 'blocked' }),
        lane(3, { status: 'planned', workItem: 'W-2' }),
        lane(4, { worker: null }),
      ],
      tasks: [],
      items: [workItem(1, { ...inFlight, leaseUntil: '2026-11-21T12:05:00.000Z' }), workItem(2, inFlight)],
    });
    expect(working).toEqual({
      ref: 'W-1',
      title: 'Title 1',
      item: 'W-1',
      task: null,
      lane: 'L-1',
      laneName: 'lane-1',
      otherLanes: [],
      who: 'codex',
      role: 'agent',
      state: 'WORKING',
      since: '2026-11-21T11:00:00.000Z',
      heartbeat: { level: 'WARN', at: '2026-11-21T11:59:00.000Z', changesAt: null },
      leaseUntil: '2026-11-21T12:05:00.000Z',
    });
    expect(blocked).toMatchObject({ state: 'blocked', heartbeat: null });
    expect(planned).toMatchObject({
      ref: 'W-2',
      state: 'planned',
      who: 'codex',
      role: 'agent',
      since: '2026-11-21T10:00:00.000Z',
    });
    expect(adopted).toMatchObject({ state: 'active', who: null });
  });

  it('is held by who holds its work item until somebody works there, and by none who did before', () => {
    const restored = { state: 'ASSIGNED', agent: 'codex', lastBeatAt: null } as const;
    const lanes = [lane(1, { workItem: 'W-1', worker: restored }), lane(2, { worker: restored })];
    const entries = inProgressOf({ lanes, tasks: [], items: [workItem(1, { ...inFlight, owner: 'Kim' })] });
    expect(told(entries)).toEqual(['W-1 W-1  L-1 Kim ASSIGNED', 'L-2   L-2  ASSIGNED']);
    expect(entries.map(({ heartbeat }) => heartbeat)).toEqual([null, null]);
  });
});

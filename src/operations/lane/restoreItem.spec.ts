import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import {
  type ActName,
  type ActorName,
  actors,
  inSituation,
  type Situation,
  type ThreadRepository,
  threadState,
} from '../../../test/support/threadActs.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { say } from '../../messages/say.js';
import { queueShow } from '../queue/queueShow.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerFail } from './worker/workerFail.js';
import { workerRestore } from './worker/workerRestore.js';
import { workerStart } from './worker/workerStart.js';

let repository: ThreadRepository;

afterEach(() => repository.close());

/** The thread of `W-1`: item, tasks, lanes. */
async function thread(): Promise<readonly string[]> {
  const { item, tasks, lanes } = await threadState(repository);
  return [item, tasks, lanes];
}

async function does(...acts: readonly (readonly [ActorName, ActName])[]): Promise<void> {
  for (const [actor, act] of acts) expect(await repository.act(actor, act), `${actor} ${act}`).toBeUndefined();
}

const cases: readonly (readonly [Situation, ActName, readonly string[], readonly string[], readonly string[]])[] = [
  [
    'working',
    'cancel, cancel item',
    ['in progress a1', '', 'active working a1'],
    ['cancelled', '', 'closed failed a1'],
    ['in progress a1', '', 'active assigned a1'],
  ],
  [
    'working',
    'cancel',
    ['in progress a1', '', 'active working a1'],
    ['ready', '', 'closed failed a1'],
    ['in progress a1', '', 'active assigned a1'],
  ],
  [
    'in a lane of a person',
    'cancel, cancel item',
    ['in progress ada', '', 'active assigned'],
    ['cancelled', '', 'closed failed'],
    ['in progress ada', '', 'active assigned'],
  ],
  [
    'approved',
    'cancel, cancel item',
    ['in progress a1', '', 'review approved a1'],
    ['cancelled', '', 'closed failed a1'],
    ['in progress a1', '', 'active assigned a1'],
  ],
  [
    'working, waiting',
    'cancel, cancel item',
    ['waiting', '', 'active working a1'],
    ['cancelled', '', 'closed failed a1'],
    ['waiting', '', 'active assigned a1'],
  ],
  [
    'working, waiting',
    'cancel',
    ['waiting', '', 'active working a1'],
    ['ready', '', 'closed failed a1'],
    ['waiting', '', 'active assigned a1'],
  ],
  [
    'working, blocked since',
    'cancel, cancel item',
    ['in progress a1', '', 'active working a1'],
    ['cancelled', '', 'closed failed a1'],
    ['in progress a1', '', 'active assigned a1'],
  ],
  [
    'lane failed',
    'close',
    ['in progress a1', '', 'blocked failed a1'],
    ['waiting', '', 'closed failed a1'],
    ['in progress a1', '', 'active assigned a1'],
  ],
  [
    'in a task with a lane',
    'cancel, cancel item',
    ['in progress a1', 'in_progress', 'active working a1'],
    ['cancelled', 'archived', 'closed failed a1'],
    ['in progress a1', 'in_progress', 'active assigned a1'],
  ],
  [
    'second item of a light task, in a lane',
    'cancel, cancel item',
    ['in progress a1', 'in_progress', 'active assigned'],
    ['cancelled', '', 'closed failed'],
    ['in progress a1', 'in_progress', 'active assigned'],
  ],
  [
    'first item of a light task, lane approved',
    'cancel, cancel item',
    ['in progress a1', 'in_progress', 'review approved a1'],
    ['cancelled', '', 'closed failed a1'],
    ['in progress a1', 'in_progress', 'active assigned a1'],
  ],
  [
    'two lanes',
    'cancel',
    ['in progress a1', '', 'active working a1, active assigned'],
    ['in progress ada', '', 'closed failed a1, active assigned'],
    ['in progress a1', '', 'active assigned a1, active assigned'],
  ],
  [
    'made for a finding, working',
    'cancel, cancel item',
    ['in progress a1', '', 'active working a1'],
    ['cancelled', '', 'closed failed a1'],
    ['in progress a1', '', 'active assigned a1'],
  ],
];

describe('restoring a lane takes back what its close did to the work item', () => {
  it.each(cases)('%s, %s', async (situation, act, before, closed, restored) => {
    repository = await inSituation(situation);
    expect(await thread()).toEqual(before);
    await does(['ada', act]);
    expect(await thread()).toEqual(closed);
    await does(['ada', 'restore']);
    expect(await thread()).toEqual(restored);
  });

  it('says on the event why the item is open again, and gives the claim a new token', async () => {
    repository = await inSituation('working');
    await does(['ada', 'cancel, cancel item'], ['ada', 'restore']);
    const events = await itemEvents();
    expect(events.slice(-2)).toEqual([
      ['work_item_reopened', { status: 'pending', from: 'cancelled', reason: 'L-1 (limit-logins) was opened again.' }],
      ['work_item_claimed', { status: 'in_flight', token: 2, leaseUntil: null, place: 'L-1' }],
    ]);
    const { item } = await repository.by('ada', queueShow, { id: 'W-1' });
    expect(item).toMatchObject({ owner: 'a1', resolvedAt: null });
  });

  it('also where the item was edited since, which stays', async () => {
    repository = await inSituation('working');
    await does(['ada', 'cancel'], ['ada', 'rename'], ['ada', 'label'], ['ada', 'restore']);
    const { item } = await repository.by('ada', queueShow, { id: 'W-1' });
    expect(item).toMatchObject({ title: 'Limit all logins', labels: ['auth'], status: 'in_flight', owner: 'a1' });
  });

  it('keeps the question that a person had not answered', async () => {
    repository = await inSituation('working, waiting');
    await does(['ada', 'cancel'], ['ada', 'restore'], ['ada', 'answer']);
    expect(await thread()).toEqual(['in progress a1', '', 'active assigned a1']);
    const { item } = await repository.by('ada', queueShow, { id: 'W-1' });
    expect(item).toMatchObject({ question: 'Per user?', answer: 'Yes' });
  });

  it('does so for a lane that an older version closed, whose event says nothing of the item', async () => {
    repository = await inSituation('working');
    await does(['ada', 'cancel, cancel item']);
    const { now } = repository;
    await repository.store.transaction(async transaction => {
      const item = await transaction.workItems.find({ by: 'number', number: 1 });
      const [lane] = await transaction.lanes.list(['closed']);
      if (lane === undefined) throw new Error('The lane is not closed.');
      await transaction.lanes.change(lane, { updated_at: now + 5 });
      const payload = { status: 'cancelled', notes: null };
      await transaction.events.append([newEvent(actors.ada, now + 5, 'work_item_resolved', item?.id ?? '', payload)]);
    });
    await does(['ada', 'restore']);
    expect(await thread()).toEqual(['in progress a1', '', 'active assigned a1']);
  });

  it('for Retry as well: the item is open again and held by who retries', async () => {
    repository = await inSituation('working');
    await does(['ada', 'cancel, cancel item'], ['ada', 'retry']);
    expect(await thread()).toEqual(['in progress ada', '', 'active assigned']);
  });
});

describe('an item that someone changed since stays as it is', () => {
  const closed = ['cancelled', '', 'closed failed a1'];

  it.each([
    [
      'cancelled separately',
      [
        ['ada', 'cancel'],
        ['ada', 'resolve cancelled'],
      ],
      closed,
      'W-1 “Limit logins” was cancelled by ada after L-1 (limit-logins) was closed.',
      [{ operation: 'queue.reopen', input: { id: 'W-1' } }],
    ],
    [
      'reopened and done',
      [
        ['ada', 'cancel, cancel item'],
        ['ada', 'reopen'],
        ['a2', 'claim'],
        ['a2', 'resolve done'],
      ],
      ['done', '', 'closed failed a1'],
      'W-1 “Limit logins” was marked as done by a2 after L-1 (limit-logins) was closed.',
      [{ operation: 'queue.reopen', input: { id: 'W-1' } }],
    ],
    [
      'failed',
      [
        ['ada', 'cancel'],
        ['ada', 'resolve failed'],
      ],
      ['failed', '', 'closed failed a1'],
      'W-1 “Limit logins” was marked as failed by ada after L-1 (limit-logins) was closed.',
      [{ operation: 'queue.reopen', input: { id: 'W-1' } }],
    ],
    [
      'claimed by another',
      [
        ['ada', 'cancel'],
        ['a2', 'claim'],
      ],
      ['in progress a2', '', 'closed failed a1'],
      'W-1 “Limit logins” was claimed by a2 after L-1 (limit-logins) was closed.',
      undefined,
    ],
  ] as const)('%s', async (_, acts, after, text, next) => {
    repository = await inSituation('working');
    await does(...acts);
    for (const act of ['restore', 'retry'] as const) {
      const refusal = await repository.act('ada', act);
      expect(refusal && say(refusal.message), act).toBe(text);
      expect(refusal?.next, act).toEqual(next);
      expect(await thread(), act).toEqual(after);
    }
  });

  it('reopened and ready: the lane takes it up, held by who restores it', async () => {
    repository = await inSituation('working');
    await does(['ada', 'cancel, cancel item'], ['ada', 'reopen'], ['ada', 'restore']);
    expect(await thread()).toEqual(['in progress ada', '', 'active assigned a1']);
  });

  it('held by another lane: the restored one is beside that', async () => {
    repository = await inSituation('working');
    await does(['ada', 'cancel'], ['a2', 'spawn'], ['ada', 'restore']);
    expect(await thread()).toEqual(['in progress a2', '', 'active assigned a1, active assigned']);
  });
});

async function itemEvents(): Promise<(readonly [string, unknown])[]> {
  return repository.store.read(async transaction => {
    const item = await transaction.workItems.find({ by: 'number', number: 1 });
    const events = await transaction.events.list({ workItemId: item?.id ?? '', type: 'work_item_*' }, 'commit', 100);
    return events.map(({ type, payload }) => [type, JSON.parse(payload)] as const);
  });
}

it.each([
  ['a worktree that was left is gone on with', { leaveTree: true, outcome: 'cancel' }],
  ['a worktree that was removed comes back', { outcome: 'cancel' }],
  ['a worker that failed is assigned again, with its files', undefined],
] as const)('%s', async (_, cancel) => {
  const repo = new LaneTestRepository();
  try {
    const lane = await repo.spawn('login', { description: 'Limit logins' });
    await repo.ok(workerStart, { lane: 'login' }, actors.a1);
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'half done\n');
    const files = (): string => repo.gitIn(lane, 'status', '--porcelain', '--branch');
    const before = files();
    if (cancel === undefined) await repo.ok(workerFail, { lane: 'login', reason: 'No access' }, actors.a1);
    else await repo.ok(workerCancel, { lane: 'login', ...cancel }, actors.ada);
    const restored = await repo.ok(workerRestore, { lane: 'login' }, actors.ada);
    expect(restored).toMatchObject({
      status: 'active',
      state: 'ASSIGNED',
      workItem: 'W-1',
      reopened: cancel === undefined ? null : 'W-1',
      worker: { agent: 'a1', reason: null },
    });
    expect(files()).toBe(before);
    const { item } = await repo.ok(queueShow, { id: 'W-1' });
    expect(item).toMatchObject({ status: 'in_flight', owner: 'a1' });
  } finally {
    await repo.close();
  }
});

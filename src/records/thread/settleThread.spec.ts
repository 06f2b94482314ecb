import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ActName, type ActorName, inSituation, ThreadRepository } from '../../../test/support/threadActs.js';
import { actionAdd } from '../../operations/action/actionAdd.js';
import { laneNeedsYou } from '../../operations/lane/laneNeedsYou.js';
import { workerCancel } from '../../operations/lane/worker/workerCancel.js';
import { queueAsk } from '../../operations/queue/queueAsk.js';
import { queueShow } from '../../operations/queue/queueShow.js';
import { taskArchive } from '../../operations/task/taskArchive.js';
import { taskRestore } from '../../operations/task/taskRestore.js';
import { taskShow } from '../../operations/task/taskShow.js';
import { taskStart } from '../../operations/task/taskStart.js';
import { taskSwitch } from '../../operations/task/taskSwitch.js';

let repository: ThreadRepository;

beforeEach(async () => {
  repository = new ThreadRepository();
});

afterEach(() => repository.close());

async function begin(): Promise<void> {
  await repository.begin();
}

async function does(...acts: readonly (readonly [ActorName, ActName])[]): Promise<void> {
  for (const [actor, act] of acts) expect(await repository.act(actor, act), `${actor} ${act}`).toBeUndefined();
}

async function itemOf(id: string): Promise<string> {
  const { item } = await repository.by('ada', queueShow, { id });
  return item.owner === null ? item.status : `${item.status} ${item.owner}`;
}

/** What each item that waits asks, and the command that continues. */
async function asked(): Promise<(readonly [string, unknown, string])[]> {
  const { needs } = await repository.by('ada', laneNeedsYou, {});
  return needs.map(({ ref, text, next }) => [ref, text, next] as const);
}

/** What was written of the item: the type of each event, and what it says of the task. */
async function linksOf(number: number): Promise<unknown[]> {
  return repository.store.read(async transaction => {
    const item = await transaction.workItems.find({ by: 'number', number });
    const events = await transaction.events.list(
      { type: 'work_item_edited', workItemId: item?.id ?? '' },
      'oldest',
      20,
    );
    return events.map(({ payload }) => JSON.parse(payload));
  });
}

describe('a light task whose own item is done in a lane', () => {
  const start = { objective: 'Both', workItem: ['W-1', 'W-3'], light: true };

  async function approvedLane(): Promise<void> {
    await begin();
    repository.enterBranch('fix');
    await repository.by('a1', taskStart, start);
    await does(['a1', 'spawn'], ['a1', 'start']);
    await repository.commitIn('L-1');
    await does(['a1', 'submit'], ['ada', 'approve']);
  }

  it('goes on with its other items after the merge, and ends with the last one', async () => {
    await approvedLane();
    await repository.by('a1', actionAdd, { text: 'Tell the team', task: 'T-1' });
    await does(['ada', 'merge']);
    expect([await itemOf('W-1'), await itemOf('W-3'), await itemOf('W-2')]).toEqual([
      'done a1',
      'in_flight a1',
      'pending',
    ]);
    expect(await repository.by('a1', taskShow, { task: 'T-1' })).toMatchObject({
      task: { status: 'in_progress', workItem: 'W-3' },
      workItems: ['W-3'],
    });
    await repository.by('a1', taskArchive, { task: 'T-1' });
    expect([await itemOf('W-1'), await itemOf('W-3')]).toEqual(['done a1', 'pending']);
  });

  it('goes on with them after that lane is cancelled, whose item alone returns to the queue', async () => {
    await approvedLane();
    await does(['ada', 'cancel']);
    expect([await itemOf('W-1'), await itemOf('W-3')]).toEqual(['pending', 'in_flight a1']);
    expect(await repository.by('a1', taskShow, { task: 'T-1' })).toMatchObject({
      task: { status: 'in_progress', workItem: 'W-3' },
      workItems: ['W-3'],
    });
  });
});

describe('an item that waits for a person', () => {
  it('with a slice left of its merged lane ends with its task', async () => {
    await repository.close();
    repository = await inSituation('lane merged, slice open');
    expect(await asked()).toEqual([
      [
        'W-1',
        'L-1 (w1-limit-the-logins) is merged, but S-1 is still open. Finish the item, or open another lane for it?',
        'task finish T-1',
      ],
    ]);
  });

  it('is answered when it asks about its work after a merge', async () => {
    await repository.close();
    repository = await inSituation('lane merged, slice open');
    await does(['ada', 'answer']);
    await repository.by('a1', queueAsk, { id: 'W-1', question: 'Which database?' });
    expect(await asked()).toEqual([['W-1', 'Which database?', 'queue advance W-1 --answer "…"']]);
  });

  it('names the lane that was merged, not a later one that was cancelled', async () => {
    await repository.close();
    repository = await inSituation('lane merged, slice open');
    await does(['ada', 'spawn']);
    await repository.by('ada', workerCancel, { lane: 'L-2' });
    expect((await asked()).map(([, text]) => text)).toEqual([
      'L-1 (w1-limit-the-logins) is merged, but S-1 is still open. Finish the item, or open another lane for it?',
    ]);
  });

  it('of a failed lane is tried again there', async () => {
    await repository.close();
    repository = await inSituation('lane closed after a failure');
    expect((await asked()).map(([ref, , next]) => [ref, next])).toEqual([['W-1', 'worker retry limit-logins']]);
  });
});

describe('a light task that changes hands', () => {
  const start = { objective: 'Both', workItem: ['W-1', 'W-3'], light: true };

  it('continues with the holder of its items', async () => {
    await begin();
    repository.enterBranch('fix');
    await repository.by('a2', taskStart, start);
    expect((await repository.act('a1', 'task switch'))?.code).toBe('conflict');
    repository.now += 10 * 60_000;
    await repository.by('a1', taskSwitch, { task: 'T-1' });
    expect(await repository.by('a1', taskStart, start)).toMatchObject({ task: { ref: 'T-1' }, repeated: true });
    const more = { ...start, workItem: ['W-1', 'W-3', 'W-4'] };
    await repository.add('One more');
    expect(await repository.call(taskStart, more, { role: 'agent', name: 'a2', harness: 'x', session: 'two' })).toEqual(
      expect.objectContaining({ code: 'conflict', details: { task: 'T-1', branch: 'fix', actor: 'a1' } }),
    );
    expect([await itemOf('W-1'), await itemOf('W-3'), await itemOf('W-4')]).toEqual([
      'in_flight a1',
      'in_flight a1',
      'pending',
    ]);
  });

  it('writes on an item that it was taken into the task, and that it left it', async () => {
    await begin();
    repository.enterBranch('fix');
    await repository.by('a1', taskStart, { objective: 'Both', workItem: ['W-3', 'W-1'], light: true });
    const taken = { fields: ['task'], before: { task: null }, after: { task: 'T-1' } };
    expect(await linksOf(1)).toEqual([taken]);
    await repository.by('a1', taskArchive, { task: 'T-1' });
    await does(['a2', 'claim']);
    await repository.by('a1', taskRestore, { task: 'T-1' });
    expect(await linksOf(1)).toEqual([taken, { fields: ['task'], before: { task: 'T-1' }, after: { task: null } }]);
  });
});

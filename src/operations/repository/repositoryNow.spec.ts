import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRoom } from '../../../test/support/gitRoom.js';
import { agent, person } from '../../../test/support/testRoom.js';
import { randomIds } from '../../platform/idSource.js';
import { queueAdd } from '../queue/queueAdd.js';
import { queueAsk } from '../queue/queueAsk.js';
import { queueClaim } from '../queue/queueClaim.js';
import { repositoryNow } from './repositoryNow.js';

let room: GitRoom;
beforeEach(() => {
  room = new GitRoom();
});
afterEach(() => room.close());

const author = {
  actor: 'codex',
  role: 'agent',
  harness: null,
  model: null,
  session: null,
  lane: null,
  branch: null,
  commit_sha: null,
} as const;

describe('what is at hand', () => {
  it('is nothing where there is no store, and none is made', async () => {
    expect(await room.ok(repositoryNow, {})).toEqual({
      task: null,
      candidates: [],
      others: [],
      plan: null,
      slices: { open: 0, committed: 0, closed: 0, rows: [] },
      actions: { pending: 0, rows: [] },
      blockers: [],
      changes: [],
      lastEventId: 0,
    });
    expect((await room.store.health()).state).toBe('absent');
  });

  it('is the task of the branch, with all that belongs to it', async () => {
    room.git('switch', '-q', '-c', 'feature/x');
    const path = '.stateroom/plans/x.md';
    room.write(path, '# X\n\n- [x] One\n- [ ] Two\n');
    const plan = randomIds.ulid(room.now);
    const task = await room.task('x', { branch: 'feature/x', plan_id: plan });
    await room.task('other');
    const base = { task_id: task.id, created_at: room.now, revision: 1, ...author };
    await room.store.transaction(async transaction => {
      await transaction.plans.insert([
        {
          id: plan,
          path,
          title: 'X',
          task_id: task.id,
          status: 'registered',
          content_hash: '0'.repeat(64),
          accepted_hash: null,
          accepted_at: null,
          accepted_by: null,
          review_run_id: null,
          analysis: null,
          attestations: '[]',
          created_at: room.now,
          updated_at: room.now,
          revision: 1,
        },
      ]);
      const action = { ...base, note: null, ended_at: null, status: 'pending' as const };
      await transaction.nextActions.insert([
        { ...action, id: randomIds.ulid(room.now), number: 1, action: 'Later', priority: 100 },
        { ...action, id: randomIds.ulid(room.now), number: 2, action: 'First', priority: 1 },
        {
          ...action,
          id: randomIds.ulid(room.now),
          number: 3,
          action: 'Over',
          priority: 1,
          status: 'done',
          ended_at: room.now,
        },
      ]);
      await transaction.blockers.insert([
        {
          ...base,
          id: randomIds.ulid(room.now),
          number: 1,
          description: 'No key',
          status: 'open',
          resolution: null,
          resolved_at: null,
        },
      ]);
    });
    const now = await room.ok(repositoryNow, {});
    expect([now.task?.ref, now.others.map(({ ref }) => ref), now.candidates]).toEqual(['T-1', ['T-2'], []]);
    expect([now.plan?.plan.path, now.plan?.exists, now.plan?.ticked]).toEqual([path, true, 1]);
    expect(now.plan?.items.map(({ text, checked, line }) => [text, checked, line])).toEqual([
      ['One', true, 3],
      ['Two', false, 4],
    ]);
    expect(now.actions.pending).toBe(2);
    expect(now.actions.rows.map(({ ref, action, status }) => [ref, action, status])).toEqual([
      ['A-2', 'First', 'pending'],
      ['A-1', 'Later', 'pending'],
      ['A-3', 'Over', 'done'],
    ]);
    expect(now.blockers.map(({ ref, description }) => [ref, description])).toEqual([['B-1', 'No key']]);
  });

  it('is not guessed: several tasks are candidates, and one that is named is shown', async () => {
    await room.task('one');
    await room.task('two');
    const now = await room.ok(repositoryNow, {});
    expect([now.task, now.candidates.map(({ ref }) => ref), now.others]).toEqual([null, ['T-2', 'T-1'], []]);
    const named = await room.ok(repositoryNow, { task: 'T-2' });
    expect([named.task?.name, named.others.map(({ ref }) => ref)]).toEqual(['two', ['T-1']]);
    expect((await room.refused(repositoryNow, { task: 'T-9' })).code).toBe('not_found');
  });

  it('tells what others did after an event, and which the latest was', async () => {
    await room.ok(queueAdd, { title: 'Mine' }, person);
    const seen = (await room.ok(repositoryNow, {})).lastEventId;
    await room.ok(queueAdd, { title: 'Theirs' }, agent);
    const { item } = await room.ok(queueClaim, { id: 'W-2' }, agent);
    await room.ok(queueAsk, { id: 'W-2', question: 'Which colour?', token: item.token }, agent);
    const now = await room.ok(repositoryNow, { after: seen });
    expect(now.changes).toEqual([
      {
        type: 'work_item_asked',
        outcome: null,
        count: 1,
        refs: ['W-2'],
        actor: 'codex',
        text: 'Which colour?',
        at: '2026-11-02T10:00:00.000Z',
      },
    ]);
    expect(now.lastEventId).toBe(4);
    expect(await room.ok(repositoryNow, { after: 4 })).toMatchObject({ changes: [], lastEventId: 4 });
  });
});

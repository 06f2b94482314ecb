import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { randomIds } from '../../platform/idSource.js';
import { queueAdd } from '../queue/queueAdd.js';
import { queueAsk } from '../queue/queueAsk.js';
import { queueClaim } from '../queue/queueClaim.js';
import { repositoryNow } from './repositoryNow.js';

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

const author = {
  actor: 'codex',
  role: 'agent',
  harness: null,
  model: null,
  effort: null,
  session: null,
  lane: null,
  branch: null,
  commit_sha: null,
} as const;

describe('what is at hand', () => {
  it('is nothing where there is no store, and none is made', async () => {
    expect(await repository.ok(repositoryNow, {})).toEqual({
      task: null,
      elsewhere: null,
      candidates: [],
      others: [],
      plan: null,
      slices: { open: 0, committed: 0, closed: 0, rows: [] },
      actions: { pending: 0, rows: [] },
      blockers: [],
      changes: [],
      lastEventId: 0,
    });
    expect((await repository.store.health()).state).toBe('absent');
  });

  it('is the task of the branch, with all that belongs to it', async () => {
    repository.git('switch', '-q', '-c', 'feature/x');
    const path = '.stateroom/plans/x.md';
    repository.write(path, '# X\n\n- [x] One\n- [ ] Two\n');
    const plan = randomIds.ulid(repository.now);
    const task = await repository.task('x', { branch: 'feature/x', plan_id: plan });
    await repository.task('other');
    const base = { task_id: task.id, created_at: repository.now, revision: 1, ...author };
    await repository.store.transaction(async transaction => {
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
          created_at: repository.now,
          updated_at: repository.now,
          revision: 1,
        },
      ]);
      const action = { ...base, note: null, ended_at: null, status: 'pending' as const };
      await transaction.nextActions.insert([
        { ...action, id: randomIds.ulid(repository.now), number: 1, action: 'Later', priority: 100 },
        { ...action, id: randomIds.ulid(repository.now), number: 2, action: 'First', priority: 1 },
        {
          ...action,
          id: randomIds.ulid(repository.now),
          number: 3,
          action: 'Over',
          priority: 1,
          status: 'done',
          ended_at: repository.now,
        },
      ]);
      await transaction.blockers.insert([
        {
          ...base,
          id: randomIds.ulid(repository.now),
          number: 1,
          description: 'No key',
          status: 'open',
          resolution: null,
          resolved_at: null,
        },
      ]);
    });
    const now = await repository.ok(repositoryNow, {});
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
    await repository.task('one');
    await repository.task('two');
    const now = await repository.ok(repositoryNow, {});
    expect([now.task, now.candidates.map(({ ref }) => ref), now.others]).toEqual([null, ['T-2', 'T-1'], []]);
    const named = await repository.ok(repositoryNow, { task: 'T-2' });
    expect([named.task?.name, named.others.map(({ ref }) => ref)]).toEqual(['two', ['T-1']]);
    expect((await repository.refused(repositoryNow, { task: 'T-9' })).code).toBe('not_found');
  });

  it('says where a task is worked on that is not of this worktree', async () => {
    await repository.task('there', { branch: 'feature/there', worktree_path: '/repositories/there' });
    const elsewhere = async () => {
      const now = await repository.ok(repositoryNow, {});
      return [now.task?.ref, now.elsewhere];
    };
    expect(await elsewhere()).toEqual(['T-1', '/repositories/there']);
    repository.git('switch', '-q', '-c', 'feature/there');
    expect(await elsewhere()).toEqual(['T-1', null]);
  });

  it('tells what others did after an event, and which the latest was', async () => {
    await repository.ok(queueAdd, { title: 'Mine' }, person);
    const seen = (await repository.ok(repositoryNow, {})).lastEventId;
    await repository.ok(queueAdd, { title: 'Theirs' }, agent);
    const { item } = await repository.ok(queueClaim, { id: 'W-2' }, agent);
    await repository.ok(queueAsk, { id: 'W-2', question: 'Which colour?', token: item.token }, agent);
    const now = await repository.ok(repositoryNow, { after: seen });
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
    expect(await repository.ok(repositoryNow, { after: 4 })).toMatchObject({ changes: [], lastEventId: 4 });
  });
});

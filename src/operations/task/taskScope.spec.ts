import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { taskScope } from './taskScope.js';
import { taskShow } from './taskShow.js';

const wish = {
  title: 'Limit the rate of logins',
  objective: 'An address that fails ten times waits a minute.',
  slices: ['Count the attempts, per address', { title: 'Answer 429', test: 'npm test -- login' }],
  questions: ['Per user, or per address?'],
  id: 'scope-1',
};

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

describe('writing a scoped task', () => {
  it('writes item, task, branch, slices and questions together', async () => {
    const scoped = await repo.ok(taskScope, wish, person);
    const head = repo.git('rev-parse', 'main');
    expect(scoped).toMatchObject({
      item: { ref: 'W-1', key: 'scope-1', title: wish.title, status: 'pending' },
      task: {
        ref: 'T-1',
        objective: wish.objective,
        branch: 'feature/t1-limit-the-rate-of',
        workItem: 'W-1',
        workTree: `${repo.repository}.worktrees/t1-limit-the-rate-of`,
      },
      slices: [
        { ref: 'S-1', task: 'T-1', title: 'Count the attempts, per address', testCommand: null, base: head },
        { ref: 'S-2', task: 'T-1', title: 'Answer 429', testCommand: 'npm test -- login', status: 'open' },
      ],
      actions: [{ ref: 'A-1', action: 'Per user, or per address?', priority: 50 }],
      made: true,
    });
    expect(repo.git('branch', '--list', 'feature/*')).toContain('feature/t1-limit-the-rate-of');
    expect(existsSync(String(scoped.task.workTree))).toBe(true);
    expect(await repo.eventTypes()).toEqual([
      'work_item_created',
      'work_item_claimed',
      'task_started',
      'slice_started',
      'slice_started',
      'next_action_added',
    ]);
    expect(await repo.ok(taskShow, { task: 'T-1' })).toMatchObject({ task: { workItem: 'W-1' } });
  });

  it('refuses a slice whose test has a secret and makes nothing', async () => {
    const slices = [{ title: 'Call it', test: 'curl -u ann:ghp_0123456789abcdefghijABCDEFGHIJ012345 localhost' }];
    expect(await repo.refused(taskScope, { ...wish, slices })).toMatchObject({
      code: 'invalid_input',
      hint: 'Put the secret in an environment variable that the test reads.',
    });
    expect(await repo.eventTypes()).toEqual([]);
    expect(repo.git('branch', '--list', 'feature/*')).toBe('');
  });

  it('refuses the same proposal a second time and makes nothing', async () => {
    await repo.ok(taskScope, wish);
    const refusal = await repo.refused(taskScope, wish);
    expect(refusal).toMatchObject({ code: 'conflict', message: 'This is already recorded as W-1.' });
    expect(repo.git('branch', '--list', 'feature/*').split('\n')).toHaveLength(1);
  });

  it('takes the branch and the worktree away again when the rows cannot be written', async () => {
    const before = repo.git('worktree', 'list');
    const { store } = repo;
    const failing = {
      ...repo.context(),
      // The disk is full at the moment of the commit: the rows are rolled back by the store, the branch by us.
      store: Object.assign(Object.create(store), {
        read: store.read.bind(store),
        transaction: () => Promise.reject(new Error('disk full')),
      }),
    };
    await expect(taskScope.run(failing, taskScope.input.parse(wish))).rejects.toThrow('disk full');
    expect(repo.git('branch', '--list', 'feature/*')).toBe('');
    expect(repo.git('worktree', 'list')).toBe(before);
    expect(await repo.dump()).toBe('absent');
  });

  it('makes nothing where git cannot make the branch', async () => {
    const refusal = await repo.refused(taskScope, { ...wish, base: 'gone' });
    expect(refusal).toMatchObject({ code: 'not_found', message: 'Branch or commit gone not found.' });
    expect(repo.git('branch', '--list', 'feature/*')).toBe('');
  });
});

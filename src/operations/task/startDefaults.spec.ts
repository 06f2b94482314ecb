import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { otherAgent as claude, agent as codex, person } from '../../../test/support/testRepository.js';
import { eventsTail } from '../events/eventsTail.js';
import { taskStart } from './taskStart.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

describe('the place of a task that names none', () => {
  it.each([
    ['an agent that writes only in its folder', codex, 'repository'],
    ['an agent that asks to write elsewhere', claude, 'repository.worktrees/one-1'],
    ['a person', person, 'repository.worktrees/one-1'],
  ])('of %s', async (_who, actor, folder) => {
    const { task } = await repo.ok(taskStart, { objective: 'One', ref: 'one-1' }, actor);
    expect(task).toMatchObject({ branch: 'feature/one-1', workTree: join(repo.repository, '..', folder) });
    expect(repo.git('branch', '--show-current')).toBe(folder === 'repository' ? 'feature/one-1' : 'main');
  });

  it('is where that agent says', async () => {
    const { task } = await repo.ok(taskStart, { objective: 'One', ref: 'one-1', here: false }, codex);
    expect(task.workTree).toBe(`${repo.repository}.worktrees/one-1`);
  });

  it('is another worktree where the branch here is that of an active task', async () => {
    await repo.ok(taskStart, { objective: 'One', ref: 'one-1' }, codex);
    const second = await repo.ok(taskStart, { objective: 'Two', ref: 'two-2' }, codex);
    expect(second.task.workTree).toBe(`${repo.repository}.worktrees/two-2`);
    expect(repo.git('branch', '--show-current')).toBe('feature/one-1');
  });

  it('is the worktree that has its branch', async () => {
    repo.git('worktree', 'add', '-q', '-b', 'feature/one-1', join(repo.directory, 'mine'));
    const { task } = await repo.ok(taskStart, { objective: 'One', ref: 'one-1' }, codex);
    expect(task.workTree).toMatch(/\/mine$/);
  });
});

describe('the objective of a task that names none', () => {
  it('is the title of its work item', async () => {
    await repo.add('Limit the rate of logins');
    const { task } = await repo.ok(taskStart, { workItem: 'W-1' });
    expect(task).toMatchObject({
      ref: 'T-1',
      name: 'w1-limit-the-rate-of',
      objective: 'Limit the rate of logins',
      workItem: 'W-1',
    });
    expect((await repo.ok(taskStart, { workItem: 'W-1' })).repeated).toBe(true);
  });

  it('is missing without one', async () => {
    expect(await repo.refused(taskStart, {})).toMatchObject({
      code: 'invalid_input',
      message: 'No objective and no work item were given.',
      hint: 'Give the objective, or the work item whose title is the objective.',
    });
    expect((await repo.refused(taskStart, { workItem: 'W-9' })).code).toBe('not_found');
  });
});

describe('the item of a task that begins without one', () => {
  it('is added before it is claimed, also on a clock that moves', async () => {
    let time = 1_790_000_000_000;
    Object.defineProperty(repo, 'now', { get: () => (time += 5) });
    await repo.ok(taskStart, { objective: 'One', ref: 'one-1' });
    const { events } = await repo.ok(eventsTail, {});
    expect(events.map(({ type }) => type)).toEqual(['task_started', 'work_item_claimed', 'work_item_created']);
  });
});

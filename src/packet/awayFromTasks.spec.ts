import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository } from '../../test/support/gitTestRepository.js';
import { agent, otherAgent } from '../../test/support/testRepository.js';
import { taskContext } from '../operations/task/taskContext.js';
import { taskStart } from '../operations/task/taskStart.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const third = { ...agent, name: 'third' };

it('tells an agent away from several tasks of others what is ready, and one of them of its own', async () => {
  await repo.add('Ready for anybody');
  for (const [objective, actor] of [
    ['First', agent],
    ['Second', otherAgent],
  ] as const) {
    await repo.ok(taskStart, { objective, here: false }, actor);
  }
  const answer = await repo.ok(taskContext, {}, third);
  expect(answer).toMatchObject({ task: null, queue: { ready: 1 } });
  expect(await repo.ok(taskContext, {}, otherAgent)).toMatchObject({ task: { ref: 'T-2' } });
  expect(await repo.ok(taskContext, { task: 'T-1' }, third)).toMatchObject({ task: { ref: 'T-1' } });
});

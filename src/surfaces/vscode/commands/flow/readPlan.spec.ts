import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository } from '../../../../../test/support/gitTestRepository.js';
import { RefusalError } from '../../../../domain/refusal/refusal.js';
import { planRegister } from '../../../../operations/plan/planRegister.js';
import type { Repository } from '../../repository.js';
import { readKnownItems, readPlan } from './readPlan.js';

let repository: GitTestRepository;

beforeEach(() => {
  repository = new GitTestRepository();
});

afterEach(() => repository.close());

/** A flow about this task. */
const flow = (task?: string) => ({
  repository: { invoke: ((operation, input) => repository.call(operation, input)) as Repository['invoke'] },
  input: {},
  task,
});

it('knows the items of the plan of a task, and none where it has none or the file is elsewhere', async () => {
  repository.write('.stateroom/plans/limits.md', '# Limits\n\n## Steps\n\n- [ ] Count {#count}\n');
  await repository.task('w1-limits');
  await repository.ok(planRegister, { plan: 'limits' });
  await repository.task('w2-imported', { plan_id: null });
  expect((await readKnownItems(flow('T-1'))).map(({ id }) => id)).toEqual(['count']);
  expect(await readKnownItems(flow('T-2'))).toEqual([]);
  await expect(readPlan(flow('T-2'))).rejects.toThrow(RefusalError);
  repository.remove('.stateroom/plans/limits.md');
  expect(await readKnownItems(flow('T-1'))).toEqual([]);
  // Which task is meant is another question.
  await expect(readKnownItems(flow())).rejects.toMatchObject({ refusal: { code: 'ambiguous' } });
});

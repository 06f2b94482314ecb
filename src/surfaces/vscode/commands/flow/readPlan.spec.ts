import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitRoom } from '../../../../../test/support/gitRoom.js';
import { RefusalError } from '../../../../domain/refusal/refusal.js';
import { planRegister } from '../../../../operations/plan/planRegister.js';
import type { Room } from '../../room.js';
import { readKnownItems, readPlan } from './readPlan.js';

let room: GitRoom;

beforeEach(() => {
  room = new GitRoom();
});

afterEach(() => room.close());

/** A flow about this task. */
const flow = (task?: string) => ({
  room: { invoke: ((operation, input) => room.call(operation, input)) as Room['invoke'] },
  input: {},
  task,
});

it('knows the items of the plan of a task, and none where it has none or the file is elsewhere', async () => {
  room.write('.stateroom/plans/limits.md', '# Limits\n\n## Steps\n\n- [ ] Count {#count}\n');
  await room.task('w1-limits');
  await room.ok(planRegister, { plan: 'limits' });
  await room.task('w2-imported', { plan_id: null });
  expect((await readKnownItems(flow('T-1'))).map(({ id }) => id)).toEqual(['count']);
  expect(await readKnownItems(flow('T-2'))).toEqual([]);
  await expect(readPlan(flow('T-2'))).rejects.toThrow(RefusalError);
  room.remove('.stateroom/plans/limits.md');
  expect(await readKnownItems(flow('T-1'))).toEqual([]);
  // Which task is meant is another question.
  await expect(readKnownItems(flow())).rejects.toMatchObject({ refusal: { code: 'ambiguous' } });
});

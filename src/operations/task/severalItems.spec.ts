import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { otherAgent } from '../../../test/support/testRepository.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { queueClaim } from '../queue/queueClaim.js';
import { queueShow } from '../queue/queueShow.js';
import { repositoryStatus } from '../repository/repositoryStatus.js';
import { taskArchive } from './taskArchive.js';
import { taskFinish } from './taskFinish.js';
import { taskShow } from './taskShow.js';
import { taskStart } from './taskStart.js';

let repo: GitTestRepository;
beforeEach(async () => {
  repo = new GitTestRepository();
  for (const title of ['Fix the typo', 'Fix the date', 'Fix the link', 'Fix the color']) await repo.add(title);
  repo.git('switch', '-q', '-c', 'fixes');
});
afterEach(() => repo.close());

/** `in_flight codex` for each of W-1 to W-4. */
async function items(): Promise<string[]> {
  const shown: string[] = [];
  for (const id of ['W-1', 'W-2', 'W-3', 'W-4']) {
    const { item } = await repo.ok(queueShow, { id });
    shown.push(item.owner === null ? item.status : `${item.status} ${item.owner}`);
  }
  return shown;
}

describe('a light task for several work items', () => {
  it('holds all of them, takes more with the same call, and finishes all', async () => {
    const started = await repo.ok(taskStart, { workItem: ['W-1', 'W-3', 'W-1'], light: true });
    expect(started).toMatchObject({
      task: { ref: 'T-1', objective: 'Fix the typo', workItem: 'W-1' },
      workItems: ['W-1', 'W-3'],
    });
    expect(await items()).toEqual(['in_flight codex', 'pending', 'in_flight codex', 'pending']);
    const more = { workItem: ['W-1', 'W-3', 'W-4'], light: true };
    expect(await repo.ok(taskStart, more)).toMatchObject({
      task: { ref: 'T-1' },
      workItems: ['W-1', 'W-3', 'W-4'],
      made: false,
      repeated: false,
    });
    const before = await repo.dump();
    expect(await repo.ok(taskStart, more)).toMatchObject({ task: { ref: 'T-1' }, repeated: true });
    expect(await repo.dump()).toEqual(before);
    expect((await repo.ok(taskShow, {})).workItems).toEqual(['W-1', 'W-3', 'W-4']);
    const { inProgress } = await repo.ok(repositoryStatus, {});
    expect(inProgress.map(({ ref, task, state }) => [ref, task, state])).toEqual([
      ['W-1', 'T-1', 'in_progress'],
      ['W-3', 'T-1', 'in_progress'],
      ['W-4', 'T-1', 'in_progress'],
    ]);
    await repo.ok(evidenceRun, { command: ['true'] });
    expect((await repo.ok(taskFinish, {})).done).toEqual(['W-1', 'W-3', 'W-4']);
    expect(await items()).toEqual(['done codex', 'pending', 'done codex', 'done codex']);
  });

  it('gives all back when it is archived', async () => {
    await repo.ok(taskStart, { workItem: ['W-1', 'W-2'], light: true });
    await repo.ok(taskArchive, { task: 'T-1' });
    expect(await items()).toEqual(['pending', 'pending', 'pending', 'pending']);
  });

  it('is refused as a whole for one that someone else holds, which is named', async () => {
    await repo.ok(queueClaim, { id: 'W-3' }, otherAgent);
    const before = await repo.dump();
    expect(await repo.refused(taskStart, { workItem: ['W-1', 'W-3'], light: true })).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/W-3/),
    });
    expect(await repo.dump()).toEqual(before);
  });

  it('is refused for one that is in another task, and unless it is light', async () => {
    await repo.ok(taskStart, { workItem: 'W-2', here: false });
    await repo.ok(taskStart, { workItem: 'W-1', light: true });
    expect(await repo.refused(taskStart, { workItem: ['W-1', 'W-2'], light: true })).toMatchObject({
      code: 'conflict',
      message: 'T-1 (w2-fix-the-date) already covers W-2.',
    });
    expect(await repo.refused(taskStart, { workItem: ['W-3', 'W-4'] })).toMatchObject({
      code: 'invalid_input',
      message: 'Only a light task takes several work items.',
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent, otherAgent } from '../../../test/support/testRepository.js';
import { gateCheck } from '../gate/gateCheck.js';
import { reviewCoverage } from './reviewCoverage.js';
import { reviewList } from './reviewList.js';
import { reviewRecord } from './reviewRecord.js';
import { reviewStart } from './reviewStart.js';

const branch = 'feature/limit';
const lines = (changed: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: 30 }, (_, index) => `${changed[index + 1] ?? `line ${index + 1}`}\n`).join('');

let repository: LaneTestRepository;
beforeEach(async () => {
  repository = new LaneTestRepository();
  repository.commit('Begin', {
    'limit.txt': lines(),
    '.stateroom/config.json': JSON.stringify({ review: { reviewers: 1 } }),
  });
  repository.git('switch', '-q', '-c', branch);
  repository.commit('Limit', { 'limit.txt': lines({ 10: 'ten' }) });
  await repository.task('limit-1', { branch });
});
afterEach(() => repository.close());

/** The base goes on, and the branch comes on top of it. */
function rebase(): void {
  repository.git('switch', '-q', 'main');
  repository.commit('Meanwhile', { 'other.txt': 'other\n', 'limit.txt': lines({ 1: 'one' }) });
  repository.git('switch', '-q', branch);
  repository.git('rebase', '-q', 'main');
}

/** What the gate says of the reviews, and whether the first one is shown as stale. */
async function judged(): Promise<unknown> {
  const { reasons } = await repository.ok(gateCheck, { gate: 'close-check' }, agent);
  const [run] = (await repository.ok(reviewList, {}, agent)).runs;
  return [reasons.map(({ code }) => code).filter(code => code.startsWith('review_')), run?.stale];
}

describe('a review of a branch', () => {
  it('holds over a rebase that leaves the change as it was, and a commit that arranges it otherwise', async () => {
    await repository.ok(reviewRecord, { verdict: 'pass', coveredFiles: ['limit.txt'] }, otherAgent);
    expect(await judged()).toEqual([[], false]);
    rebase();
    expect(await judged()).toEqual([[], false]);
    expect((await repository.ok(reviewCoverage, {}, agent)).files).toMatchObject({ covered: 1, stale: [] });
    repository.git('commit', '-q', '--amend', '--message=Limit the logins');
    expect(await judged()).toEqual([[], false]);
  });

  it('is stale once a line was edited, with the rebase or after it, committed or not', async () => {
    await repository.ok(reviewRecord, { verdict: 'pass' }, otherAgent);
    rebase();
    repository.write('limit.txt', lines({ 1: 'one', 10: 'ten!' }));
    expect(await judged()).toEqual([['review_stale'], true]);
    repository.git('commit', '-q', '--all', '--amend', '--no-edit');
    expect(await judged()).toEqual([['review_stale'], true]);
  });

  it('is of the branch that it names, from another worktree too, as it was when it began', async () => {
    repository.git('switch', '-q', 'main');
    await repository.ok(reviewStart, { subject: branch }, otherAgent);
    rebase();
    await repository.ok(reviewRecord, { verdict: 'pass', run: 'V-1' }, otherAgent);
    expect(await judged()).toEqual([[], false]);
  });

  it('is stale after a rebase where it saw what was not committed', async () => {
    repository.write('limit.txt', lines({ 10: 'ten', 11: 'eleven' }));
    await repository.ok(reviewRecord, { verdict: 'pass' }, otherAgent);
    repository.git('commit', '-q', '--all', '--amend', '--no-edit');
    expect(await judged()).toEqual([[], false]);
    rebase();
    expect(await judged()).toEqual([['review_stale'], true]);
  });
});

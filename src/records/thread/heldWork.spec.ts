import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { say } from '../../messages/say.js';
import { blockerAdd } from '../../operations/blocker/blockerAdd.js';
import { blockerResolve } from '../../operations/blocker/blockerResolve.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { laneNeedsYou } from '../../operations/lane/laneNeedsYou.js';
import { workerHeartbeat } from '../../operations/lane/worker/workerHeartbeat.js';
import { workerStart } from '../../operations/lane/worker/workerStart.js';
import { repositoryStatus } from '../../operations/repository/repositoryStatus.js';
import { taskArchive } from '../../operations/task/taskArchive.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

const about = { path: 'README.md' } as const;

async function needs(): Promise<string[]> {
  const answer = await repository.ok(laneNeedsYou, {}, person);
  return answer.needs.map(({ ref, kind, task, lane, title, text }) =>
    [ref, kind, task ?? lane, title, text === null ? '' : say(text)].join(' | '),
  );
}

describe('what holds up work', () => {
  it('are open findings that block, once for each task and the repository, and open blockers', async () => {
    await repository.task('tariff');
    const ofTask = { ...about, task: 'tariff' };
    await repository.ok(findingRecord, { ...ofTask, severity: 'medium', text: 'Has no test' });
    repository.now += 60_000;
    await repository.ok(findingRecord, { ...ofTask, severity: 'high', text: 'Rounds down' });
    await repository.ok(findingRecord, { ...ofTask, severity: 'high', text: 'Rounds up' });
    await repository.ok(findingRecord, { ...about, repository: true, severity: 'high', text: 'Logs the key' });
    await repository.ok(findingRecord, { ...about, repository: true, severity: 'low', text: 'Spelling' });
    repository.now += 60_000;
    await repository.ok(blockerAdd, { task: 'tariff', description: 'Needs the rates' });
    expect(await needs()).toEqual([
      'F-2 | findings | T-1 | Rounds down | 2 open high findings, 1 open medium finding',
      'F-4 | findings |  | Logs the key | 1 open high finding',
      'B-1 | blocker | T-1 | Needs the rates | ',
    ]);
    const { needs: rows } = await repository.ok(laneNeedsYou, {}, person);
    expect(rows.map(({ since, from, next, acts }) => [since.slice(11, 16), from, next, acts[0]?.input])).toEqual([
      ['10:00', 'codex', 'finding list --task T-1', { task: 'T-1' }],
      ['10:01', 'codex', 'finding list --repository', { repository: true }],
      ['10:02', 'codex', 'blocker resolve B-1', { blocker: 'B-1' }],
    ]);
    await repository.ok(blockerResolve, { blocker: 'B-1' });
    await repository.ok(taskArchive, { task: 'tariff', note: 'Given up' });
    expect(await needs()).toEqual(['F-4 | findings |  | Logs the key | 1 open high finding']);
  });

  it('is left to the agent that is alive and at work on it', async () => {
    const lane = await repository.spawn('login', { owns: ['login/**'], noFetch: true });
    repository.place = lane.worktreePath;
    await repository.ok(findingRecord, { ...about, repository: true, severity: 'high', text: 'Logs the key' });
    repository.place = repository.repository;
    const found = 'F-1 | findings | login | Logs the key | 1 open high finding';
    expect(await needs()).toEqual([found]);
    await repository.ok(workerStart, { lane: 'login' });
    await repository.ok(workerHeartbeat, { lane: 'login' });
    expect(await needs()).toEqual([]);
    await repository.ok(workerHeartbeat, { lane: 'login', ended: true });
    expect(await needs()).toEqual([
      found,
      'L-1 | dead | login | feature/login | Its program ended without an exit code.',
    ]);
  });

  it('comes before the rest and counts with it', async () => {
    await repository.spawn('login', { owns: ['login/**'], noFetch: true });
    await repository.spawn('pay', { after: ['login'], noFetch: true });
    repository.now += 20 * 60_000;
    await repository.task('tariff');
    await repository.ok(blockerAdd, { task: 'tariff', description: 'Needs the rates' });
    // The lane holds up another one, and waits for longer.
    expect(await needs()).toEqual([
      'B-1 | blocker | T-1 | Needs the rates | ',
      'L-1 | unstarted | login | feature/login | Work in L-1 has not started.',
    ]);
    const { totals } = await repository.ok(repositoryStatus, {}, person);
    expect(totals?.needsYou).toBe(2);
  });
});

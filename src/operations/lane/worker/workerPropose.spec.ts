import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { person } from '../../../../test/support/testRepository.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerMerge } from './workerMerge.js';
import { workerPropose } from './workerPropose.js';
import { workerStart } from './workerStart.js';

const url = 'https://robin:token@github.com/acme/shop.git';

let repo: LaneTestRepository;
let lane: Lane;
let tip: string;

beforeEach(async () => {
  repo = new LaneTestRepository();
  lane = await repo.spawn('login', { description: 'Limit the logins\n\nPer user.' });
  await repo.ok(workerStart, { lane: 'login' });
  writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', 'Count them');
  tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
  await repo.ok(workerDone, { lane: 'login' });
  // What git sends to the host goes to the remote beside the repository.
  repo.git('config', 'remote.origin.url', url);
  repo.git('config', `url.${repo.remote}.insteadOf`, url);
});

afterEach(() => repo.close());

const there = (): string =>
  repo.git('-C', repo.remote, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads');

describe('an approved lane', () => {
  it('is pushed, with the page on which its pull request is opened', async () => {
    await repo.ok(workerApprove, { lane: 'login' }, person);
    expect(await repo.ok(workerPropose, { lane: 'login' }, person)).toEqual({
      lane: 'login',
      branch: 'feature/login',
      base: 'main',
      remote: { name: 'origin', url: 'https://github.com/acme/shop.git' },
      commit: tip,
      pushed: true,
      page: 'https://github.com/acme/shop/compare/main...feature/login?expand=1&title=Limit%20the%20logins&body=Per%20user.%0A%0A-%20Count%20them',
      mergesHere: true,
    });
    expect(there()).toContain(`refs/heads/feature/login ${tip}`);
  });

  it('is not pushed before it is approved, nor where another commit was approved, nor in a dry run', async () => {
    const before = there();
    expect(await repo.refused(workerPropose, { lane: 'login' }, person)).toMatchObject({
      code: 'transition_not_allowed',
    });
    expect(await repo.ok(workerPropose, { lane: 'login', dryRun: true }, person)).toMatchObject({
      commit: tip,
      pushed: false,
    });
    await repo.ok(workerApprove, { lane: 'login' }, person);
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'newer\n');
    repo.gitIn(lane, 'commit', '-q', '-a', '-m', 'More');
    // It is in review again, which is written.
    expect(await repo.call(workerPropose, { lane: 'login' }, person)).toMatchObject({ code: 'stale' });
    expect(there()).toBe(before);
  });

  it('is pushed where the approved change was committed again', async () => {
    await repo.ok(workerApprove, { lane: 'login' }, person);
    repo.gitIn(lane, 'commit', '-q', '--amend', '-m', 'Count the logins');
    const again = repo.gitIn(lane, 'rev-parse', 'HEAD');
    expect(await repo.ok(workerPropose, { lane: 'login' }, person)).toMatchObject({ commit: again, pushed: true });
    expect(there()).toContain(`refs/heads/feature/login ${again}`);
  });

  it('is pushed to a remote whose pages are not known, and nowhere without one', async () => {
    repo.git('config', 'remote.origin.url', repo.remote);
    await repo.ok(workerApprove, { lane: 'login' }, person);
    expect(await repo.ok(workerPropose, { lane: 'login' }, person)).toMatchObject({
      remote: { name: 'origin', url: repo.remote },
      pushed: true,
      page: null,
    });
    repo.git('remote', 'remove', 'origin');
    expect(await repo.refused(workerPropose, { lane: 'login' }, person)).toMatchObject({
      code: 'conflict',
      message: 'L-1 (login) was not pushed: the repository has no remote named origin.',
    });
  });

  it('is not merged here where the repository leaves that to its host', async () => {
    await repo.ok(workerApprove, { lane: 'login' }, person);
    repo.commit('Agree', { '.stateroom/config.json': '{ "lane": { "pullRequest": true } }\n' });
    const main = repo.git('rev-parse', 'main');
    expect(await repo.refused(workerMerge, { lane: 'login' }, person)).toMatchObject({
      code: 'not_allowed',
      message: 'L-1 (login) is merged into main at the git host, through a pull request.',
      next: [{ operation: 'worker.propose', input: { lane: 'login' } }],
    });
    expect(repo.git('rev-parse', 'main')).toBe(main);
    expect(await repo.ok(workerPropose, { lane: 'login' }, person)).toMatchObject({ pushed: true, mergesHere: false });
  });
});

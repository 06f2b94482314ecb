import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { ruinStore } from '../../../test/support/storeFiles.js';
import { judgeCommit } from './judgeCommit.js';
import { judgeLanePush, judgeRebase } from './judgeLane.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

const fine = { allowed: true, lines: [] };
const pushed = (branch: string) => [
  { branch, commit: 'a'.repeat(40), remoteRef: `refs/heads/${branch}`, target: branch, remoteCommit: undefined },
];

it('keeps the commits of a lane to the paths that it owns, its own files and documents of Stateroom aside', async () => {
  const lane = await repo.spawn('login', { owns: ['src/login/**'] });
  repo.place = lane.worktreePath;
  expect(await judgeCommit(repo.context(), 'src/login/a.ts\n.stateroom/plans/a.md\n')).toEqual(fine);
  expect(await judgeCommit(repo.context(), 'src/login/a.ts\nREADME.md\nb\nc\nd\ne\nf\n')).toEqual({
    allowed: false,
    lines: [
      'stateroom: L-1 (login) does not own README.md, b, c, d, e and 1 more.',
      '  It owns src/login/**. Unstage the other files, or ask for more paths with stateroom lane update.',
    ],
    about: { lane: 'login', paths: ['README.md', 'b', 'c', 'd', 'e', 'f'] },
    recorded: true,
  });
  // Also for an operation of ours; a merge brings what is others'.
  expect((await judgeCommit(repo.context(), 'README.md\n', { own: true })).allowed).toBe(false);
  const others = repo.git('commit-tree', '-m', 'Of others', 'HEAD^{tree}');
  writeFileSync(join(repo.gitIn(lane, 'rev-parse', '--git-dir'), 'MERGE_HEAD'), `${others}\n`);
  expect(await judgeCommit(repo.context(), 'README.md\n')).toEqual(fine);
});

it('refuses commits, rebases and pushes of others where git is left to Stateroom, with the way in', async () => {
  const lane = await repo.spawn('login', { gitWrites: 'host' });
  await repo.spawn('free');
  const says = (act: string, way: string) => ({
    allowed: false,
    lines: [`stateroom: in L-1 (login), use Stateroom to ${act}: ${way}`],
    about: { lane: 'login', act },
  });
  const push = says('push', 'stateroom worker push');
  // Its branch from anywhere; everything from its worktree.
  expect(await judgeLanePush(repo.context(), pushed('feature/login'), false)).toEqual([push]);
  expect(await judgeLanePush(repo.context(), pushed('feature/free'), false)).toEqual([]);
  expect(await judgeRebase(repo.context(), false)).toEqual(fine);
  repo.place = lane.worktreePath;
  expect(await judgeLanePush(repo.context(), pushed('feature/free'), false)).toEqual([push]);
  expect(await judgeLanePush(repo.context(), pushed('feature/login'), true)).toEqual([]);
  expect(await judgeCommit(repo.context(), 'a\n')).toEqual(says('commit', 'stateroom worker commit "<message>"'));
  expect(await judgeCommit(repo.context(), 'a\n', { own: true })).toEqual(fine);
  expect(await judgeRebase(repo.context(), false)).toEqual(says('rebase', 'stateroom worker done'));
  expect(await judgeRebase(repo.context(), true)).toEqual(fine);
  repo.place = `${repo.repository}.worktrees/free`;
  expect(await judgeCommit(repo.context(), 'a\n')).toEqual(fine);
  expect(await judgeRebase(repo.context(), false)).toEqual(fine);
});

it('lets commits pass where the store cannot be read', async () => {
  const lane = await repo.spawn('login', { gitWrites: 'host' });
  repo.place = lane.worktreePath;
  const store = repo.openStore();
  rmSync(join(repo.directory, 'store', 'kept'), { recursive: true, force: true });
  ruinStore(join(repo.directory, 'store'));
  expect(await judgeCommit({ ...repo.context(), store }, 'a\n')).toEqual(fine);
  await store.close();
});

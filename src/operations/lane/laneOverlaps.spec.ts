import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { laneOverlaps } from './laneOverlaps.js';

let repository: LaneTestRepository;
beforeEach(() => {
  repository = new LaneTestRepository();
});
afterEach(() => repository.close());

function write(lane: Lane, files: Readonly<Record<string, string>>, message?: string): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(lane.worktreePath, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  if (message === undefined) return;
  repository.gitIn(lane, 'add', '--all');
  repository.gitIn(lane, 'commit', '-q', '-m', message);
}

it('is empty without a lane', async () => {
  expect(await repository.ok(laneOverlaps, {})).toEqual({
    at: null,
    lanes: [],
    overlaps: [],
    conflicts: [],
    violations: [],
    unread: [],
    unpredicted: 0,
  });
});

it('tells where lanes meet, what would not merge and what is not theirs', async () => {
  const at = repository.commit('Files', { 'src/a.ts': '1\n2\n3\n4\n5\n', 'src/b.ts': '1\n2\n3\n' });
  const login = await repository.spawn('login', { owns: ['src/login/**', 'src/a.ts'] });
  const pay = await repository.spawn('pay', { owns: ['src/pay/**'] });
  const free = await repository.spawn('free');
  const gone = await repository.spawn('gone');
  write(login, { 'src/a.ts': '1\nlogin\n3\n4\n5\n', 'src/login/x.ts': 'x\n' }, 'Login');
  write(pay, { 'src/a.ts': '1\npay\n3\n4\nfive\n', 'src/pay/p.ts': 'p\n' }, 'Pay');
  write(free, { 'src/a.ts': '1\n2\n3\n4\nfree\n', 'src/b.ts': 'one\n2\n3\n' });
  rmSync(gone.worktreePath, { recursive: true });
  const found = await repository.ok(laneOverlaps, {});
  expect(found).toEqual({
    at,
    lanes: [
      { lane: 'login', files: 2, added: 2, removed: 1 },
      { lane: 'pay', files: 2, added: 3, removed: 2 },
      { lane: 'free', files: 2, added: 2, removed: 2 },
    ],
    overlaps: [
      {
        path: 'src/a.ts',
        lanes: ['login', 'pay', 'free'],
        meetings: [
          { lanes: ['login', 'pay'], lines: [[2, 2]] },
          { lanes: ['pay', 'free'], lines: [[5, 5]] },
        ],
      },
    ],
    // What free does is not committed yet.
    conflicts: [{ lanes: ['login', 'pay'], paths: ['src/a.ts'] }],
    violations: [
      { lane: 'pay', path: 'src/a.ts', owner: 'login' },
      { lane: 'free', path: 'src/a.ts', owner: 'login' },
    ],
    unread: [{ lane: 'gone', why: 'gone' }],
    unpredicted: 0,
  });
  const alone = await repository.ok(laneOverlaps, { lane: 'free' });
  expect(alone).toEqual({
    at,
    lanes: [{ lane: 'free', files: 2, added: 2, removed: 2 }],
    overlaps: [
      {
        path: 'src/a.ts',
        lanes: ['login', 'pay', 'free'],
        meetings: [{ lanes: ['pay', 'free'], lines: [[5, 5]] }],
      },
    ],
    conflicts: [],
    violations: [{ lane: 'free', path: 'src/a.ts', owner: 'login' }],
    unread: [],
    unpredicted: 0,
  });
  expect((await repository.refused(laneOverlaps, { lane: 'nobody' })).message).toBe('Lane nobody not found.');
});

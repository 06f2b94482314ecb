import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent, otherAgent } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { hooksRun } from '../hooks/hooksRun.js';
import { laneMayEdit, mayEdit } from './laneMayEdit.js';
import { workerCommit } from './worker/workerCommit.js';
import { workerDone } from './worker/workerDone.js';
import { workerStart } from './worker/workerStart.js';

let repository: LaneTestRepository;
beforeEach(() => {
  repository = new LaneTestRepository();
});
afterEach(() => repository.close());

function write(lane: Lane, path: string, text: string): void {
  const file = join(lane.worktreePath, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function work(owns: string[], files: Readonly<Record<string, string>>): Promise<Lane> {
  const lane = await repository.spawn('login', { owns });
  await repository.ok(workerStart, { lane: 'login' });
  for (const [path, text] of Object.entries(files)) write(lane, path, text);
  repository.gitIn(lane, 'add', '--all');
  repository.gitIn(lane, 'commit', '-q', '-m', 'Work');
  return lane;
}

it('hands in what changes own paths alone', async () => {
  await work(['src/login', 'docs/*.md'], { 'src/login/a.ts': 'a\n', 'docs/login.md': 'b\n' });
  expect((await repository.ok(workerDone, { lane: 'login' })).state).toBe('IN_REVIEW');
});

it('refuses to hand in what changes other paths, a rename out of them too, and rebases nothing', async () => {
  const lane = await work(['src/**'], { 'src/a.ts': 'a\n' });
  repository.gitIn(lane, 'mv', 'README.md', 'src/READ.md');
  repository.gitIn(lane, 'commit', '-q', '-m', 'Move');
  repository.commit('Theirs', { 'other.txt': 'theirs\n' });
  const tip = repository.gitIn(lane, 'rev-parse', 'HEAD');
  expect(await repository.refused(workerDone, { lane: 'login' })).toMatchObject({
    code: 'transition_not_allowed',
    message: 'L-1 (login) changes files it does not own: README.md.',
    hint: 'It owns src/**. Restore the other files to their state in main, or ask a person for more paths.',
    details: { lane: 'login', owned: ['src/**'], outside: ['README.md'] },
  });
  expect(repository.gitIn(lane, 'rev-parse', 'HEAD')).toBe(tip);
});

it('records each path that is not the lane’s once for an actor, whichever check refuses it', async () => {
  const lane = await work(['src/**'], { 'src/a.ts': 'a\n', 'b.txt': 'b\n' });
  await repository.spawn('pay', { owns: ['pay/**'] });
  await repository.refused(workerDone, { lane: 'login' });
  await repository.refused(workerDone, { lane: 'login' });
  repository.place = lane.worktreePath;
  for (const path of ['src/c.ts', 'b.txt', 'pay/d.ts', 'CURRENT_TASK.json']) {
    await mayEdit(repository.context(), path);
  }
  write(lane, 'e.txt', 'e\n');
  await repository.refused(workerCommit, { message: 'More' });
  expect(await repository.ok(hooksRun, { hook: 'pre-commit', input: 'e.txt\nf.txt\n' })).toMatchObject({
    allowed: false,
  });
  await mayEdit(repository.context(otherAgent), 'b.txt');
  repository.place = repository.repository;
  await mayEdit(repository.context(), 'pay/d.ts');
  const { rows } = await repository.store.maintenance.query(
    "select actor, payload from events where type = 'owned_path_violated' order by id",
    20,
  );
  const login = { lane: 'L-1', name: 'login', rule: 'outside' };
  expect(rows.map(([actor, payload]) => [actor, JSON.parse(String(payload))])).toEqual([
    [agent.name, { ...login, path: 'b.txt' }],
    [agent.name, { ...login, path: 'pay/d.ts' }],
    [agent.name, { ...login, path: 'e.txt' }],
    [agent.name, { ...login, path: 'f.txt' }],
    [otherAgent.name, { ...login, path: 'b.txt' }],
    [agent.name, { lane: 'L-2', name: 'pay', rule: 'owned', path: 'pay/d.ts' }],
  ]);
});

it('records nothing for an agent that asks before it writes', async () => {
  const lane = await work(['src/**'], { 'src/a.ts': 'a\n' });
  const before = await repository.dump();
  repository.place = lane.worktreePath;
  expect(await repository.ok(laneMayEdit, { path: 'b.txt' })).toMatchObject({ allowed: false, verdict: 'outside' });
  expect(await repository.dump()).toBe(before);
});

it('names five of many, and asks nothing of what came from the base', async () => {
  const files = ['g', 'f', 'e', 'd', 'c', 'b', 'a'].map(name => [`${name}.txt`, 'x\n'] as const);
  const lane = await work(['src/**'], Object.fromEntries(files));
  repository.commit('Theirs', { 'theirs.txt': 'theirs\n' });
  repository.gitIn(lane, 'merge', '-q', '--no-edit', 'main');
  expect((await repository.refused(workerDone, { lane: 'login' })).message).toBe(
    'L-1 (login) changes files it does not own: a.txt, b.txt, c.txt, d.txt, e.txt and 2 more.',
  );
});

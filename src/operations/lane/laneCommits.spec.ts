import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { findingLocate } from '../finding/findingLocate.js';
import { findingRecord } from '../finding/findingRecord.js';
import { sliceCommit } from '../slice/sliceCommit.js';
import { sliceStart } from '../slice/sliceStart.js';
import { laneChanges } from './laneChanges.js';
import { laneCommits } from './laneCommits.js';
import { workerStart } from './worker/workerStart.js';

let repo: LaneTestRepository;
let lane: Lane;

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.task('t1-login', { branch: null });
  lane = await repo.spawn('T-1');
  await repo.ok(workerStart, { lane: lane.lane });
});

afterEach(() => repo.close());

/** Commits files in the lane; the commit. */
function commit(text: string, files: Readonly<Record<string, string>>): string {
  write(files);
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', text);
  return repo.gitIn(lane, 'rev-parse', 'HEAD');
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) writeFileSync(join(lane.worktreePath, path), content);
}

const changes = (part: { readonly commit: string } | { readonly slice: string }) =>
  repo.ok(laneChanges, { lane: lane.lane, ...part });

describe('the commits of a lane', () => {
  it('are those that its base does not have, newest first, each with the slice that it ends', async () => {
    const from = repo.git('rev-parse', 'main');
    repo.commit('Meanwhile', { 'elsewhere.txt': 'not theirs\n' });
    expect(await repo.ok(laneCommits, { lane: lane.lane })).toEqual({
      lane: 't1-login',
      base: 'main',
      from,
      head: from,
      commits: [],
    });
    const first = commit('First\n\nWith a body.', { 'a.txt': 'a\n' });
    repo.place = lane.worktreePath;
    await repo.ok(sliceStart, { title: 'Count the retries', task: 'T-1' });
    write({ 'README.md': 'counted\n' });
    const second = (await repo.ok(sliceCommit, { task: 'T-1' })).commit;
    await repo.ok(sliceStart, { title: 'Nothing yet', task: 'T-1' });
    repo.place = repo.repository;
    const { commits, head } = await repo.ok(laneCommits, { lane: 'L-1' });
    expect(head).toBe(second);
    const [author, time] = repo.git('log', '-1', '--format=%an%n%cI', first).split('\n');
    expect(commits).toMatchObject([
      { commit: second, subject: 'Count the retries', author, slice: 'S-1' },
      { commit: first, subject: 'First', author, slice: null },
    ]);
    expect(Date.parse(commits[1]?.committedAt ?? '')).toBe(Date.parse(time ?? ''));
  });

  it('are shown one by one', async () => {
    const first = commit('First', { 'a.txt': 'a\n', 'README.md': 'one\n' });
    const second = commit('Second', { 'a.txt': 'a\nb\n' });
    commit('Third', { 'b.txt': 'b\n' });
    expect(await changes({ commit: second.slice(0, 8) })).toMatchObject({
      from: first,
      head: second,
      files: [{ path: 'a.txt', kind: 'edit' }],
    });
    const { from, files } = await changes({ commit: repo.git('rev-list', '--max-parents=0', 'main') });
    expect(from).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
    expect(files.map(({ path, kind }) => [path, kind])).toEqual([['README.md', 'add']]);
    expect(await repo.refused(laneChanges, { lane: lane.lane, commit: 'abcdef0' })).toMatchObject({
      code: 'not_found',
      message: 'Commit abcdef0 not found in this repository.',
    });
  });

  it('are shown as a slice made them', async () => {
    const first = commit('First', { 'a.txt': 'a\n' });
    repo.place = lane.worktreePath;
    await repo.ok(sliceStart, { title: 'Count the retries', task: 'T-1' });
    repo.place = repo.repository;
    expect(await repo.refused(laneChanges, { lane: lane.lane, slice: 'S-1' })).toMatchObject({
      code: 'not_found',
      message: 'S-1 has no commit yet.',
    });
    commit('By hand', { 'b.txt': 'b\n' });
    write({ 'README.md': 'counted\n' });
    repo.place = lane.worktreePath;
    const last = (await repo.ok(sliceCommit, { task: 'T-1' })).commit;
    repo.place = repo.repository;
    commit('Later', { 'c.txt': 'c\n' });
    const { from, head, files } = await changes({ slice: 'S-1' });
    expect([from, head]).toEqual([first, last]);
    expect(files.map(({ path, kind }) => [path, kind])).toEqual([
      ['README.md', 'edit'],
      ['b.txt', 'add'],
    ]);
    await repo.spawn('other');
    expect(await repo.refused(laneChanges, { lane: 'other', slice: 'S-1' })).toMatchObject({
      code: 'not_found',
      message: 'S-1 does not belong to the task of L-2 (other).',
    });
  });

  it('have findings, which are shown at the last commit where their lines are there', async () => {
    const first = commit('First', { 'a.txt': 'one\ntwo\nthree\n' });
    const head = commit('Second', { 'a.txt': 'zero\none\ntwo\nthree\n' });
    const place = { task: 'T-1', severity: 'low', path: 'a.txt', line: '2', commit: first } as const;
    repo.place = lane.worktreePath;
    const { finding } = await repo.ok(findingRecord, { ...place, text: 'Say it in words' });
    expect(finding).toMatchObject({ commit: first, branch: 'feature/t1-login', lineStart: 2 });
    const { places } = await repo.ok(findingLocate, { ids: [finding.ref], commit: head });
    expect(places).toMatchObject([{ path: 'a.txt', lineStart: 3, lineEnd: 3, outdated: false }]);
  });
});

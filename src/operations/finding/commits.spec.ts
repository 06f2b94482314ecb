import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRoom } from '../../../test/support/gitRoom.js';
import { findingCommits } from './findingCommits.js';
import { findingRecord } from './findingRecord.js';

let room: GitRoom;
beforeEach(() => {
  room = new GitRoom();
});
afterEach(() => room.close());

async function record(text: string): Promise<void> {
  await room.ok(findingRecord, { severity: 'high', path: 'README.md', text, repository: true });
}
const subjects = async (...ids: string[]): Promise<string[]> =>
  (await room.ok(findingCommits, { ids })).commits.map(({ subject }) => subject);

describe('the commits that may fix findings', () => {
  it('come after the finding’s own, newest first', async () => {
    room.commit('Before');
    await record('Two is not three');
    expect(await subjects('F-1')).toEqual([]);
    const fix = room.commit('Fix: say “three”', { 'README.md': 'three\n' });
    const tell = room.commit('Tell of it');
    const { commits, head } = await room.ok(findingCommits, { ids: ['F-1'] });
    expect(commits.map(({ commit, subject }) => [commit, subject])).toEqual([
      [tell, 'Tell of it'],
      [fix, 'Fix: say “three”'],
    ]);
    expect(head).toBe(tell);
    expect(Math.abs(Date.parse(commits[0]?.committedAt ?? '') - Date.now())).toBeLessThan(600_000);
    expect((await room.ok(findingCommits, { ids: ['F-1'], limit: 1 })).commits).toHaveLength(1);
  });

  it('come after all of several', async () => {
    await record('One');
    room.commit('First');
    await record('Two');
    room.commit('Second');
    expect(await subjects('F-1', 'F-2')).toEqual(['Second']);
    expect(await subjects('F-1')).toEqual(['Second', 'First']);
  });

  it('hold the finding’s commit: what was merged from beside it does not', async () => {
    room.git('branch', 'side');
    room.commit('Ours');
    await record('One');
    room.git('switch', '-q', 'side');
    room.commit('Beside', { 'side.md': 'beside\n' });
    room.git('switch', '-q', 'main');
    room.git('merge', '-q', '--no-edit', '-m', 'Merge', 'side');
    expect(await subjects('F-1')).toEqual(['Merge']);
    room.git('switch', '-q', 'side');
    expect(await subjects('F-1')).toEqual([]);
  });
});

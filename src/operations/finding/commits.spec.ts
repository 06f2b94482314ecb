import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { findingCommits } from './findingCommits.js';
import { findingRecord } from './findingRecord.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

async function record(text: string): Promise<void> {
  await repo.ok(findingRecord, { severity: 'high', path: 'README.md', text, repository: true });
}
const subjects = async (...ids: string[]): Promise<string[]> =>
  (await repo.ok(findingCommits, { ids })).commits.map(({ subject }) => subject);

describe('the commits that may fix findings', () => {
  it('come after the finding’s own, newest first', async () => {
    repo.commit('Before');
    await record('Two is not three');
    expect(await subjects('F-1')).toEqual([]);
    const fix = repo.commit('Fix: say “three”', { 'README.md': 'three\n' });
    const tell = repo.commit('Tell of it');
    const { commits, head } = await repo.ok(findingCommits, { ids: ['F-1'] });
    expect(commits.map(({ commit, subject }) => [commit, subject])).toEqual([
      [tell, 'Tell of it'],
      [fix, 'Fix: say “three”'],
    ]);
    expect(head).toBe(tell);
    expect(Math.abs(Date.parse(commits[0]?.committedAt ?? '') - Date.now())).toBeLessThan(600_000);
    expect((await repo.ok(findingCommits, { ids: ['F-1'], limit: 1 })).commits).toHaveLength(1);
  });

  it('come after all of several', async () => {
    await record('One');
    repo.commit('First');
    await record('Two');
    repo.commit('Second');
    expect(await subjects('F-1', 'F-2')).toEqual(['Second']);
    expect(await subjects('F-1')).toEqual(['Second', 'First']);
  });

  it('hold the finding’s commit: what was merged from beside it does not', async () => {
    repo.git('branch', 'side');
    repo.commit('Ours');
    await record('One');
    repo.git('switch', '-q', 'side');
    repo.commit('Beside', { 'side.md': 'beside\n' });
    repo.git('switch', '-q', 'main');
    repo.git('merge', '-q', '--no-edit', '-m', 'Merge', 'side');
    expect(await subjects('F-1')).toEqual(['Merge']);
    repo.git('switch', '-q', 'side');
    expect(await subjects('F-1')).toEqual([]);
  });
});

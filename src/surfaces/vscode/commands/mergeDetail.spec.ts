import { describe, expect, it } from 'vitest';
import { lane } from '../../../../test/support/lane.js';
import { type MergePlan, mergeDetail } from './mergeDetail.js';

const nothing = { along: 0, leftBehind: [], warnings: [] };
const login = { lane: 'login', branch: 'feature/login', adopted: false };
const tree = 'The worktree is deleted (uncommitted files are backed up).';
const end = 'This cannot be undone from Stateroom.';
const waits = (name: string, ...parents: string[]) =>
  lane(2, { lane: name, waitsFor: parents.map(parent => ({ lane: parent, stuck: false, ended: false, text: '' })) });

describe('what is said before a lane is merged', () => {
  it.each<[MergePlan | null, string]>([
    [
      { into: 'main', way: 'merge', commits: 2, ...nothing },
      'Merges 2 commits from feature/login into main with a merge commit.',
    ],
    [
      { into: 'next', way: 'squash', commits: 3, ...nothing },
      'Merges 3 commits from feature/login into next, as one squashed commit.',
    ],
    [{ into: 'main', way: 'rebase', commits: 1, ...nothing }, 'Rebases 1 commit from feature/login onto main.'],
    [null, ''],
  ])('%j', (merge, words) => {
    expect(mergeDetail({ ...login, merge }, [lane(2)])).toBe(`${words} ${tree} ${end}`.trim());
    const kept = mergeDetail({ ...login, adopted: true, merge }, [lane(2)]);
    expect(kept).toBe(`${words} ${end}`.trim());
  });

  it('tells what of the remote comes along and what is not kept', () => {
    const merge = { into: 'main', way: 'merge', commits: 1, along: 2, leftBehind: [], warnings: [] } as const;
    const own = 'Merges 1 commit from feature/login into main with a merge commit.';
    expect(mergeDetail({ ...login, merge }, [])).toBe(
      `${own} Includes 2 commits that are only on the remote’s main. ${tree} ${end}`,
    );
    const leftBehind = ['node_modules', 'dist', 'c', 'd', 'e', 'f', 'g'].map(path => ({ path }));
    expect(mergeDetail({ ...login, merge: { ...merge, along: 1, leftBehind } }, [])).toBe(
      `${own} Includes 1 commit that is only on the remote’s main. ${tree} ` +
        `Too large to back up (ignored files): node_modules, dist, c, d, e and 2 more. ${end}`,
    );
    expect(mergeDetail({ ...login, merge: { ...merge, along: 0, leftBehind: leftBehind.slice(0, 1) } }, [])).toBe(
      `${own} ${tree} Too large to back up (ignored files): node_modules. ${end}`,
    );
  });

  it('tells what to look at before the evidence is believed', () => {
    const warnings = [{ text: 'This branch removes or skips tests: a.test.ts.' }];
    const merge = { into: 'main', way: 'rebase', commits: 1, ...nothing, warnings } as const;
    expect(mergeDetail({ ...login, merge }, [])).toBe(
      `This branch removes or skips tests: a.test.ts. Rebases 1 commit from feature/login onto main. ${tree} ${end}`,
    );
  });

  it('names the lanes that wait for this one alone', () => {
    const detail = (...open: Parameters<typeof mergeDetail>[1]) => mergeDetail({ ...login, merge: null }, open);
    expect(detail(waits('page', 'login'), waits('mail', 'login', 'cart'), waits('shop', 'cart'))).toBe(
      `${tree} Lane page, which waits for it, can then start. ${end}`,
    );
    expect(detail(waits('page', 'login'), waits('mail', 'login'))).toBe(
      `${tree} Lanes page, mail, which wait for it, can then start. ${end}`,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { lane } from '../../../../test/support/lane.js';
import { type MergePlan, mergeDetail } from './mergeDetail.js';

const nothing = { along: 0, leftBehind: [] };
const login = { lane: 'login', branch: 'feature/login', adopted: false };
const tree = 'The lane’s work tree goes; what git does not have of it is kept.';
const end = 'Stateroom cannot take a merge back.';
const waits = (name: string, ...parents: string[]) =>
  lane(2, { lane: name, waitsFor: parents.map(parent => ({ lane: parent, stuck: false, text: '' })) });

describe('what is said before a lane is merged', () => {
  it.each<[MergePlan | null, string]>([
    [
      { into: 'main', way: 'merge', commits: 2, ...nothing },
      '2 commits of feature/login come into main, with a merge commit.',
    ],
    [
      { into: 'next', way: 'squash', commits: 3, ...nothing },
      '3 commits of feature/login come into next, squashed into one.',
    ],
    [{ into: 'main', way: 'rebase', commits: 1, ...nothing }, '1 commit of feature/login comes into main, on top.'],
    [null, ''],
  ])('%j', (merge, words) => {
    expect(mergeDetail({ ...login, merge }, [lane(2)])).toBe(`${words} ${tree} ${end}`.trim());
    const kept = mergeDetail({ ...login, adopted: true, merge }, [lane(2)]);
    expect(kept).toBe(`${words} ${end}`.trim());
  });

  it('tells what of the remote comes along and what is not kept', () => {
    const merge = { into: 'main', way: 'merge', commits: 1, along: 2, leftBehind: [] } as const;
    const own = '1 commit of feature/login comes into main, with a merge commit.';
    expect(mergeDetail({ ...login, merge }, [])).toBe(
      `${own} 2 commits that the remote’s main has and yours lacks come along. ${tree} ${end}`,
    );
    const leftBehind = ['node_modules', 'dist', 'c', 'd', 'e', 'f', 'g'].map(path => ({ path }));
    expect(mergeDetail({ ...login, merge: { ...merge, along: 1, leftBehind } }, [])).toBe(
      `${own} 1 commit that the remote’s main has and yours lacks comes along. ${tree} ` +
        `Ignored and too large to be kept: node_modules, dist, c, d, e and 2 more. ${end}`,
    );
    expect(mergeDetail({ ...login, merge: { ...merge, along: 0, leftBehind: leftBehind.slice(0, 1) } }, [])).toBe(
      `${own} ${tree} Ignored and too large to be kept: node_modules. ${end}`,
    );
  });

  it('names the lanes that wait for this one alone', () => {
    const detail = (...open: Parameters<typeof mergeDetail>[1]) => mergeDetail({ ...login, merge: null }, open);
    expect(detail(waits('page', 'login'), waits('mail', 'login', 'cart'), waits('shop', 'cart'))).toBe(
      `${tree} The lane page, which waits for it, may start then. ${end}`,
    );
    expect(detail(waits('page', 'login'), waits('mail', 'login'))).toBe(
      `${tree} The lanes page, mail, which wait for it, may start then. ${end}`,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { lane } from '../../../../test/support/lane.js';
import { type MergePlan, mergeDetail } from './mergeDetail.js';

const login = { lane: 'login', branch: 'feature/login', adopted: false };
const tree = 'The lane’s work tree goes; what git does not have of it is kept.';
const end = 'Stateroom cannot take a merge back.';
const waits = (name: string, ...parents: string[]) =>
  lane(2, { lane: name, waitsFor: parents.map(parent => ({ lane: parent, stuck: false, text: '' })) });

describe('what is said before a lane is merged', () => {
  it.each<[MergePlan | null, string]>([
    [{ into: 'main', way: 'merge', commits: 2 }, '2 commits of feature/login come into main, with a merge commit.'],
    [{ into: 'next', way: 'squash', commits: 3 }, '3 commits of feature/login come into next, squashed into one.'],
    [{ into: 'main', way: 'rebase', commits: 1 }, '1 commit of feature/login comes into main, on top.'],
    [null, ''],
  ])('%j', (merge, words) => {
    expect(mergeDetail({ ...login, merge }, [lane(2)])).toBe(`${words} ${tree} ${end}`.trim());
    const kept = mergeDetail({ ...login, adopted: true, merge }, [lane(2)]);
    expect(kept).toBe(`${words} ${end}`.trim());
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

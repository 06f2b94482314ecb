import { describe, expect, it } from 'vitest';
import { lane } from '../../../../test/support/lane.js';
import { type MergePlan, mergeDetail } from './mergeDetail.js';

const login = { lane: 'login', branch: 'feature/login' };
const waits = (name: string, ...parents: string[]) =>
  lane(2, { lane: name, waitsFor: parents.map(parent => ({ lane: parent, stuck: false, text: '' })) });

describe('what is said before a lane is merged', () => {
  it.each<[MergePlan | null, string]>([
    [
      { into: 'main', way: 'merge', commits: 2 },
      '2 commits of feature/login come into main, with a merge commit. Stateroom cannot take a merge back.',
    ],
    [
      { into: 'next', way: 'squash', commits: 3 },
      '3 commits of feature/login come into next, squashed into one. Stateroom cannot take a merge back.',
    ],
    [
      { into: 'main', way: 'rebase', commits: 1 },
      '1 commit of feature/login comes into main, on top. Stateroom cannot take a merge back.',
    ],
    [null, 'Stateroom cannot take a merge back.'],
  ])('%j', (merge, words) => {
    expect(mergeDetail({ ...login, merge }, [lane(2)])).toBe(words);
  });

  it('names the lanes that wait for this one alone', () => {
    const detail = (...open: Parameters<typeof mergeDetail>[1]) => mergeDetail({ ...login, merge: null }, open);
    const last = 'Stateroom cannot take a merge back.';
    expect(detail(waits('page', 'login'), waits('mail', 'login', 'cart'), waits('shop', 'cart'))).toBe(
      `The lane page, which waits for it, may start then. ${last}`,
    );
    expect(detail(waits('page', 'login'), waits('mail', 'login'))).toBe(
      `The lanes page, mail, which wait for it, may start then. ${last}`,
    );
  });
});

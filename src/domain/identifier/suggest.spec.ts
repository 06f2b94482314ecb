import { describe, expect, it } from 'vitest';
import { editDistance, suggest } from './suggest.js';

describe('suggest', () => {
  const verbs = ['add', 'advance', 'annotate', 'ask', 'claim', 'next', 'release', 'reopen', 'reprioritise', 'resolve'];

  it.each([
    ['clam', 'claim'],
    ['cliam', 'claim'],
    ['resolv', 'resolve'],
    ['RESOLVE', 'resolve'],
    ['reprioritize', 'reprioritise'],
    ['nxet', 'next'],
    ['rep', 'reprioritise'],
    ['ad', 'add'],
  ])('takes %s for %s', (typed, meant) => {
    expect(suggest(typed, verbs)).toBe(meant);
  });

  it.each(['xyz', '', 'q', 'deploy', 'x'.repeat(1000)])('has nothing for %j', typed => {
    expect(suggest(typed, verbs)).toBeUndefined();
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'ab', 1],
    ['ab', 'ba', 1],
    ['kitten', 'sitting', 3],
  ])('of %j and %j is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });
});

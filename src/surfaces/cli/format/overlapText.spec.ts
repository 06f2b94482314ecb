import { expect, it } from 'vitest';
import { findOperation } from '../../../operations/catalogue.js';
import type { LaneOverlaps } from '../../../operations/lane/laneOverlaps.js';
import { laneText } from './laneText.js';
import { resultText } from './resultText.js';
import { makeStyle } from './style.js';

const nothing: LaneOverlaps = {
  at: 'a'.repeat(40),
  lanes: [
    { lane: 'login', files: 2 },
    { lane: 'pay', files: 1 },
  ],
  overlaps: [],
  conflicts: [],
  violations: [],
  unread: [],
  unpredicted: 0,
};

function say(answer: LaneOverlaps): string {
  const operation = findOperation('lane.overlaps');
  if (operation === undefined) throw new Error('There is no lane.overlaps.');
  return resultText(operation, answer, { style: makeStyle(false), width: 100, now: 0 }, {}, laneText);
}

it('tells where lanes meet, what would not merge and what is not theirs', () => {
  expect(
    say({
      ...nothing,
      overlaps: [
        {
          path: 'src/a.ts',
          lanes: ['login', 'pay', 'free'],
          meetings: [
            { lanes: ['login', 'pay'], lines: [[2, 2]] },
            {
              lanes: ['pay', 'free'],
              lines: [
                [5, 7],
                [9, 9],
              ],
            },
            { lanes: ['login', 'free'], lines: [] },
          ],
        },
        { path: 'src/b.ts', lanes: ['login', 'free'], meetings: [] },
      ],
      conflicts: [{ lanes: ['login', 'pay'], paths: ['src/a.ts', 'c.txt'] }],
      violations: [
        { lane: 'pay', path: 'src/a.ts', owner: 'login' },
        { lane: 'pay', path: 'README.md', owner: null },
      ],
      unread: [
        { lane: 'old', why: 'gone' },
        { lane: 'odd', why: 'noBase' },
      ],
      unpredicted: 3,
    }),
  ).toBe(
    [
      'src/a.ts  login, pay, free',
      '  login and pay meet in line 2',
      '  pay and free meet in lines 5-7, 9',
      '  login and free meet in the whole file',
      'src/b.ts  login, free',
      '',
      'login and pay do not merge: src/a.ts, c.txt',
      'pay changes src/a.ts, which belongs to login',
      'pay changes README.md, which is not among its paths',
      '',
      'old was not read: its worktree is missing',
      'odd was not read: it shares nothing with its base',
      '3 merges not predicted yet; ask again',
    ].join('\n'),
  );
});

it('says when there is nothing to tell', () => {
  expect(say(nothing)).toBe('No overlap in 2 lanes.');
  expect(say({ ...nothing, lanes: [] })).toBe('No lane was looked at.');
});

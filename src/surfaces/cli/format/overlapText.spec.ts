import { expect, it } from 'vitest';
import { findOperation } from '../../../operations/catalogue.js';
import type { LaneOverlaps } from '../../../records/lane/readOverlaps.js';
import { texts as laneText } from './laneText.js';
import { resultText } from './resultText.js';
import { makeStyle } from './style.js';

const nothing: LaneOverlaps = {
  at: 'a'.repeat(40),
  lanes: [
    { lane: 'login', files: 2, added: 3, removed: 1 },
    { lane: 'pay', files: 1, added: 1, removed: 1 },
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
      '  login and pay overlap in line 2',
      '  pay and free overlap in lines 5-7, 9',
      '  login and free overlap in the whole file',
      'src/b.ts  login, free',
      '',
      'login and pay conflict: src/a.ts, c.txt',
      'pay changes src/a.ts, which login owns',
      'pay changes README.md, which it does not own',
      '',
      'old was not checked: its worktree is missing',
      'odd was not checked: it has no commit in common with its base',
      '3 merges not checked yet; run this again',
    ].join('\n'),
  );
});

it('says when there is nothing to tell', () => {
  expect(say(nothing)).toBe('No overlap in 2 lanes.');
  expect(say({ ...nothing, lanes: [] })).toBe('No lanes were checked.');
});

import { describe, expect, it } from 'vitest';
import { checkLaneRight, mayActInLane } from './laneRight.js';

/** Who asks, how they stand to the lane, and whether they may begin in it and continue in it; written out by hand. */
const table = `
role   inside agent spawner untouched free   begin goOn
human  -      -     -       -         -      yes   yes
human  -      -     -       yes       yes    yes   yes
system -      -     -       -         -      yes   yes
agent  yes    -     -       -         -      yes   yes
agent  yes    -     -       yes       yes    yes   yes
agent  yes    yes   yes     -         -      yes   yes
agent  -      yes   -       -         -      yes   yes
agent  -      yes   yes     -         -      yes   yes
agent  -      yes   -       -         yes    yes   yes
agent  -      -     yes     yes       yes    yes   yes
agent  -      -     yes     yes       -      yes   yes
agent  -      -     yes     -         yes    yes   -
agent  -      -     yes     -         -      -     -
agent  -      -     -       yes       yes    yes   -
agent  -      -     -       yes       -      -     -
agent  -      -     -       -         yes    yes   -
agent  -      -     -       -         -      -     -`;

describe('who may act in a lane', () => {
  const [, ...rows] = table
    .trim()
    .split('\n')
    .map(line => line.split(/\s+/));

  it.each(rows)('%s inside %s agent %s spawner %s untouched %s free %s: begins %s, goes on %s', (...cells) => {
    const [role, inside, agent, spawner, untouched, free, begin, goOn] = cells;
    const standing = {
      role: role as 'human' | 'agent' | 'system',
      isInside: inside === 'yes',
      isAgent: agent === 'yes',
      isSpawner: spawner === 'yes',
      isUntouched: untouched === 'yes',
      isFree: free === 'yes',
    };
    expect(mayActInLane(standing, 'begin')).toBe(begin === 'yes');
    expect(mayActInLane(standing, 'goOn')).toBe(goOn === 'yes');
  });

  const stranger = {
    role: 'agent',
    isInside: false,
    isAgent: false,
    isSpawner: false,
    isUntouched: false,
    isFree: false,
  } as const;

  it('is told who works there, and how to reach them', () => {
    const lane = { name: 'login', called: 'L-3 (login)', agent: 'claude-login', spawner: 'ada' };
    expect(checkLaneRight('bob', lane, stranger, 'goOn')).toEqual({
      refused: true,
      code: 'not_allowed',
      message: 'bob is not allowed to act in L-3 (login): claude-login is working in it.',
      hint: 'Send it a message, or ask a person.',
      next: [{ operation: 'message.send', input: { to: 'login', text: '…' } }],
      details: { lane: 'login', agent: 'claude-login', spawner: 'ada' },
    });
    expect(checkLaneRight('bob', lane, { ...stranger, isInside: true }, 'goOn')).toBeUndefined();
  });

  it('is told to begin first, where nobody has', () => {
    const lane = { name: 'login', called: 'L-3 (login)', agent: null, spawner: 'ada' };
    expect(checkLaneRight('bob', lane, { ...stranger, isUntouched: true, isFree: true }, 'goOn')).toMatchObject({
      message: 'bob is not allowed to act in L-3 (login): ada opened it, and work in it has not started.',
      hint: 'Start work in it, or ask a person.',
      next: [{ operation: 'worker.start', input: { lane: 'login' } }],
    });
  });
});

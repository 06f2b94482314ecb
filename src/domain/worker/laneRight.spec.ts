import { describe, expect, it } from 'vitest';
import { checkLaneRight, mayActInLane } from './laneRight.js';

/** Who asks, how they stand to the lane, and whether they may begin in it and continue in it; written out by hand. */
const table = `
role   inside started agent was held spawner untouched free   begin goOn
human  -      -       -     -   -    -       -         -      yes   yes
human  -      -       -     -   yes  -       -         -      yes   yes
human  -      -       -     -   -    -       yes       yes    yes   yes
system -      -       -     -   -    -       -         -      yes   yes
agent  yes    -       -     -   -    -       -         -      yes   yes
agent  yes    -       -     -   -    -       yes       yes    yes   yes
agent  yes    -       -     -   yes  -       -         -      -     -
agent  yes    -       -     yes -    -       -         -      yes   -
agent  yes    -       -     yes -    -       yes       yes    yes   -
agent  yes    -       -     yes yes  -       -         -      -     -
agent  -      yes     -     -   -    -       -         -      yes   yes
agent  -      yes     -     -   yes  -       -         -      -     yes
agent  -      yes     -     yes -    -       -         -      yes   -
agent  yes    yes     -     yes yes  -       -         -      -     -
agent  yes    -       yes   -   -    yes     -         -      yes   yes
agent  yes    -       yes   yes -    -       -         -      yes   yes
agent  -      -       yes   -   -    -       -         -      yes   yes
agent  -      -       yes   -   -    yes     -         -      yes   yes
agent  -      -       yes   -   -    -       -         yes    yes   yes
agent  -      -       -     -   -    yes     yes       yes    yes   yes
agent  -      -       -     -   -    yes     yes       -      yes   yes
agent  -      -       -     -   -    yes     -         yes    yes   -
agent  -      -       -     -   -    yes     -         -      -     -
agent  -      -       -     -   -    -       yes       yes    yes   -
agent  -      -       -     -   -    -       yes       -      -     -
agent  -      -       -     -   -    -       -         yes    yes   -
agent  -      -       -     -   -    -       -         -      -     -`;

describe('who may act in a lane', () => {
  const [, ...rows] = table
    .trim()
    .split('\n')
    .map(line => line.split(/\s+/));

  it.each(rows)(
    '%s inside %s started %s agent %s was %s held %s spawner %s untouched %s free %s: begins %s, goes on %s',
    (...cells) => {
      const [role, inside, started, agent, was, held, spawner, untouched, free, begin, goOn] = cells;
      const standing = {
        role: role as 'human' | 'agent' | 'system',
        isInside: inside === 'yes',
        isStartedIn: started === 'yes',
        isAgent: agent === 'yes',
        wasAgent: was === 'yes',
        isHeld: held === 'yes',
        isSpawner: spawner === 'yes',
        isUntouched: untouched === 'yes',
        isFree: free === 'yes',
      };
      expect(mayActInLane(standing, 'begin')).toBe(begin === 'yes');
      expect(mayActInLane(standing, 'goOn')).toBe(goOn === 'yes');
    },
  );

  const stranger = {
    role: 'agent',
    isInside: false,
    isStartedIn: false,
    isAgent: false,
    wasAgent: false,
    isHeld: false,
    isSpawner: false,
    isUntouched: false,
    isFree: false,
  } as const;

  it('is told who works there since when, and how to get work of its own', () => {
    const lane = {
      name: 'login',
      called: 'L-3 (login)',
      agent: 'claude-login',
      since: 1_793_613_600_000,
      spawner: 'ada',
    };
    const refusal = {
      refused: true,
      code: 'not_allowed',
      message:
        'bob is not allowed to act in L-3 (login): claude-login has been working in it since 2026-11-02T10:00:00.000Z.',
      hint: 'Take work of your own, send it a message, or ask a person.',
      next: [
        { operation: 'queue.next', input: {} },
        { operation: 'message.send', input: { to: 'login', text: '…' } },
      ],
      details: { lane: 'login', agent: 'claude-login', spawner: 'ada' },
    };
    expect(checkLaneRight('bob', lane, stranger, 'goOn')).toEqual(refusal);
    expect(checkLaneRight('bob', lane, { ...stranger, isInside: true, isHeld: true }, 'begin')).toEqual(refusal);
    expect(checkLaneRight('bob', { ...lane, since: undefined }, stranger, 'goOn')).toMatchObject({
      message: 'bob is not allowed to act in L-3 (login): claude-login is working in it.',
    });
    expect(checkLaneRight('bob', lane, { ...stranger, isInside: true }, 'goOn')).toBeUndefined();
  });

  it('is told to begin where the agent that worked there is gone', () => {
    const lane = { name: 'login', called: 'L-3 (login)', agent: 'claude-login', spawner: 'ada' };
    expect(checkLaneRight('bob', lane, { ...stranger, isInside: true, wasAgent: true }, 'goOn')).toMatchObject({
      hint: 'Start work in it, or ask a person.',
      next: [{ operation: 'worker.start', input: { lane: 'login' } }],
    });
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

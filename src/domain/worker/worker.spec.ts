import { describe, expect, it } from 'vitest';
import { workerStatePairs, workerStatesWritten } from '../../../test/support/workerStatePairs.js';
import { say } from '../../messages/say.js';
import { healthOf, type LastHeartbeat } from './liveness.js';
import { troubleOf } from './trouble.js';
import type { WorkerRun } from './workerRun.js';
import { workerStates } from './workerState.js';
import { checkWorkerAct, isDone, needsReviewer, workerTransitions } from './workerTransition.js';

describe('the states of a worker', () => {
  it('are seven, so that there are 49 pairs', () => {
    expect([...workerStates]).toEqual(workerStatesWritten);
    expect(workerStatePairs).toHaveLength(49);
  });

  it.each(workerStatePairs)('%s to %s: %j', (from, to, allowed) => {
    expect(workerTransitions[from].includes(to)).toBe(allowed);
  });
});

describe('what may be done to a worker', () => {
  it.each([
    ['start', 'ASSIGNED CONFLICTED', false],
    ['submit', 'WORKING CONFLICTED', false],
    ['conflict', 'WORKING', false],
    ['fail', 'ASSIGNED WORKING CONFLICTED IN_REVIEW APPROVED', false],
    ['approve', 'IN_REVIEW', true],
    ['requestChanges', 'IN_REVIEW APPROVED', true],
    ['merge', 'APPROVED', true],
    ['cancel', 'ASSIGNED WORKING CONFLICTED IN_REVIEW APPROVED', true],
    ['retry', 'FAILED', true],
  ] as const)('%s from %s; by a reviewer alone: %j', (act, from, reviewer) => {
    const allowed = workerStates.filter(state => checkWorkerAct({ name: 'login', state }, act) === undefined);
    expect(allowed.join(' ')).toBe(from);
    expect(needsReviewer(act)).toBe(reviewer);
  });

  it('is refused with its state and the next step', () => {
    expect(checkWorkerAct({ name: 'login', state: 'WORKING' }, 'merge')).toEqual({
      refused: true,
      code: 'transition_not_allowed',
      message: 'login is working and cannot be merged.',
      hint: 'Its agent submits it next (`worker done`).',
      details: { worker: 'login', state: 'WORKING', allowed: ['IN_REVIEW', 'CONFLICTED', 'FAILED'] },
    });
  });

  it('counts as done when it is repeated', () => {
    expect([isDone('APPROVED', 'approve'), isDone('IN_REVIEW', 'approve')]).toEqual([true, false]);
  });
});

describe('the trouble of a worker that should be at work', () => {
  const at = Date.UTC(2026, 0, 1);
  const run = (end: WorkerRun['end']): WorkerRun => ({
    version: 1,
    command: 'claude',
    program: 'process',
    watcher: 'watcher',
    pid: 4711,
    startedAt: at,
    end,
  });
  const ended = (
    by: NonNullable<WorkerRun['end']>['by'],
    exitCode: number | null = null,
    signal: string | null = null,
  ) => run({ at, by, exitCode, signal });
  const troubleAt = (heartbeat: LastHeartbeat, now: number, returnedAt?: number) =>
    troubleOf('login', healthOf({ state: 'WORKING', stateSince: at, heartbeat }, now), now, returnedAt);
  const look = 'See its output (`worker logs login`)';
  const again = '(`worker start login -- <program>`)';

  it.each([
    ['alive', run(null), 29, undefined, undefined],
    [
      'alive',
      run(null),
      30,
      'Its process 4711 is running, but its watcher has ended.',
      'Resume its heartbeats (`worker heartbeat login --watch 4711`).',
    ],
    ['stopped', run(null), 150, 'Its process 4711 was suspended (as with Ctrl+Z).', 'Resume it: `kill -CONT 4711`.'],
    [
      'unknown',
      undefined,
      7200,
      'Its heartbeats have stopped.',
      'Check its terminal. If it is still running, send a heartbeat (`stateroom worker heartbeat login`).',
    ],
    [
      'unknown',
      undefined,
      -7200,
      'Its last heartbeat is dated 2 h ahead and does not count: a clock is or was wrong.',
      'Check its terminal. If it is still running, send a heartbeat (`stateroom worker heartbeat login`).',
    ],
    [
      'gone',
      run(null),
      0,
      'Its program, process 4711, ended without an exit code: it was killed, or the machine was restarted.',
      `${look}, then start it again ${again}.`,
    ],
    [
      'gone',
      ended('exit', 0),
      0,
      'Its program ended without submitting anything.',
      `${look}, then submit the work (\`worker done login\`), or continue ${again}.`,
    ],
    ['gone', ended('exit', 3), 0, 'Its program ended with exit code 3.', `${look}, then start it again ${again}.`],
    ['gone', ended('signal', null, 'SIGKILL'), 0, 'Its program was killed by SIGKILL.', expect.any(String)],
    ['gone', ended('cancelled'), 0, 'Its program was stopped with its watcher.', expect.any(String)],
    ['gone', ended('lost'), 0, 'Its program ended without an exit code.', expect.any(String)],
    ['gone', ended('not-found'), 0, 'Its program was not found.', `Start one that exists ${again}.`],
  ] as const)('%s, %j, %d s after a beat', (process, found, seconds, reason, next) => {
    const heartbeat = { at, intervalMs: 10_000, process, ...(found === undefined ? {} : { run: found }) };
    const trouble = troubleAt(heartbeat, at + seconds * 1000);
    expect([trouble && say(trouble.reason), trouble && say(trouble.next)]).toEqual([reason, next]);
  });

  it.each([
    [
      'returned after the end',
      at,
      'The work was submitted, and its program has ended.',
      `${look}, then start it again ${again}.`,
    ],
    ['returned before the end', at - 1, 'Its program ended without submitting anything.', expect.any(String)],
  ] as const)('whose work was %s', (_when, returnedAt, reason, next) => {
    const heartbeat = { at, intervalMs: 10_000, process: 'gone', run: ended('exit', 0) } as const;
    const trouble = troubleAt(heartbeat, at, returnedAt);
    expect([trouble && say(trouble.reason), trouble && say(trouble.next)]).toEqual([reason, next]);
  });
});

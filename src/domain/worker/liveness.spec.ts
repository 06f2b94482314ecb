import { describe, expect, it } from 'vitest';
import { healthOf, type LastHeartbeat, type LivenessFacts } from './liveness.js';
import type { WorkerRun } from './workerRun.js';
import type { WorkerState } from './workerState.js';

const at = Date.UTC(2026, 0, 1);
const second = (seconds: number): number => at + seconds * 1000;

/** A heartbeat at second 0 of one that beats every 10 s. */
function beat(process: LastHeartbeat['process'] = 'unknown', traits: Partial<LastHeartbeat> = {}): LastHeartbeat {
  return { at, intervalMs: 10_000, process, ...traits };
}

function run(endedAfter: number | null): WorkerRun {
  const end = endedAfter === null ? null : ({ at: second(endedAfter), by: 'exit', exitCode: 0, signal: null } as const);
  return { version: 1, command: 'claude', program: 'one', watcher: 'two', pid: 4711, startedAt: at, end };
}

function health(facts: Partial<LivenessFacts>, seconds: number) {
  return healthOf({ state: 'WORKING', stateSince: at, heartbeat: undefined, ...facts }, second(seconds));
}

describe('the health of a worker that beats every 10 s', () => {
  it('is none once a person has stopped its agent', () => {
    const stopped = {
      ...run(10),
      session: '01',
      end: { at: second(10), by: 'cancelled', exitCode: null, signal: null },
    } as const;
    const levels = [stopped, { ...stopped, session: undefined }].map(
      one => health({ heartbeat: beat('gone', { run: one }) }, 20).level,
    );
    expect(levels).toEqual(['none', 'DEAD']);
  });

  it.each([
    // The clock of another machine may be a little ahead. What is further ahead is not health.
    [-86_401, 'none'],
    [-121, 'none'],
    [-120, 'ok'],
    [0, 'ok'],
    [29.999, 'ok'],
    [30, 'WARN'],
    [99.999, 'WARN'],
    [100, 'STALE'],
    [999.999, 'STALE'],
    [1000, 'DEAD'],
    [1_000_000, 'DEAD'],
  ])('is, %d s after the last one: %s', (seconds, level) => {
    expect(health({ heartbeat: beat() }, seconds).level).toBe(level);
  });

  it.each([
    [-121, -120],
    [0, 30],
    [30, 100],
    [100, 1000],
    [1000, undefined],
  ])('changes next, %d s after the last one, at %j s', (seconds, next) => {
    expect(health({ heartbeat: beat() }, seconds).changesAt).toBe(next === undefined ? undefined : second(next));
  });

  it.each([
    ['unknown', 0, 20, 20],
    ['unknown', 0, 40, 30],
    ['unknown', 20, 20, 30],
    ['gone', 0, 5000, 5000],
    ['gone', 5000, 5000, undefined],
  ] as const)('(%s) changes, %d s after it, where a limit is over after %d s, at %j s', (process, now, reset, next) => {
    const alert = { kind: 'rateLimit', resetsAt: second(reset) } as const;
    expect(health({ heartbeat: beat(process, { alert }) }, now).changesAt).toBe(
      next === undefined ? undefined : second(next),
    );
  });

  it('says how far ahead a heartbeat is that does not count', () => {
    const found = health({ heartbeat: beat() }, -3600);
    expect([found.heartbeat, found.aheadAt]).toEqual([undefined, at]);
    expect(health({ heartbeat: beat() }, -60)).toMatchObject({ level: 'ok', heartbeat: { at }, aheadAt: undefined });
  });
});

describe('the health of a worker by all that is known', () => {
  // state, heartbeat, seconds of the last call, whether a question is open, seconds now; level and seconds of the heartbeat.
  type Row = [WorkerState, LastHeartbeat | undefined, number | undefined, boolean, number, string, number?];
  it.each<Row>([
    ['WORKING', undefined, undefined, false, 0, 'none'],
    // A call, a write or a hook counts, and is expected each minute where nothing else was promised.
    ['WORKING', undefined, 0, false, 179, 'ok', 0],
    ['WORKING', undefined, 0, false, 180, 'WARN', 0],
    ['WORKING', undefined, 0, false, 600, 'STALE', 0],
    ['WORKING', undefined, 0, false, 6000, 'DEAD', 0],
    ['WORKING', beat(), 500, false, 510, 'ok', 500],
    ['WORKING', beat(), 500, false, 1600, 'DEAD', 500],
    ['WORKING', beat(), -50, false, 20, 'ok', 0],
    ['CONFLICTED', beat(), 995, false, 1000, 'ok', 995],
    // One dated ahead tells nothing, whatever it is.
    ['WORKING', undefined, 3600, false, 0, 'none'],
    ['WORKING', beat(), 3600, false, 100, 'STALE', 0],
    ['WORKING', beat('unknown', { at: second(3600) }), 5, false, 10, 'ok', 5],
    // Waiting for a person is not silence.
    ['WORKING', beat(), undefined, true, 0, 'WAITING', 0],
    ['WORKING', beat(), undefined, true, 100_000, 'WAITING', 0],
    ['CONFLICTED', beat('stopped'), undefined, true, 500, 'WAITING', 0],
    ['WORKING', undefined, undefined, true, 0, 'WAITING'],
    ['WORKING', beat('unknown', { at: second(3600) }), undefined, true, 0, 'WAITING'],
    // An end that is known is told at once, even so.
    ['WORKING', beat('gone', { run: run(0) }), undefined, false, 1, 'DEAD', 0],
    ['WORKING', beat('gone', { run: run(0) }), undefined, true, 1, 'DEAD', 0],
    ['WORKING', beat('gone', { run: run(null) }), -5, false, 1, 'DEAD', 0],
    ['WORKING', beat('gone', { run: run(null), at: second(3600) }), undefined, false, 1, 'DEAD', 3600],
    // Whoever is heard of after that continued by other means.
    ['WORKING', beat('gone', { run: run(2) }), 2, false, 3, 'DEAD', 2],
    ['WORKING', beat('gone', { run: run(2) }), 3, false, 4, 'ok', 3],
    ['WORKING', beat('gone', { run: run(null) }), 10, false, 11, 'DEAD', 10],
    ['WORKING', beat('gone', { run: run(null) }), 11, false, 12, 'ok', 11],
    // No heartbeat is expected before the work begins, or after it was handed over.
    ['IN_REVIEW', beat(), 5, true, 5000, 'none', 5],
    ['COMPLETED', beat('gone'), undefined, false, 5000, 'none', 0],
    ['ASSIGNED', beat(), undefined, false, 5000, 'none', 0],
    // What came before the attempt is of another one.
    ['ASSIGNED', beat('alive', { at: second(-1) }), -1, true, 5, 'none'],
  ])(
    '%s, %j, seen at %j s, asking %j, at %d s: %s',
    (state, heartbeat, seen, isAsking, seconds, level, heartbeatAt) => {
      const found = health(
        { state, heartbeat, seenAt: seen === undefined ? undefined : second(seen), isAsking },
        seconds,
      );
      expect([found.level, found.heartbeat?.at]).toEqual([
        level,
        heartbeatAt === undefined ? undefined : second(heartbeatAt),
      ]);
    },
  );

  it('does not change by time alone while it waits for a person', () => {
    expect(health({ heartbeat: beat(), isAsking: true }, 5).changesAt).toBeUndefined();
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import type { Actor } from '../domain/actor/actor.js';
import { laneNeedsYou } from '../operations/lane/laneNeedsYou.js';
import { workerHeartbeat } from '../operations/lane/worker/workerHeartbeat.js';
import { workerStart } from '../operations/lane/worker/workerStart.js';
import { workerStatus } from '../operations/lane/worker/workerStatus.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { snapshotShow } from '../operations/snapshot/snapshotShow.js';
import { afterTool } from './afterTool.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

const codex: Actor = { role: 'agent', name: 'codex-1a2b3c', harness: 'codex' };
const claude: Actor = { role: 'agent', name: 'claude-9f8e7d', harness: 'claude-code' };

const fail = (error: string, { command = 'make', actor = codex, exitCode = undefined as number | undefined } = {}) =>
  afterTool(repo.context(actor), { paths: [], command } as never, { tool: 'Bash', exitCode, error });
const errors = async () =>
  (await repo.ok(snapshotShow, {})).agentErrors.map(({ agent, command, error, count, lastAt }) => [
    ...[agent, command, error, count, lastAt],
  ]);
const written = async () =>
  (await repo.store.read(tx => tx.events.list({ type: 'tool_failed' }, 'newest', 500))).length;

describe('a failed tool call', () => {
  it('counts for its agent, however its numbers, ids and temporary folders differ, without secrets', async () => {
    await repo.ok(queueAdd, { title: 'x' });
    await fail('src/a.ts:12: no /tmp/x-7f/one, password=hunter22');
    repo.now += 60_000;
    await fail('src/a.ts:14: no /tmp/y-8a/one,  password=hunter22');
    await fail('timed out at 3f2a9c1d-5e6f-7a8b', { actor: claude });
    repo.now += 60_000;
    await fail('timed out at 1c1d9a00-0000-7a8b', { actor: claude });
    await fail('timed out at 1c1d9a00-0000-7a8b', { actor: claude, command: 'make all' });
    expect(await errors()).toEqual([
      ['claude-9f8e7d', 'make all', 'timed out at 1c1d9a00-0000-7a8b', 1, '2026-11-02T10:02:00.000Z'],
      ['claude-9f8e7d', 'make', 'timed out at 1c1d9a00-0000-7a8b', 2, '2026-11-02T10:02:00.000Z'],
      ['codex-1a2b3c', 'make', expect.stringMatching(/password=\[redacted\]$/), 2, '2026-11-02T10:01:00.000Z'],
    ]);
  });

  it('is written down fifty times and then once an hour, and is forgotten after a week', async () => {
    await repo.ok(queueAdd, { title: 'x' });
    for (let index = 0; index < 60; index += 1) await fail('exit code 2');
    expect(await written()).toBe(50);
    repo.now += 3_600_000;
    for (let index = 0; index < 3; index += 1) await fail('exit code 2');
    expect([await written(), (await errors()).map(([, , , count]) => count)]).toEqual([51, [51]]);
    repo.now += 8 * 86_400_000;
    expect(await errors()).toEqual([]);
    await fail('exit code 2');
    expect((await errors()).map(([, , , count]) => count)).toEqual([1]);
  });

  it('counts from one again after an hour without it, and in each lane', async () => {
    await repo.ok(queueAdd, { title: 'x' });
    const counts = async () => (await errors()).map(([, , , count]) => count);
    await fail('took 0.1 s');
    await fail('took 4 s');
    repo.now += 3_600_000;
    await fail('took 1,024.5 s');
    expect(await counts()).toEqual([3]);
    await fail('took 4 s', { actor: { ...codex, lane: 'login' } });
    expect(await counts()).toEqual([1, 3]);
    repo.now += 3_600_001;
    await fail('took 4 s');
    expect(await counts()).toEqual([1, 1]);
  });

  it('is none where a search found nothing, or a person interrupted it', async () => {
    await repo.ok(queueAdd, { title: 'x' });
    await fail('Exit code 1', { command: 'cd a && grep x y', exitCode: 1 });
    await fail('Exit code 1', { command: 'make | diff - out', exitCode: 1 });
    await fail('[Request interrupted by user for tool use]');
    expect(await errors()).toEqual([]);
    await fail('Exit code 1', { command: 'grep x y && make', exitCode: 1 });
    expect(await errors()).toHaveLength(1);
  });

  it('makes no store, and stops no one where none can be written', async () => {
    await fail('exit code 2');
    expect(await repo.dump()).toBe('absent');
  });
});

it('a lane whose agent had the same failure ten times within half an hour needs a person', async () => {
  const lane = await repo.spawn('login');
  await repo.ok(workerStart, { lane: 'login' });
  repo.place = lane.worktreePath;
  const needs = async () => (await repo.ok(laneNeedsYou, {})).needs.map(({ kind, text, next }) => [kind, text, next]);
  for (let index = 0; index < 9; index += 1) await fail('line 3: no such file');
  expect(await needs()).toEqual([]);
  await fail('line 4: no such file');
  const reason = '“make” has failed 10 times with the same error: “line 4: no such file”.';
  expect(await needs()).toEqual([['alert', reason, 'worker show login']]);
  const [shown] = (await repo.ok(workerStatus, {})).workers;
  expect(shown?.worker?.trouble).toEqual({
    reason,
    next: 'See what it is doing in its terminal, or write to it (`message send "…" --to login`).',
  });
  repo.now += 31 * 60_000;
  await repo.ok(workerHeartbeat, { lane: 'login' });
  expect(await needs()).toEqual([]);
});

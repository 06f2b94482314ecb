import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Lane } from '../../../domain/lane/lane.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { silentLog } from '../../../platform/log.js';
import type { Repository } from '../repository.js';
import { LaneFacts } from './laneFacts.js';

const lane = (ref: string, state = 'WORKING') => ({ ref, state, worker: null }) as unknown as Lane;
let answers: ((value: unknown) => void)[];
let repository: Repository;
let told: number;
let isTrusted: boolean;
let facts: LaneFacts;

// Their code is loaded on the first call, in real time.
beforeAll(() => loadLaneOperations());

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  answers = [];
  told = 0;
  isTrusted = true;
  repository = { id: 'here', invoke: () => new Promise(answer => answers.push(answer)) } as unknown as Repository;
  facts = new LaneFacts({ clock: { now: () => Date.now() }, log: silentLog, isTrusted: () => isTrusted });
});

afterEach(() => {
  facts.stop();
  vi.useRealTimers();
});

function start(): void {
  facts.start(() => {
    told += 1;
  });
}

it('are read once for the same lanes, and known by the name of the lane', async () => {
  start();
  facts.look(repository, [lane('L-1'), lane('L-2')]);
  await vi.advanceTimersByTimeAsync(499);
  expect(answers).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  facts.look(repository, [lane('L-1'), lane('L-2')]);
  expect(facts.of('login')).toEqual({ size: null, conflicts: [] });
  answers[0]?.({
    lanes: [
      { lane: 'login', files: 2, added: 52, removed: 7 },
      { lane: 'cart', files: 1, added: 1, removed: 0 },
      { lane: 'docs', files: 0, added: 0, removed: 0 },
    ],
    conflicts: [{ lanes: ['cart', 'login'], paths: ['a.ts'] }],
  });
  await vi.advanceTimersByTimeAsync(0);
  answers[1]?.({ trees: [], branches: [] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([answers.length, told]).toEqual([2, 1]);
  expect(facts.of('login')).toEqual({ size: { added: 52, removed: 7 }, conflicts: ['cart'] });
  expect(facts.of('docs')).toEqual({ size: null, conflicts: [] });
  expect(facts.of('cart')).toEqual({ size: { added: 1, removed: 0 }, conflicts: ['login'] });
});

it('have the branches that neither a lane nor a task is on, also in a repository without lanes', async () => {
  start();
  facts.look(repository, []);
  await vi.advanceTimersByTimeAsync(500);
  answers[0]?.({
    branches: [{ branch: 'copilot/fix-3', maker: 'Copilot' }],
    trees: [
      { worktreePath: '/x/fix', branch: 'claude/fix', maker: 'Claude Code', task: null },
      { worktreePath: '/x/task', branch: 'feature/t1', maker: null, task: 'T-1' },
      { worktreePath: '/x/detached', branch: null, maker: null, task: null },
    ],
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(facts.elsewhere).toEqual([
    { worktreePath: '/x/fix', branch: 'claude/fix', maker: 'Claude Code' },
    { worktreePath: null, branch: 'copilot/fix-3', maker: 'Copilot' },
  ]);
  facts.look({ id: 'another' } as Repository, []);
  expect(facts.elsewhere).toEqual([]);
});

it('are read again after a change and for a lane in another state, with a pause between', async () => {
  start();
  facts.look(repository, [lane('L-1')]);
  await vi.advanceTimersByTimeAsync(500);
  const end = async (round: number): Promise<void> => {
    answers[2 * round]?.({ lanes: [], conflicts: [] });
    await vi.advanceTimersByTimeAsync(0);
    answers[2 * round + 1]?.({ trees: [], branches: [] });
    await vi.advanceTimersByTimeAsync(0);
  };
  await end(0);
  facts.request();
  await vi.advanceTimersByTimeAsync(4999);
  expect(answers).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toHaveLength(3);
  await end(1);
  facts.look(repository, [lane('L-1', 'IN_REVIEW')]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(answers).toHaveLength(5);
});

it('are not read in Restricted Mode, nor once nobody looks', async () => {
  isTrusted = false;
  start();
  facts.look(repository, [lane('L-1')]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveLength(0);
  isTrusted = true;
  facts.stop();
  facts.look(repository, [lane('L-1')]);
  facts.request();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([answers.length, vi.getTimerCount()]).toEqual([0, 0]);
});

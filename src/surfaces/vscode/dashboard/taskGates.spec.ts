import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refuse } from '../../../domain/refusal/refusal.js';
import { verbatim } from '../../../messages/message.js';
import type { Now } from '../../../operations/repository/repositoryNow.js';
import { silentLog } from '../../../platform/log.js';
import type { Repository } from '../repository.js';
import type { GateState } from '../views/now/gateRows.js';
import { TaskGates } from './taskGates.js';

interface Call {
  readonly input: unknown;
  readonly options: { readonly signal: AbortSignal; readonly folder?: string };
  answer(value: unknown): void;
}

let calls: Call[];
let repository: Repository;
let told: number;
let atHand: { now: Now | undefined; gates: GateState; told: (() => void) | undefined; attention: string };
let isTrusted: boolean;
let gates: TaskGates;

const gone = '/gone/for/good';
const here = tmpdir();
const tasks = [
  { ref: 'T-1', workTree: here },
  { ref: 'T-2', workTree: here },
  { ref: 'T-3', workTree: gone },
];
const refused = refuse('not_found', verbatim('No.'));

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  calls = [];
  told = 0;
  isTrusted = true;
  repository = {
    id: 'here',
    invoke: (_operation: unknown, input: unknown, options: Call['options']) =>
      new Promise(answer => calls.push({ input, options, answer })),
  } as unknown as Repository;
  atHand = {
    now: { task: { ref: 'T-1' }, elsewhere: null } as Now,
    gates: { state: 'judging' },
    told: undefined,
    attention: '',
  };
  gates = new TaskGates({
    taskAtHand: {
      get now() {
        return atHand.now;
      },
      get gates() {
        return atHand.gates;
      },
      failure: undefined,
      onDidChange: listener => {
        atHand.told = () => listener();
        return {
          dispose: () => {
            atHand.told = undefined;
          },
        };
      },
      follow: (_follower, attention) => {
        atHand.attention = attention;
      },
      read: async () => undefined,
    },
    clock: { now: () => Date.now() },
    log: silentLog,
    isTrusted: () => isTrusted,
  });
});

afterEach(() => {
  gates.stop();
  vi.useRealTimers();
});

const start = (): void =>
  gates.start(() => {
    told += 1;
  });

describe('the gates of live tasks', () => {
  it('are judged one after another in their own worktrees, but for the task at hand', async () => {
    start();
    gates.look(repository, tasks);
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.map(({ input, options }) => [input, options.folder])).toEqual([[{ task: 'T-2' }, here]]);
    expect(gates.of('T-2')).toEqual({ state: 'judging' });
    calls[0]?.answer({ gates: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.slice(1).map(({ input, options }) => [input, options.folder])).toEqual([[{ task: 'T-3' }, undefined]]);
    calls[1]?.answer(refused);
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toBe(1);
    expect(gates.of('T-2')).toEqual({ state: 'judged', gates: [] });
    expect(gates.of('T-3')).toEqual({ state: 'unknown', reason: 'No.' });
    atHand.gates = { state: 'unknown', reason: 'Because.' };
    expect(gates.of('T-1')).toEqual({ state: 'unknown', reason: 'Because.' });
    expect(calls).toHaveLength(2);
  });

  it('are judged again after a change, never for a reading, and rest four times as long as they took', async () => {
    start();
    gates.look(repository, tasks.slice(0, 2));
    await vi.advanceTimersByTimeAsync(500);
    await vi.advanceTimersByTimeAsync(3000);
    gates.request();
    gates.request();
    calls[0]?.answer({ gates: [] });
    await vi.advanceTimersByTimeAsync(11_999);
    gates.look(repository, tasks.slice(0, 2));
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
    calls[1]?.answer({ gates: [] });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of a task that is worked on elsewhere are judged there, and not for the Now view', async () => {
    atHand.now = { task: { ref: 'T-1' }, elsewhere: here } as Now;
    start();
    gates.look(repository, tasks);
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls.map(({ input, options }) => [input, options?.folder])).toEqual([[{ task: 'T-1' }, here]]);
  });

  it('wait until it is known which task is at hand', async () => {
    atHand.now = undefined;
    start();
    gates.look(repository, tasks);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(0);
    atHand.now = { task: null } as Now;
    atHand.told?.();
    expect(told).toBe(1);
    gates.look(repository, tasks);
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.map(({ input }) => input)).toEqual([{ task: 'T-1' }]);
  });

  it('are left alone while nobody looks, and what runs is ended', async () => {
    start();
    gates.look(repository, []);
    expect(atHand.attention).toBe('');
    gates.look(repository, tasks);
    await vi.advanceTimersByTimeAsync(500);
    expect(atHand.attention).toBe('quiet');
    gates.stop();
    expect(calls[0]?.options.signal.aborted).toBe(true);
    expect([atHand.attention, atHand.told]).toEqual(['none', undefined]);
    calls[0]?.answer({ gates: [] });
    gates.request();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([calls.length, told, vi.getTimerCount()]).toEqual([1, 0, 0]);
  });

  it('are not asked for in Restricted Mode', async () => {
    isTrusted = false;
    start();
    gates.look(repository, tasks);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(0);
    expect(gates.of('T-1')).toEqual({
      state: 'unknown',
      reason: 'Gates run git, which Restricted Mode does not allow.',
    });
  });
});

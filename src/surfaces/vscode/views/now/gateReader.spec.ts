import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Refusal } from '../../../../domain/refusal/refusal.js';
import { verbatim } from '../../../../messages/message.js';
import { silentLog } from '../../../../platform/log.js';
import type { Repository } from '../../repository.js';
import { GateReader } from './gateReader.js';
import type { GateState } from './gateRows.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A repository that answers when it is told to. */
function waitingRepository() {
  const calls: { readonly input: unknown; readonly signal: AbortSignal; answer(value: unknown): void }[] = [];
  const invoke = (_operation: unknown, input: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise(resolve => calls.push({ input, signal, answer: resolve }));
  return { calls, repository: { invoke } as unknown as Repository };
}

function reader() {
  const told: GateState[] = [];
  return { told, reader: new GateReader({ now: () => Date.now() }, silentLog, gates => told.push(gates)) };
}
const judged = { gates: [] };

describe('judging the gates', () => {
  it('runs one at a time, and once more for all that was asked meanwhile', async () => {
    const { calls, repository } = waitingRepository();
    const { reader: gates, told } = reader();
    gates.follow({ repository, task: undefined });
    await vi.advanceTimersByTimeAsync(0);
    for (let asked = 0; asked < 5; asked += 1) gates.request();
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toHaveLength(1);
    calls[0]?.answer(judged);
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([{ state: 'judged', gates: [] }]);
    // It took 5 s, so it rests 20.
    await vi.advanceTimersByTimeAsync(19_999);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
  });

  it('drops the judgement of what is no longer in sight, and ends it', async () => {
    const { calls, repository } = waitingRepository();
    const { reader: gates, told } = reader();
    gates.follow({ repository, task: 'T-1' });
    await vi.advanceTimersByTimeAsync(0);
    gates.follow({ repository, task: 'T-2' });
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.map(({ input, signal }) => [input, signal.aborted])).toEqual([
      [{ task: 'T-1' }, true],
      [{ task: 'T-2' }, false],
    ]);
    calls[0]?.answer(judged);
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([]);
    gates.follow(undefined);
    expect(calls[1]?.signal.aborted).toBe(true);
    gates.request();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(2);
    await gates.settled();
  });

  it('tells why there is no judgement', async () => {
    const { calls, repository } = waitingRepository();
    const { reader: gates, told } = reader();
    gates.follow({ repository, task: undefined });
    await vi.advanceTimersByTimeAsync(0);
    calls[0]?.answer({
      refused: true,
      code: 'no_repository',
      message: verbatim('There is none here.'),
    } satisfies Refusal);
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([{ state: 'unknown', reason: 'There is none here.' }]);
  });
});

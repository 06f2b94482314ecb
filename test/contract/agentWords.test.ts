import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from './cliRig.js';
import { hasEnded, type MockAct, makeSessionRig, type SessionRig, type ShownSession, submits } from './sessionRig.js';

let rig: SessionRig;

beforeEach(async () => {
  rig = await makeSessionRig();
});

const list: MockAct = { do: 'listTools' };
const asks = (command: string): MockAct => ({
  do: 'ask',
  toolCall: { toolCallId: 'call-1', title: command, kind: 'execute', rawInput: { command } },
});
const question: MockAct = {
  do: 'mcp',
  tool: 'work_items',
  arguments: { action: 'ask', id: 'W-1', question: 'Which database?' },
};
const asksFor =
  (title: string) =>
  ({ asks }: ShownSession): boolean =>
    asks.some(one => one.title === title);

async function said(): Promise<readonly string[]> {
  return (await rig.transcript()).flatMap(({ kind, text }) => (kind === 'message' ? [String(text)] : []));
}

async function permissions(): Promise<readonly string[]> {
  return (await rig.transcript()).flatMap(({ kind, title, answer }) =>
    kind === 'permission' ? [`${String(title)}: ${String(answer)}`] : [],
  );
}

describe('a permission', () => {
  it('is asked of a person in Needs You, once, and for as long as the person says', async () => {
    rig.mock('mock', [[list, asks('npm ci'), asks('npm ci'), asks('npm publish'), ...submits]]);
    await rig.person('start', 'W-1', 'mock', '--policy', 'edit');
    await rig.until(asksFor('npm ci'));
    const { needs } = await answer(['lane', 'needs-you'], { cwd: rig.repository });
    expect(needs).toMatchObject([
      { kind: 'permission', ref: 'L-1', item: 'W-1', title: 'npm ci', from: 'mock-w1-add-a', next: 'permit w1-add-a' },
    ]);
    expect(await rig.person('permit', 'W-1', '--for', 'lane')).toBe('Allowed: npm ci\n');
    await rig.until(asksFor('npm publish'));
    expect(await rig.person('permit', 'W-1', '--refuse')).toBe('Refused: npm publish\n');
    expect((await rig.until(hasEnded)).endReason).toBe('done');
    expect(await permissions()).toEqual([
      'npm ci: asked',
      'npm ci: allowed',
      'npm ci: allowed',
      'npm publish: asked',
      'npm publish: refused',
    ]);
    expect(await said()).toEqual(['yes', 'yes', 'no']);
    const none = await rig.attempt('--no-color', 'permit', 'W-1');
    expect([none.code, none.stdout.split('\n')[0]]).toEqual([1, 'stateroom: No agent runs in L-1 (w1-add-a).']);
  });

  it('is refused by the rules of the lane, whatever the policy says', async () => {
    rig.mock('mock', [[list, asks('git commit --no-verify -m x'), asks('git stash'), asks('ls'), ...submits]]);
    await rig.person('start', 'W-1', 'mock', '--policy', 'all');
    await rig.until(hasEnded);
    expect(await permissions()).toEqual(['git commit --no-verify -m x: refused', 'git stash: refused', 'ls: allowed']);
    expect(await said()).toEqual(['no', 'no', 'yes']);
  });
});

describe('words to an agent', () => {
  it('reach it after its turn, and wake it once it has ended', async () => {
    rig.mock('mock', [
      [list, asks('npm ci')],
      [{ do: 'echo' }, question],
      [{ do: 'echo' }, ...submits],
    ]);
    await rig.person('start', 'W-1', 'mock');
    await rig.until(asksFor('npm ci'));
    expect(await rig.person('say', 'W-1', 'Use the table of limits')).toBe('mock reads it after its turn.\n');
    await rig.person('permit', 'W-1');
    const asked = await rig.until(hasEnded);
    expect([asked.endReason, await said()]).toEqual(['blocked', ['yes', 'Use the table of limits']]);
    rig.mock('mock', [[{ do: 'echo' }, question]]);
    expect(await rig.person('say', 'W-1', 'Any will do')).toBe('mock goes on in w1-add-a with that.\n');
    const woken = await rig.until(({ id, state }) => id !== asked.id && state === 'ended');
    expect([woken.session, await said()]).toEqual([asked.session, ['Any will do']]);
    expect(await rig.attempts()).toEqual(['1 blocked', '2 blocked']);
  });

  it('are the answer to its question, and the changes that a reviewer requests', async () => {
    rig.mock('mock', [[list, question]]);
    await rig.person('start', 'W-1', 'mock', '--policy', 'edit');
    const asked = await rig.until(hasEnded);
    expect([asked.endReason, rig.processes(asked)]).toEqual(['blocked', []]);
    rig.mock('mock', [[{ do: 'echo' }, list, ...submits]]);
    await rig.person('queue', 'advance', 'W-1', '--answer', 'SQLite');
    const submitted = await rig.until(({ id, state }) => id !== asked.id && state === 'ended');
    expect([submitted.endReason, submitted.session]).toEqual(['done', asked.session]);
    expect(await said()).toEqual(['You asked: Which database?\nThe answer is: SQLite']);
    const again: MockAct = { do: 'write', path: 'b.txt', text: 'b' };
    rig.mock('mock', [[{ do: 'echo' }, list, again, ...submits]]);
    await rig.person('worker', 'request-changes', 'w1-add-a', '-m', 'Name it b');
    const mended = await rig.until(({ id, state }) => id !== submitted.id && state === 'ended');
    expect([mended.endReason, await said()]).toEqual(['done', ['Changes were requested: Name it b']]);
    expect(await rig.attempts()).toEqual(['1 blocked', '2 done', '3 done']);
  });

  it('are only recorded with --only', async () => {
    rig.mock('mock', [[list, question]]);
    await rig.person('start', 'W-1', 'mock');
    await rig.until(hasEnded);
    await rig.person('queue', 'advance', 'W-1', '--answer', 'SQLite', '--only');
    expect((await rig.sessions()).length).toBe(1);
  });
});

describe('the usage of an agent', () => {
  it('is kept by its meaning: turns added up, the rest as it was last', async () => {
    const usage = (used: number): MockAct => ({
      do: 'update',
      update: { sessionUpdate: 'usage_update', used, size: 1000, cost: { amount: used / 1000, currency: 'USD' } },
    });
    const end: MockAct = {
      do: 'end',
      result: { stopReason: 'end_turn', usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 } },
    };
    rig.mock('mock', [
      [list, usage(100), end],
      [usage(300), end],
    ]);
    await rig.person('start', 'W-1', 'mock');
    const { usage: rows } = await rig.until(hasEnded);
    expect(
      rows.map(({ meaning, source, input, output, costMicros, used, size }) => ({
        ...{ meaning, source, input, output, costMicros, used, size },
      })),
    ).toEqual([
      { meaning: 'turn', source: 'agent', input: 20, output: 10, costMicros: null, used: null, size: null },
      { meaning: 'session', source: 'agent', input: null, output: null, costMicros: 300_000, used: null, size: null },
      { meaning: 'context', source: 'agent', input: null, output: null, costMicros: null, used: 300, size: 1000 },
      {
        meaning: 'time',
        source: 'log',
        input: null,
        output: null,
        costMicros: null,
        used: expect.any(Number),
        size: null,
      },
    ]);
  });
});

describe('work that an agent left', () => {
  it('is in Needs You with the reason, and waits for an answer without being dead', async () => {
    rig.mock('mock', [[list, { do: 'die', code: 7 }]]);
    await rig.person('start', 'W-1', 'mock');
    await rig.until(hasEnded);
    const needs = async () => (await answer(['lane', 'needs-you'], { cwd: rig.repository })).needs;
    expect(await needs()).toMatchObject([{ kind: 'dead', ref: 'L-1', text: expect.stringContaining('exit code 7') }]);
    const ask = { action: 'send', kind: 'question', text: 'Which database?' };
    rig.mock('mock', [[list, { do: 'mcp', tool: 'lane_communication', arguments: ask }]]);
    await rig.person('start', 'W-1', 'mock');
    const asked = await rig.until(session => hasEnded(session) && session.endReason !== 'crashed');
    expect(asked.endReason).toBe('blocked');
    const lane = await answer(['lane', 'show', 'L-1'], { cwd: rig.repository });
    expect(lane).toMatchObject({ worker: { state: 'WORKING', liveness: 'WAITING' } });
    expect(await needs()).toMatchObject([{ kind: 'question', title: 'Which database?' }]);
    rig.mock('mock', [[{ do: 'echo' }, list, ...submits]]);
    await rig.person('message', 'send', 'SQLite', '--reply-to', 'M-1');
    const done = await rig.until(({ id, state }) => id !== asked.id && state === 'ended');
    expect([done.endReason, await said()]).toEqual(['done', ['You asked: Which database?\nThe answer is: SQLite']]);
  });
});

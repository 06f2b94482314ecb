import { beforeEach, describe, expect, it } from 'vitest';
import { answer, userNode } from './cliRig.js';
import { hasEnded, type MockAct, makeSessionRig, type SessionRig, type ShownSession, submits } from './sessionRig.js';

let rig: SessionRig;

beforeEach(async () => {
  rig = await makeSessionRig();
});

const list: MockAct = { do: 'listTools' };
const hangs: readonly MockAct[] = [
  list,
  { do: 'child', ignoresTerm: true, ownSession: true },
  { do: 'say', text: 'On it' },
  { do: 'hang' },
];
const isOnIt = ({ line }: ShownSession): boolean => line === 'On it';

async function refused(...words: readonly string[]): Promise<string> {
  const { code, stdout } = await rig.attempt('--no-color', ...words);
  return `${code}: ${stdout}`;
}

async function needs(): Promise<readonly Record<string, unknown>[]> {
  return (await answer(['lane', 'needs-you'], { cwd: rig.repository })).needs as Record<string, unknown>[];
}

describe('work that is taken from a started agent', () => {
  it('ends it with all of its processes when a person hands it over, as handed over', async () => {
    rig.mock('mock', [hangs]);
    await rig.person('start', 'W-1', 'mock');
    const session = await rig.until(isOnIt);
    await rig.person('hand', 'W-1', 'codex');
    expect(await rig.until(hasEnded)).toMatchObject({ endReason: 'handed-over', why: null });
    expect(rig.processes(session)).toEqual([]);
    expect(await rig.attempts()).toEqual(['1 handed-over']);
  });

  it('ends it as reassigned, and as stopped when the lane is cancelled', async () => {
    rig.mock('mock', [hangs]);
    await rig.person('start', 'W-1', 'mock');
    await rig.until(isOnIt);
    await rig.person('worker', 'cancel', 'w1-add-a', '--outcome', 'reassign');
    expect((await rig.until(hasEnded)).endReason).toBe('reassigned');
    await rig.person('start', 'W-1', 'mock');
    const second = await rig.until(session => !hasEnded(session) && isOnIt(session));
    await rig.person('worker', 'cancel', 'w1-add-a');
    expect((await rig.until(hasEnded)).endReason).toBe('stopped');
    expect(rig.processes(second)).toEqual([]);
    expect(await rig.attempts()).toEqual(['1 reassigned', '2 stopped']);
  });

  it('is handed over by the agent itself, whose turn then ends', async () => {
    const hand: MockAct = { do: 'mcp', tool: 'switch_task', arguments: { action: 'hand_over', to: 'codex' } };
    rig.mock('mock', [[list, hand, { do: 'say', text: 'Handed' }], [{ do: 'say', text: 'Asked again' }]]);
    await rig.person('start', 'W-1', 'mock', '--policy', 'all');
    expect(await rig.until(hasEnded)).toMatchObject({ endReason: 'handed-over', why: null });
    const said = (await rig.transcript()).flatMap(({ kind, text }) => (kind === 'message' ? [text] : []));
    expect(said.at(-1)).toBe('Handed');
  });

  it('shows no dead worker once a person has stopped it', async () => {
    rig.mock('mock', [hangs]);
    await rig.person('start', 'W-1', 'mock');
    await rig.until(isOnIt);
    await rig.person('stop', 'W-1');
    expect(await needs()).toEqual([]);
    const lane = await answer(['lane', 'show', 'L-1'], { cwd: rig.repository });
    expect(lane).toMatchObject({ worker: { state: 'WORKING', liveness: 'none' } });
  });
});

describe('a start', () => {
  it('takes no lane from an agent or a person at work there, and names the way to hand it over', async () => {
    rig.mock('mock', [submits]);
    await rig.person('worker', 'spawn', 'W-1');
    await answer(['worker', 'start', 'w1-add-a'], { cwd: rig.repository, env: { STATEROOM_ACTOR: 'other' } });
    expect(await refused('start', 'W-1', 'mock')).toMatch(
      /^1: stateroom: other is at work in L-1 \(w1-add-a\), since 20\d\d-\S+Z\.\n {2}Let it finish, or hand the work over: `stateroom hand L-1`\.\n$/,
    );
    expect(await rig.sessions()).toEqual([]);
    await rig.person('hand', 'L-1');
    await rig.person('start', 'W-1', 'mock');
    expect(await rig.until(hasEnded)).toMatchObject({ endReason: 'done' });
  });

  it('is refused with the reason if the agent never begins, and leaves that in Needs You', async () => {
    rig.mock('mock', [], { initialize: { fault: 'die', code: 4 } });
    const found = await refused('start', 'W-1', 'mock');
    expect(found).toMatch(/^1: stateroom: mock did not start in L-1 \(w1-add-a\): .*exit code 4/);
    expect(found).toContain('See its last words with `stateroom transcript w1-add-a`.');
    expect(await needs()).toMatchObject([
      { kind: 'unstarted', ref: 'L-1', text: expect.stringContaining('exit code 4'), next: 'start w1-add-a' },
    ]);
  });

  it('says that it has only asked while the agent has not begun', async () => {
    rig.mock('mock', [], { initialize: { fault: 'never' } });
    expect(await rig.person('start', 'W-1', 'mock')).toBe(
      'Asked mock to start in w1-add-a, a new lane. It has not begun yet.\nWatch it: stateroom transcript w1-add-a --follow\n',
    );
    await rig.person('stop', 'W-1');
    expect(await needs()).toEqual([]);
  });

  it('of another program beside the agent is refused', async () => {
    rig.mock('mock', [hangs]);
    await rig.person('start', 'W-1', 'mock');
    await rig.until(isOnIt);
    for (const verb of ['start', 'run']) {
      expect(await refused('worker', verb, 'w1-add-a', '--', userNode, '--version')).toContain(
        'mock already runs in L-1 (w1-add-a).',
      );
    }
    await rig.person('stop', 'W-1');
  });
});

describe('an answer to an agent', () => {
  const asks = (title: string, toolCall: object): MockAct => ({
    do: 'ask',
    toolCall: { toolCallId: 'call-1', title, ...toolCall },
  });

  it('wakes the session that asked, although a later one did not start', async () => {
    const question = { action: 'ask', id: 'W-1', question: 'Which database?' };
    rig.mock('mock', [[list, { do: 'mcp', tool: 'work_items', arguments: question }]]);
    await rig.person('start', 'W-1', 'mock');
    const asked = await rig.until(hasEnded);
    rig.mock('mock', [], { initialize: { fault: 'die' } });
    await refused('start', 'W-1', 'mock');
    rig.mock('mock', [[{ do: 'echo' }, list, ...submits]]);
    await rig.person('queue', 'advance', 'W-1', '--answer', 'SQLite');
    const woken = await rig.until(session => hasEnded(session) && session.endReason === 'done');
    expect([woken.session, (await rig.sessions()).length]).toEqual([asked.session, 3]);
  });

  it('is not taken for a runner that is dead', async () => {
    rig.mock('mock', [[list, asks('Install', { kind: 'execute', rawInput: { command: 'npm ci' } })]]);
    await rig.person('start', 'W-1', 'mock');
    await rig.until(session => session.asks.length > 0);
    // The whole command is on the item's page.
    expect(await needs()).toMatchObject([{ kind: 'permission', title: 'Install', text: null }]);
    process.kill(rig.runnerPid() ?? 0, 'SIGKILL');
    expect(await refused('permit', 'W-1')).toContain('No agent runs in L-1 (w1-add-a).');
    rig.mock('mock', [[{ do: 'echo' }, list, ...submits]]);
    expect(await rig.person('say', 'W-1', 'Go on')).toBe('mock goes on in w1-add-a with that.\n');
    expect((await rig.until(session => session.endReason !== 'crashed' && hasEnded(session))).endReason).toBe('done');
  });

  it('lasts only for acts that are known again', async () => {
    rig.mock('mock', [[list, asks('Open the browser', { kind: 'other' }), ...submits]]);
    await rig.person('start', 'W-1', 'mock');
    await rig.until(session => session.asks.length > 0);
    expect(await refused('permit', 'W-1', '--for', 'lane')).toContain('“Open the browser” can be allowed only once');
    expect(await rig.person('permit', 'W-1')).toBe('Allowed: Open the browser\n');
    await rig.until(hasEnded);
  });

  it('has no secret, and reaches no program without a protocol', async () => {
    await rig.person('start', 'W-1', '--', '/bin/sh', '-c', 'cat >/dev/null');
    await rig.until(hasEnded);
    expect(await refused('say', 'W-1', 'password=hunter2222')).toContain('The text holds a secret');
    expect(await refused('say', 'W-1', 'Go on')).toContain('A program runs in L-1 (w1-add-a) that speaks no protocol');
    expect(await refused('agents', 'show', 'W-999')).toContain('Work item W-999 not found.');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { answer, git, writeIn } from './cliRig.js';
import { hasEnded, type MockAct, makeSessionRig, type SessionRig } from './sessionRig.js';

let rig: SessionRig;

beforeEach(async () => {
  rig = await makeSessionRig();
});

const list: MockAct = { do: 'listTools' };
const costs = (amount: number): MockAct => ({
  do: 'update',
  update: { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount, currency: 'USD' } },
});
const tool = (id: string): MockAct => ({
  do: 'update',
  update: { sessionUpdate: 'tool_call', toolCallId: id, title: 'npm test', kind: 'execute', status: 'completed' },
});
const needs = async () =>
  (await answer(['lane', 'needs-you'], { cwd: rig.repository })).needs as { kind: string; text: string | null }[];

describe('the budget of a work item', () => {
  it('is told at 80 %, and ends the turn at its next tool call once it is used up, with a backup', async () => {
    rig.settings({ budget: { itemDollars: 1 } });
    rig.mock('mock', [
      [list, costs(0.85), tool('one'), { do: 'work' }, { do: 'say', text: 'Not reached' }],
      [{ do: 'echo' }, { do: 'write', path: 'half.txt', text: 'half' }, costs(1.2), tool('two'), { do: 'work' }],
    ]);
    await rig.person('start', 'W-1', 'mock');
    const session = await rig.until(hasEnded);
    expect(session).toMatchObject({ endReason: 'budget', why: 'The budget of W-1 is used up: $1.20 of $1.00.' });
    expect(rig.processes(session)).toEqual([]);
    const messages = (await rig.transcript()).filter(({ kind }) => kind === 'message').map(({ text }) => String(text));
    expect(messages.length).toBe(1);
    expect(messages[0]).toMatch(/^You have used \$0\.85 of \$1\.00, the budget of W-1\. Finish now: commit/);
    const { attempts } = (await answer(['queue', 'show', 'W-1'], { cwd: rig.repository })) as {
      attempts: { endReason: string; backup: string }[];
    };
    expect(attempts.map(({ endReason }) => endReason)).toEqual(['budget']);
    expect(git(rig.repository, 'show', `${attempts[0]?.backup}:files/half.txt`)).toBe('half');
    expect((await needs()).map(({ text }) => text)).toEqual(['The budget of W-1 is used up: $1.20 of $1.00.']);
    const again = await rig.attempt('--no-color', 'start', 'W-1', 'mock');
    expect([again.code, again.stdout]).toEqual([
      1,
      'stateroom: The budget of W-1 is used up: $1.20 of $1.00.\n  To go on, raise `budget.itemDollars` in your own settings and those of the repository.\n',
    ]);
    rig.settings({ budget: { itemDollars: 5 } });
    rig.mock('mock', [[list, { do: 'mcp', tool: 'dispatch_lane_work', arguments: { action: 'fail', reason: 'No' } }]]);
    await rig.person('say', 'W-1', 'Go on');
    expect(await rig.until(({ id, state }) => id !== session.id && state === 'ended')).toMatchObject({
      endReason: 'failed',
    });
  });
});

describe('the budget of a day', () => {
  it('refuses a start before a lane is opened, also if only the repository sets it', async () => {
    rig.settings({ budget: { dayMinutes: 500 } });
    rig.mock('mock', []);
    writeIn(rig.repository, '.stateroom/config.json', '{"budget":{"dayMinutes":0}}');
    git(rig.repository, 'add', '.stateroom');
    git(rig.repository, 'commit', '-qm', 'Limit agents');
    const { code, stdout } = await rig.attempt('--no-color', 'start', 'W-1', 'mock');
    const day = new Date().toISOString().slice(0, 10);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString();
    expect([code, stdout]).toEqual([
      1,
      `stateroom: The budget of ${day} is used up: 0 min of 0 min.\n  A new day begins at ${next}. To start before, raise \`budget.dayMinutes\` in your own settings and those of the repository.\n`,
    ]);
    expect(git(rig.repository, 'worktree', 'list').trim().split('\n').length).toBe(1);
  });
});

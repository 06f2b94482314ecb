import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, git, start, until } from './cliRig.js';
import { type MockAct, makeSessionRig, type SessionRig, submits } from './sessionRig.js';

const list: MockAct = { do: 'listTools' };
const minute = 60_000;

/** What the mock agents do, by words of their first prompt. */
const when = [
  ['You asked: 5 or 10?', [submits]],
  ['W-2', [[{ do: 'mcp', tool: 'work_items', arguments: { action: 'ask', id: 'W-2', question: '5 or 10?' } }]]],
  ['W-3', [[{ do: 'mcp', tool: 'dispatch_lane_work', arguments: { action: 'fail', reason: 'The API needs a key.' } }]]],
  ['W-4', [[list, { do: 'say', text: 'Done!' }], [{ do: 'say', text: 'Done, as I said!' }]]],
  ['W-5', [[list, { do: 'say', text: 'On it' }, { do: 'wait', ms: 4000 }, ...submits]]],
] as const;

interface Decision {
  readonly subject: string;
  readonly act: string;
  readonly reason: string;
}

async function makeRig(): Promise<SessionRig & { ahead(ms: number): void; plan(): Promise<string[]> }> {
  const rig = await makeSessionRig();
  const file = join(rig.repository, '..', 'ahead');
  const preload = join(import.meta.dirname, '..', 'support', 'clockAhead.mjs');
  Object.assign(rig.env, { NODE_OPTIONS: `--import ${preload}`, TEST_CLOCK_AHEAD: file });
  return {
    ...rig,
    ahead: ms => writeFileSync(file, String(ms)),
    async plan() {
      const plan = await answer(['control', 'plan'], { cwd: rig.repository, env: rig.env });
      return (plan.decisions as Decision[]).map(({ subject, act, reason }) => `${subject} ${act} ${reason}`);
    },
  };
}

/** Waits until the plan has all of these. */
async function untilPlan(rig: { plan(): Promise<string[]> }, ...wanted: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    last = await rig.plan();
    if (wanted.every(one => last.includes(one))) return;
    await new Promise(done => setTimeout(done, 200));
  }
  expect(last).toEqual(wanted);
}

describe('control', () => {
  it('keeps two agents busy over five items, and leaves what they cannot do to a person', async () => {
    const rig = await makeRig();
    rig.mock('one', [submits], { when });
    rig.mock('two', [submits], { when });
    for (const title of ['Ask', 'Fail', 'Claim to be done', 'Be slow']) await rig.person('queue', 'add', title);
    expect(await rig.plan()).toEqual([1, 2, 3, 4, 5].map(number => `W-${number} wait noAgent`));
    expect(await rig.person('--no-color', 'control', 'start', '--agent', 'one:1', '--agent', 'two:1')).toMatch(
      /^Control is on\.\nControl is on, checked (?:now|\d s ago) · \d of 2 running\n/,
    );
    await untilPlan(rig, 'W-1 wait reviewYou', 'W-2 wait asksYou', 'W-3 wait itemCooldown', 'W-4 wait itemCooldown');
    // The runner is killed while an agent works: its successor ends what it left, and goes on with it.
    await rig.until(({ line }) => line === 'On it', 'W-5');
    process.kill(rig.runnerPid() ?? 0, 'SIGKILL');
    start(['runner'], { cwd: rig.repository, env: rig.env });
    await untilPlan(rig, 'W-5 wait reviewYou');
    await rig.person('queue', 'advance', 'W-2', '--answer', '5');
    await untilPlan(rig, 'W-2 wait reviewYou');
    rig.ahead(6 * minute);
    await untilPlan(rig, 'W-3 wait asksYou', 'W-4 wait asksYou');
    expect(await rig.person('--no-color', 'control', 'stop')).toBe('Control is off.\n');
    await until('the runner has ended', () => rig.runnerPid() === undefined);
    const report = await rig.person('--no-color', 'control', 'report');
    expect(report.replace(/(?:\d{4}-\d\d-\d\d )?\d\d:\d\d/g, 'hh:mm').split('\n')).toEqual([
      'Control was on from hh:mm to hh:mm',
      '3 done · 0 need you · 2 gave up · $0.00, one not included (it reports no use), two not included (it reports no use)',
      'Done:',
      '  W-1 Add a · waits for your review · no proof · feature/w1-add-a',
      '  W-2 Ask · waits for your review · no proof · feature/w2-ask',
      '  W-5 Be slow · waits for your review · no proof · feature/w5-be-slow',
      'Gave up:',
      expect.stringMatching(
        /^ {2}W-3 Fail · (?:one|two) failed twice the same way: The API needs a key\. What should happen differently\?$/,
      ),
      expect.stringMatching(
        /^ {2}W-4 Claim to be done · (?:one|two) failed twice the same way: It ended without a commit, a question or a report\. What/,
      ),
      '',
    ]);
    const attempts = await Promise.all([1, 2, 3, 4, 5].map(number => rig.attempts(`W-${number}`)));
    expect(attempts).toEqual([
      ['1 done'],
      ['1 blocked', '2 done'],
      ['1 failed', '2 failed'],
      ['1 unclear', '2 unclear'],
      ['1 crashed', '2 done'],
    ]);
    for (const number of [1, 2, 3, 4, 5]) {
      for (const session of await rig.sessions(`W-${number}`)) expect(rig.processes(session)).toEqual([]);
    }
  });

  it('waits for an agent that ends before it begins, blames no item for it, and goes on once it is repaired', async () => {
    const rig = await makeRig();
    rig.mock('one', [submits], { notAcp: 'x', exit: 4 });
    await rig.person('queue', 'add', 'Wait too');
    await rig.person('control', 'start', '--agent', 'one');
    await untilPlan(rig, 'W-1 wait agentFails', 'W-2 wait agentFails');
    expect((await rig.sessions()).map(({ endReason }) => endReason)).toEqual(['failed']);
    rig.mock('one', [submits]);
    rig.ahead(6 * minute);
    await untilPlan(rig, 'W-1 wait reviewYou', 'W-2 wait reviewYou');
    await rig.person('control', 'stop');
  });

  it('starts by the settings of a repository that a person has agreed to, and by no higher ones', async () => {
    const rig = await makeRig();
    rig.mock('mock', [submits]);
    await rig.person('queue', 'edit', 'W-1', '--assignee', 'Ann');
    const configure = (text: string) => {
      mkdirSync(join(rig.repository, '.stateroom'), { recursive: true });
      writeFileSync(join(rig.repository, '.stateroom', 'config.json'), text);
      git(rig.repository, 'add', '-A');
      git(rig.repository, 'commit', '-q', '-m', 'Configure');
    };
    configure('{ "control": { "agents": { "mock": 2 } } }');
    const refused = await rig.attempt('--no-color', 'control', 'start');
    expect([refused.code, refused.stdout.replace(/[0-9a-f]{16}/, '<hash>')]).toEqual([
      1,
      'stateroom: No person has agreed to the settings of control that this repository has: {"agents":{"mock":2}}.\n' +
        '  Read them and what would start (`stateroom control plan`), then run `stateroom control start --confirm <hash>`.\n',
    ]);
    const hash = /--confirm ([0-9a-f]{16})/.exec(refused.stdout)?.[1] ?? '';
    expect(await rig.person('--no-color', 'control', 'start', '--confirm', hash)).toContain('Control is on.\n');
    const plan = async () => {
      const { atOnce, decisions } = await answer(['control', 'plan'], { cwd: rig.repository, env: rig.env });
      return [atOnce, (decisions as { text: string }[])[0]?.text];
    };
    expect(await plan()).toEqual([2, 'assigned to Ann']);
    configure('{ "control": { "agents": { "mock": 1 } } }');
    expect(await plan()).toEqual([1, 'assigned to Ann']);
    configure('{ "control": { "agents": { "mock": 50 }, "budget": { "money": 100 } } }');
    expect(await plan()).toEqual([
      2,
      'the settings allow more than was confirmed (agents.mock: 2 → 50); start control again to agree to them',
    ]);
    const again = (await rig.attempt('--no-color', 'control', 'start')).stdout;
    const next = /--confirm ([0-9a-f]{16})/.exec(again)?.[1] ?? '';
    expect(again).toContain('No person has agreed to the settings of control');
    expect(await rig.person('--no-color', 'control', 'start', '--confirm', next, '--money', '3')).toMatch(
      /^Control was on already, and goes on with these settings\.\nControl is on, checked .* · 0 of 50 running · \$0\.00 of \$3\.00\n/,
    );
    expect(await rig.person('--no-color', 'control', 'start')).toMatch(/^Control was on already\.\n/);
    expect((await rig.attempt('--no-color', 'control', 'start', '--agent', 'nosuch')).stdout).toBe(
      'stateroom: The settings of this repository do not allow nosuch in control, only: mock.\n' +
        '  Name some of these, or leave out `--agent` for all of them.\n',
    );
    configure('{ "control": { "agents": { "mock": 2, "nosuch": 1 }, "budget": { "money": 100 } } }');
    const third = (await rig.attempt('--no-color', 'control', 'start', '--attempts', '2')).stdout;
    const last = /--confirm ([0-9a-f]{16})/.exec(third)?.[1] ?? '';
    expect(await rig.person('--no-color', 'control', 'start', '--attempts', '2', '--confirm', last)).toContain(
      '0 of 3 running · $0.00 of $3.00\n',
    );
    configure('{ "control": { "agents": { "mock": 2 }, "budget": { "money": 100 } } }');
    configure('{ "control": { "agents": { "mock": 0 } } }');
    expect(await plan()).toEqual([
      3,
      expect.stringMatching(/^the settings cannot be read, so nothing new is started: .*control\.agents\.mock/),
    ]);
    expect((await rig.attempt('--no-color', 'start', 'W-1', 'mock')).stdout).toMatch(
      /^stateroom: Cannot use \.stateroom\/config\.json: control\.agents\.mock/,
    );
    expect(await rig.person('--no-color', 'control', 'stop')).toBe('Control is off.\n');
    expect(await rig.person('--no-color', 'control', 'stop').catch(String)).toContain('Control is off.');
    expect(await rig.sessions()).toEqual([]);
  });
});

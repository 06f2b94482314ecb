import { describe, expect, it } from 'vitest';
import { sized } from '../crash/support/size.js';
import { git, start, until } from './cliRig.js';
import { type MockAct, makeSessionRig, type SessionRig, type ShownSession, submits } from './sessionRig.js';

const never = { fault: 'never' };
const stubborn = { staysWithoutInput: true, ignoreTerm: true };
const inTurn = (...acts: readonly MockAct[]) => [
  [
    { do: 'listTools' },
    { do: 'child', ignoresTerm: true, ownSession: true },
    ...acts,
    { do: 'say', text: 'Here.' },
    { do: 'hang' },
  ],
];
const [write, commit] = submits;

/**
 * Steps at which the runner is killed, each reached by an agent of its name, and how its session and attempt end. An agent that had
 * not begun is started once more.
 */
const steps = {
  spawn: { turns: [], more: { initialize: never }, end: 'crashed', attempts: [] },
  session: { turns: [], more: { session: never }, end: 'crashed', attempts: [] },
  prompt: { turns: inTurn(), more: {}, end: 'crashed', attempts: ['1 crashed'] },
  edit: { turns: inTurn(...(write ? [write] : [])), more: {}, end: 'crashed', attempts: ['1 crashed'] },
  commit: {
    turns: inTurn(...(write && commit ? [write, commit] : [])),
    more: {},
    end: 'crashed',
    attempts: ['1 crashed'],
  },
  report: { turns: inTurn(...submits), more: {}, end: 'done', attempts: ['1 done'] },
} as const;
type StepName = keyof typeof steps;
const names = Object.keys(steps) as StepName[];

/** Starts an agent on a new item for each step, and waits until each is there; items and sessions by step. */
async function reach(rig: SessionRig, round: number) {
  const items = new Map<StepName, string>();
  for (const [index, name] of names.entries()) {
    const item = `W-${round * names.length + index + 2}`;
    await rig.person('queue', 'add', `Stop at ${name} ${round}`);
    await rig.person('start', item, name, '--policy', 'edit');
    items.set(name, item);
  }
  const sessions = new Map<StepName, ShownSession>();
  for (const [name, item] of items) {
    sessions.set(name, await rig.until(session => isThere(rig, name, session), item));
  }
  return { items, sessions };
}

function isThere(rig: SessionRig, name: StepName, session: ShownSession): boolean {
  if (name === 'spawn' || name === 'session') return rig.processes(session).length > 0;
  return session.line === 'Here.';
}

describe('a runner that is killed', () => {
  it('leaves, at every step, one attempt with one end, no process and no second program', async () => {
    const rig = await makeSessionRig();
    for (const name of names) rig.mock(name, steps[name].turns, { ...steps[name].more, ...stubborn });
    const rounds = sized(20, 5);
    for (let round = 0; round < rounds; round += 1) {
      const { items, sessions } = await reach(rig, round);
      process.kill(rig.runnerPid() ?? 0, 'SIGKILL');
      // Two successors at once: one of them gives way.
      for (let count = 0; count < 2; count += 1) start(['runner'], { cwd: rig.repository, env: rig.env });
      for (const [name, item] of items) {
        const { end, attempts } = steps[name];
        const session = sessions.get(name);
        const isAgain = attempts.length === 0;
        const last = await rig.until(({ id, state }) => (isAgain ? id !== session?.id : state === 'ended'), item);
        if (isAgain) await rig.person('stop', item);
        const ended = (await rig.sessions(item)).map(({ id, endReason }) => [id, endReason]);
        expect([name, ended]).toEqual([name, [...(isAgain ? [[last.id, 'stopped']] : []), [session?.id, end]]]);
        expect([name, await rig.attempts(item)]).toEqual([name, attempts]);
        for (const id of ended.flatMap(([one]) => one ?? [])) expect([name, rig.processes({ id })]).toEqual([name, []]);
      }
      await until('the successor has ended', () => rig.runnerPid() === undefined);
    }
    // The worktrees are as the agents left them.
    const trees = git(rig.repository, 'worktree', 'list', '--porcelain').match(/^worktree /gm);
    expect(trees?.length).toBe(1 + rounds * names.length);
    expect(git(rig.repository, 'fsck', '--no-dangling')).toBe('');
  });
});

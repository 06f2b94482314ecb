import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { queueAdd } from '../operations/queue/queueAdd.js';
import { requestSession } from '../records/agentSession/agentSessions.js';
import { beginShift, stopShift } from '../records/control/controlShifts.js';
import { presentPass } from '../records/control/controlView.js';
import { readPass } from '../records/control/readPass.js';
import { findLane, requireLanes } from '../records/lane/laneAccess.js';
import { ControlRun } from './controlRun.js';
import { runAgents } from './runAgents.js';
import { inAct, type RunnerPlace } from './runnerPlace.js';

const ann = { role: 'human', name: 'Ann' } as const;
const settings = JSON.stringify({ agents: { one: 1 } });

let repo: LaneTestRepository;
let place: RunnerPlace;
let personal: string;

beforeEach(async () => {
  repo = new LaneTestRepository();
  personal = JSON.stringify({ agents: { one: { command: process.execPath } } });
  const context = repo.context({ role: 'system', name: 'stateroom' });
  const ports = {
    ...requireLanes(context),
    personalSettings: async (file = 'config.json') =>
      file === 'config.json' ? { path: file, text: personal } : undefined,
  };
  place = {
    context: { ...context, lanes: ports, commands: { cli: 'stateroom' } as never },
    ...{ ports, environment: {}, programFile: '', storeDirectory: '' },
    connect: () => Promise.reject(new Error('No agent is started here.')),
    endLeft: async () => true,
    confirm: async () => {},
  };
  await repo.ok(queueAdd, { title: 'Add a' });
});

afterEach(() => repo.close());

const begin = () =>
  inAct(place, act =>
    beginShift(
      { ...act, actor: ann },
      {
        ...{ id: place.context.ids.ulid(repo.now), settings, repositorySettings: '{}', policy: 'edit', untilAt: null },
      },
    ),
  );

/** Runs one pass to its end. */
async function pass(control = new ControlRun(place, () => undefined)): Promise<void> {
  control.look();
  await control.settled();
}

it('does not leave while control is on, also if it was switched on as the process was about to end', async () => {
  const end = new AbortController();
  const { store } = place.context;
  const deaf = new Proxy(store, {
    get: (target, property) =>
      property === 'onDidChange' ? () => () => undefined : Reflect.get(target, property, target),
  });
  const outside = { ...place, context: { ...place.context, store: deaf } };
  const running = runAgents(outside, end.signal, { graceMs: 200, lookMs: 60_000 });
  await vi.waitFor(async () => expect(await place.ports.runner.read('runner')).toBeDefined());
  const { shift } = await begin();
  await inAct(place, act => stopShift({ ...act, actor: ann }, shift as never, 'finish'));
  await vi.waitFor(
    async () => expect(await repo.store.read(({ controlShifts }) => controlShifts.open())).toBeUndefined(),
    { timeout: 10_000, interval: 50 },
  );
  end.abort();
  expect(await running).toBe(true);
}, 30_000);

describe('a run of control', () => {
  it('tries a pass that failed again after 30 s, without any change', async () => {
    await begin();
    const control = new ControlRun(place, () => undefined);
    const whole = personal;
    personal = '{ "agents": ';
    await pass(control);
    personal = whole;
    const events = () =>
      repo.store.read(({ events }) => events.list({ type: 'agent_requested' }, 'newest', 10)).then(all => all.length);
    repo.now += 29_000;
    await pass(control);
    expect(await events()).toBe(0);
    repo.now += 1000;
    await pass(control);
    expect(await events()).toBe(1);
  });

  it('is not held up by a limit of single items, and is shown without its process once that is dead', async () => {
    await begin();
    personal = JSON.stringify({ budget: { itemMinutes: 0 } });
    const read = await readPass(place.context);
    expect(read.snapshot.spentDay).toBeNull();
    const claim = (at: number) => JSON.stringify({ version: 1, token: 1, process: 'p', at });
    const runner = { ...place.ports.runner, read: async () => claim(repo.now) };
    const shown = (life: 'alive' | 'dead') =>
      presentPass(
        { ...place.context, lanes: { ...place.ports, runner, machine: { ...place.ports.machine, judge: () => life } } },
        read,
      );
    expect((await shown('alive')).checkedAt).toBe(new Date(repo.now).toISOString());
    expect((await shown('dead')).checkedAt).toBeNull();
  });

  it('counts a fault of the machine at no item, and waits with all before it tries one more', async () => {
    await repo.ok(queueAdd, { title: 'Add b' });
    await begin();
    writeFileSync(`${repo.repository}.worktrees`, '');
    const control = new ControlRun(place, () => undefined);
    const failed = async () => {
      control.changed();
      await pass(control);
      const all = await repo.store.read(({ events }) => events.list({ type: 'control_start_failed' }, 'newest', 10));
      return all.length;
    };
    expect(await failed()).toBe(1);
    expect(await failed()).toBe(1);
    repo.now += 300_000;
    expect(await failed()).toBe(2);
    expect(
      (await readPass(place.context)).decisions.map(({ subject, act, reason }) => `${subject} ${act} ${reason}`),
    ).toEqual(['control wait placeFails', 'W-1 wait placeFails', 'W-2 wait placeFails']);
  });

  it('stops at once only what control started, in the name of who asked, and is off while other agents go on', async () => {
    const { shift } = await begin();
    for (const [name, actor] of [
      ['login', place.context.actor],
      ['search', ann],
    ] as const) {
      await repo.spawn(name);
      await inAct(place, async act => {
        const lane = await findLane(act.transaction, name);
        const id = place.context.ids.ulid(repo.now);
        const request = { id, agent: 'one', actor: `one-${name}`, command: [], policy: 'edit' } as const;
        await requestSession({ ...act, actor }, lane, request);
      });
    }
    await inAct(place, act => stopShift({ ...act, actor: ann }, shift as never, 'now'));
    await pass();
    const sessions = await repo.store.read(({ agentSessions }) => agentSessions.requestedSince(0, 10));
    expect(sessions.map(one => [one.actor, one.state, one.stop_by, one.why]).sort()).toEqual([
      ['one-login', 'ended', 'Ann', 'Stopped by Ann.'],
      ['one-search', 'requested', null, null],
    ]);
    expect(await repo.store.read(({ controlShifts }) => controlShifts.open())).toBeUndefined();
  });

  it('starts nothing once its end is asked for, also where a lane was being opened for it', async () => {
    const { shift } = await begin();
    repo.interfere = async (call, when) => {
      if (call !== 'trees.addTree' || when !== 'after') return;
      await inAct(place, act => stopShift({ ...act, actor: ann }, shift as never, 'now'));
    };
    await pass();
    const [sessions, item, failed] = await repo.store.read(async transaction => [
      await transaction.agentSessions.requestedSince(0, 10),
      await transaction.workItems.find({ by: 'number', number: 1 }),
      await transaction.events.list({ type: 'control_start_failed' }, 'newest', 10),
    ]);
    expect(sessions).toEqual([]);
    expect(failed).toEqual([]);
    expect(item).toMatchObject({ status: 'in_flight', owner: 'stateroom', lease_until: repo.now });
    expect((await repo.store.read(transaction => findLane(transaction, 'L-1'))).status).toBe('active');
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import type { BudgetSettings } from '../domain/agentSession/budget.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { changeSession, endSession, requestSession } from '../records/agentSession/agentSessions.js';
import { findLane, requireLanes } from '../records/lane/laneAccess.js';
import { BudgetWatch } from './budgetWatch.js';
import { inAct, type RunnerPlace, type SessionRow } from './runnerPlace.js';
import { SessionUsage, usageIds } from './sessionUsage.js';

const minute = 60_000;
const day = 86_400_000;

let repo: LaneTestRepository;
let place: RunnerPlace;
let lane: LaneRow;
let settings: BudgetSettings;
/** Text of the person's file instead of `settings`. */
let broken: string | undefined;
let elapsed: number;
let made: number;

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.spawn('login');
  lane = await repo.store.read(transaction => findLane(transaction, 'login'));
  const context = repo.context({ role: 'system', name: 'stateroom' });
  const ports = {
    ...requireLanes(context),
    personalSettings: async (file = 'config.json') =>
      file === 'config.json' ? { path: file, text: broken ?? JSON.stringify({ budget: settings }) } : undefined,
  };
  place = {
    ...{ context, ports, environment: {}, programFile: '', storeDirectory: '' },
    connect: () => Promise.reject(new Error('No agent is started here.')),
    endLeft: async () => true,
    confirm: async () => {},
  };
  elapsed = 0;
  broken = undefined;
  made = 0;
});

afterEach(() => repo.close());

async function begin(): Promise<SessionRow> {
  made += 1;
  const id = place.context.ids.ulid(repo.now + made);
  return inAct(place, async act => {
    const session = await requestSession(act, lane, {
      ...{ id, agent: 'codex', actor: 'codex-login', command: [], policy: 'ask' },
    });
    return (await changeSession(act.transaction, session, { state: 'working', started_at: act.now })) ?? session;
  });
}

/** An ended session that ran for `ms`. */
async function ran(ms: number): Promise<void> {
  const session = await begin();
  const newUsage = usageIds(() => {
    made += 1;
    return place.context.ids.ulid(repo.now + made);
  });
  await inAct(place, async act => {
    await new SessionUsage(() => ms).write(act, session, newUsage);
    await endSession(act, lane, session, { reason: 'failed', why: null });
  });
}

const watchOf = (usage = new SessionUsage(() => elapsed)) => new BudgetWatch(place, lane, usage, () => elapsed);

it('counts the time by a clock that cannot be set', async () => {
  settings = { itemMinutes: 10, dayMinutes: 10 };
  const session = await begin();
  const watch = watchOf();
  for (const shift of [-3 * day, 5 * day, 0]) {
    repo.now += shift;
    expect(await watch.look(session, true)).toEqual({ state: 'fine' });
  }
  elapsed = 8 * minute;
  repo.now -= 2 * day;
  expect(await watch.look(session, true)).toMatchObject({ state: 'near' });
  elapsed = 10 * minute;
  repo.now += 4 * day;
  expect(await watch.look(session, true)).toEqual({
    ...{ state: 'spent', why: 'The budget of W-1 is used up: 10 min of 10 min.', isLate: false },
  });
  elapsed = 11 * minute;
  repo.now -= 9 * day;
  expect(await watch.look(session, true)).toMatchObject({ state: 'spent', isLate: true });
});

it('counts the last settings while those of now cannot be read', async () => {
  settings = { itemMinutes: 10 };
  const session = await begin();
  const watch = watchOf();
  expect(await watch.look(session, true)).toEqual({ state: 'fine' });
  broken = '{ "budget": ';
  elapsed = 10 * minute;
  expect(await watch.look(session, true)).toMatchObject({ state: 'spent' });
  await expect(watchOf().look(session, true)).rejects.toThrow('config.json');
});

it('adds what ended sessions used, and frees nothing when the clock is set back', async () => {
  settings = { dayMinutes: 10 };
  await ran(9 * minute);
  repo.now -= 3 * day;
  const session = await begin();
  const watch = watchOf();
  elapsed = 2 * minute;
  const today = new Date(repo.now).toISOString().slice(0, 10);
  expect(await watch.look(session, true)).toMatchObject({
    why: `The budget of ${today} is used up: 11 min of 10 min.`,
  });
});

it('counts what others used past midnight, also once they have ended', async () => {
  settings = { dayMinutes: 10 };
  const session = await begin();
  const newUsage = usageIds(() => {
    made += 1;
    return place.context.ids.ulid(repo.now + made);
  });
  await inAct(place, act => new SessionUsage(() => 9 * minute).write(act, session, newUsage));
  repo.now += day;
  elapsed = 2 * minute;
  const other = { ...session, id: place.context.ids.ulid(repo.now) };
  expect(await watchOf().look(other, true)).toMatchObject({ state: 'spent' });
  await inAct(place, act => endSession(act, lane, session, { reason: 'done', why: null }));
  expect(await watchOf().look(other, true)).toMatchObject({ state: 'spent' });
});

it('says that other use is unknown where the time decides', async () => {
  settings = { itemDollars: 1, itemMinutes: 10 };
  const session = await begin();
  const usage = new SessionUsage(() => elapsed);
  usage.add({ kind: 'usage', meaning: 'last-request', input: 900_000, output: 900_000 });
  elapsed = 12 * minute;
  expect(await watchOf(usage).look(session, true)).toMatchObject({
    why: 'The budget of W-1 is used up: 12 min of 10 min. Other use is unknown and does not count.',
  });
});

it('holds the last limit of the repository while its settings cannot be read', async () => {
  settings = {};
  repo.commit('Limit', { '.stateroom/config.json': '{"budget":{"itemMinutes":5}}' });
  const session = await begin();
  const watch = watchOf();
  expect(await watch.look(session, true)).toEqual({ state: 'fine' });
  repo.commit('Break', { '.stateroom/config.json': '{"budget":' });
  elapsed = 5 * minute;
  expect(await watch.look(session, true)).toMatchObject({ state: 'spent' });
});

it('holds the lower limit of the person and the repository', async () => {
  settings = { itemMinutes: 100 };
  repo.commit('Limit', { '.stateroom/config.json': '{"budget":{"itemMinutes":5,"dayMinutes":1000}}' });
  const session = await begin();
  elapsed = 5 * minute;
  expect(await watchOf().look(session, true)).toMatchObject({
    why: 'The budget of W-1 is used up: 5 min of 5 min.',
  });
});

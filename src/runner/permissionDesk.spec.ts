import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { person } from '../../test/support/testRepository.js';
import type { PermissionRequest } from '../backends/agentProgram.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { agentPermit } from '../operations/lane/agent/agentPermit.js';
import { changeSession, requestSession } from '../records/agentSession/agentSessions.js';
import { findLane, requireLanes } from '../records/lane/laneAccess.js';
import { PermissionDesk } from './permissionDesk.js';
import { RunnerLease } from './runnerLease.js';
import { inAct, type RunnerPlace, type SessionRow } from './runnerPlace.js';
import { Transcript } from './transcript.js';

const request: PermissionRequest = {
  id: 'call-1',
  title: 'curl with TOKEN=hunter2222',
  tool: 'execute',
  paths: [],
  command: 'curl example.com',
  options: [],
};
const unending = new AbortController().signal;

let repo: LaneTestRepository;
let place: RunnerPlace;
let lane: LaneRow;
let session: SessionRow;
let transcript: Transcript | undefined;
let lease: RunnerLease | undefined;

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.spawn('login');
  lane = await repo.store.read(transaction => findLane(transaction, 'login'));
  const context = repo.context({ role: 'system', name: 'stateroom' });
  place = {
    context,
    ports: requireLanes(context),
    environment: {},
    programFile: '',
    storeDirectory: '',
    connect: () => Promise.reject(new Error('No agent is started here.')),
    endLeft: async () => true,
    confirm: async () => {},
  };
  lease = await RunnerLease.take(place, () => {});
  const id = context.ids.ulid(repo.now);
  session = await inAct(place, act =>
    requestSession(act, lane, { id, agent: 'codex', actor: 'codex-login', command: [], policy: 'ask' }),
  );
  session = await inAct(place, async ({ transaction }) => {
    return (await changeSession(transaction, session, { state: 'working' })) ?? session;
  });
});

afterEach(async () => {
  await lease?.release();
  await transcript?.finish();
  await repo.close();
});

function desk(waitMs?: number): PermissionDesk {
  const onProblem = (error: unknown) => expect(error).toBeUndefined();
  transcript = new Transcript(place.ports.sessions, session.id, place.context.clock, onProblem);
  return new PermissionDesk(place, session, lane, transcript, waitMs);
}

const rows = () => repo.store.read(({ agentPermissions }) => agentPermissions.ofSession(session.id));
const state = async () => (await repo.store.read(({ agentSessions }) => agentSessions.ofIds([session.id])))[0]?.state;

/** Until a request waits for a person. */
async function untilAsked(): Promise<void> {
  while ((await state()) !== 'waiting') await new Promise(done => setTimeout(done, 5));
}

describe('a request that a person decides', () => {
  it('is refused once nobody has answered in time, and that is told once', async () => {
    const expiring = desk(30);
    expect(await expiring.answer(request, unending)).toEqual({ allow: false });
    expect(await rows()).toMatchObject([
      {
        ...{ position: 1, title: 'curl with TOKEN=[redacted]', command: 'curl example.com', tool: 'execute' },
        ...{ answer: 'expired', answered_by: 'stateroom', expires_at: repo.now + 30 },
      },
    ]);
    expect(await state()).toBe('working');
    expect([expiring.takeExpired(), expiring.takeExpired()]).toEqual([true, false]);
  });

  it('waits for each answer by itself, and the session with it', async () => {
    const waiting = desk();
    const one = waiting.answer(request, unending);
    await untilAsked();
    const other = waiting.answer({ ...request, command: 'curl example.org' }, unending);
    while ((await rows()).length < 2) await new Promise(done => setTimeout(done, 5));
    await repo.ok(agentPermit, { id: 'login', number: 2, refuse: true }, person);
    await waiting.notice();
    expect(await other).toEqual({ allow: false });
    expect(await state()).toBe('waiting');
    await repo.ok(agentPermit, { id: 'L-1' }, person);
    await waiting.notice();
    expect(await one).toEqual({ allow: true });
    expect([await state(), waiting.takeExpired()]).toEqual(['working', false]);
    expect((await rows()).map(({ answer, answered_by }) => [answer, answered_by])).toEqual([
      ['once', 'Ada'],
      ['refused', 'Ada'],
    ]);
  });

  it('is dropped with its turn, without a word about time', async () => {
    const turn = new AbortController();
    const dropped = desk();
    const answer = dropped.answer(request, turn.signal);
    await untilAsked();
    turn.abort();
    expect(await answer).toEqual({ allow: false });
    expect([(await rows())[0]?.answer, dropped.takeExpired()]).toEqual(['expired', false]);
  });

  it('is not asked for what the lane’s rules refuse', async () => {
    expect(await desk().answer({ ...request, command: 'git stash' }, unending)).toEqual({ allow: false });
    expect(await rows()).toEqual([]);
  });

  it('asks for edits that lead out of the worktree, and refuses what a person could not read', async () => {
    session = { ...session, policy: 'edit' };
    const { command: _, ...edit } = { ...request, title: 'Edit', tool: 'edit' };
    const allowed = (paths: readonly string[]) => desk(20).answer({ ...edit, paths }, unending);
    expect(await allowed(['src/a.ts'])).toEqual({ allow: true });
    expect(await rows()).toEqual([]);
    // Nobody answers within 20 ms.
    for (const path of ['src/../../../outside.txt', '/etc/passwd', '.git/config'])
      expect([path, await allowed([path])]).toEqual([path, { allow: false }]);
    const many = Array.from({ length: 101 }, (_, index) => `src/${index}.ts`);
    const before = (await rows()).length;
    expect(await allowed(many)).toEqual({ allow: false });
    const long = { ...request, command: `echo ${'a'.repeat(4000)}; rm -rf /tmp/important` };
    expect(await desk(20).answer(long, unending)).toEqual({ allow: false });
    expect((await rows()).length).toBe(before);
  });
});

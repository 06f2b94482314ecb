import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { agent, otherAgent, person } from '../../../../test/support/testRepository.js';
import type { Actor } from '../../../domain/actor/actor.js';
import type { OwnEventType } from '../../../domain/event/ownEvents.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { endCaller } from '../../../records/presence/presence.js';
import { findWorker, moveWorker } from '../../../records/worker/workerAccess.js';
import { laneClose } from '../laneClose.js';
import { laneUpdate } from '../laneUpdate.js';
import { messageSend } from '../message/messageSend.js';
import { workerApprove } from './workerApprove.js';
import { workerCommit } from './workerCommit.js';
import { workerDone } from './workerDone.js';
import { workerMerge } from './workerMerge.js';
import { workerRepairMerge } from './workerRepairMerge.js';
import { workerRequestChanges } from './workerRequestChanges.js';
import { workerRestore } from './workerRestore.js';
import { workerStart } from './workerStart.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

const reviewer: Actor = { role: 'agent', name: 'reviewer', harness: 'gemini', session: 's-9' };
const claude: Actor = { ...otherAgent, session: 's-1' };

const allow = (): void => repo.agree('Allow', '{"lane":{"agentsMayReview":true}}');

const commitIn = (lane: Lane, path: string, text: string): string => {
  writeFileSync(join(lane.worktreePath, path), text);
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', `Change ${path}`);
  return repo.gitIn(lane, 'rev-parse', 'HEAD');
};

/** Calls as someone who is in the lane’s worktree. */
async function inside<Answer>(lane: Lane, call: () => Promise<Answer>): Promise<Answer> {
  repo.place = lane.worktreePath;
  try {
    return await call();
  } finally {
    repo.place = repo.repository;
  }
}

/** A lane that `claude` started, committed in and submitted. */
async function handedIn(): Promise<Lane> {
  const lane = await repo.spawn('login');
  await repo.ok(workerStart, { lane: 'login' }, claude);
  commitIn(lane, 'new.txt', 'new\n');
  await repo.ok(workerDone, { lane: 'login' }, claude);
  return lane;
}

describe('agents', () => {
  it('do not review where the repository does not let them', async () => {
    await handedIn();
    for (const operation of [workerApprove, workerRequestChanges, workerMerge]) {
      const input = { lane: 'login', ...(operation === workerRequestChanges ? { message: 'No' } : {}) };
      expect(await repo.refused(operation, input, reviewer)).toMatchObject({
        code: 'not_allowed',
        message: expect.stringMatching(/^Agents may not (approve|request changes on|merge) L-1 \(login\)\.$/),
        hint: expect.stringMatching(
          operation === workerMerge ? /outside an agent\.$/ : /Record what you found; a person/,
        ),
        ...(operation === workerMerge ? {} : { next: [{ operation: 'review.start', input: { subject: 'L-1' } }] }),
      });
    }
  });

  it('cannot let themselves review by what they write in their own lane', async () => {
    await handedIn();
    repo.write('.stateroom/config.json', '{"lane":{"agentsMayReview":true}}');
    expect(await repo.refused(workerApprove, { lane: 'login' }, reviewer)).toMatchObject({ code: 'not_allowed' });
  });

  it('review what they never worked in, where they may, and prepare its merge', async () => {
    allow();
    await handedIn();
    repo.commit('Meanwhile', { 'new.txt': 'theirs\n' });
    await repo.ok(workerApprove, { lane: 'login' }, reviewer);
    expect(await repo.refused(workerMerge, { lane: 'login' }, reviewer)).toMatchObject({ code: 'conflict' });
    const { lane } = await repo.ok(workerRepairMerge, { lane: 'login' }, reviewer);
    expect(lane).toBe('login');
    const repaired = { worktreePath: `${repo.repository}.worktrees/login` } as Lane;
    commitIn(repaired, 'new.txt', 'both\n');
    await repo.ok(workerDone, { lane: 'login' }, claude);
    // That it prepared the merge, or found an approval outdated, has not made it one who worked there.
    await repo.ok(workerApprove, { lane: 'login' }, reviewer);
    commitIn(repaired, 'more.txt', 'more\n');
    expect(await repo.call(workerMerge, { lane: 'login' }, reviewer)).toMatchObject({ refused: true, code: 'stale' });
    await repo.ok(workerDone, { lane: 'login' }, claude);
    expect(await repo.ok(workerApprove, { lane: 'login' }, reviewer)).toMatchObject({
      worker: { approvedBy: 'reviewer' },
    });
    expect(await repo.ok(workerMerge, { lane: 'login' }, reviewer)).toMatchObject({ state: 'COMPLETED' });
  });

  it('change what a lane owns where they may review it, and never of their own', async () => {
    await repo.spawn('login', { owns: ['src/**'] });
    const input = { lane: 'login', owns: ['docs/**'] };
    expect(await repo.refused(workerRestore, { lane: 'login' })).toMatchObject({
      message: 'Agents may not restore L-1 (login).',
    });
    expect(await repo.refused(laneClose, { lane: 'login' })).toMatchObject({
      message: 'Agents may not close L-1 (login).',
    });
    expect(await repo.refused(laneUpdate, input)).toMatchObject({
      message: 'Agents may not change the permissions of L-1 (login).',
    });
    allow();
    await repo.ok(workerStart, { lane: 'login' }, claude);
    expect(await repo.refused(laneUpdate, input, claude)).toMatchObject({
      message: 'claude worked in L-1 (login) and may not change the permissions of it.',
    });
    expect(await repo.ok(laneUpdate, input, reviewer)).toMatchObject({ ownedPaths: ['docs/**'] });
  });
});

describe('an agent never reviews its own', () => {
  const worked = { code: 'not_allowed', hint: 'A person must do this, or an agent that never worked in this lane.' };

  beforeEach(() => {
    allow();
  });

  /** Sees that each of them is refused as one who worked in the lane, and that another one still may approve. */
  async function refusedToAll(...actors: readonly Actor[]): Promise<void> {
    for (const actor of actors) {
      expect(await repo.refused(workerApprove, { lane: 'login' }, actor)).toMatchObject({
        ...worked,
        message: `${actor.name} worked in L-1 (login) and may not approve it.`,
      });
    }
    expect(await repo.ok(workerApprove, { lane: 'login' }, reviewer)).toMatchObject({ state: 'APPROVED' });
  }

  it('under its name, nor under another one in the same session', async () => {
    await handedIn();
    await refusedToAll(claude, { ...claude, session: 's-2' }, { ...claude, name: 'renamed' });
  });

  it('under another name, once its session is not known or it has left the lane', async () => {
    const unknown: Actor = { role: 'agent', name: 'ada' };
    const lane = await repo.spawn('login');
    const mark: Actor = { role: 'agent', name: 'claude-code', harness: 'claude-code' };
    await inside(lane, () => repo.ok(workerStart, {}, { ...mark, lane: 'login' }));
    commitIn(lane, 'new.txt', 'new\n');
    await inside(lane, () => repo.ok(workerDone, {}, { ...mark, lane: 'login' }));
    const boss = { ...mark, name: 'Boss Lady' };
    // No one is another agent because of a lane, a session that only one of both has, or because nothing is known.
    await refusedToAll(boss, { ...boss, lane: 'other' }, { ...boss, session: 's-2' }, unknown);
  });

  it('in another session, unless that is known of both', async () => {
    await handedIn();
    const boss: Actor = { ...claude, name: 'Boss Lady', session: 's-2' };
    const { session: _, ...without } = boss;
    expect(await repo.refused(workerApprove, { lane: 'login' }, without)).toMatchObject(worked);
    expect(await repo.ok(workerApprove, { lane: 'login' }, boss)).toMatchObject({ state: 'APPROVED' });
  });

  it('with a model of the same family, where the repository asks for another one', async () => {
    const asks = '{"lane":{"agentsMayReview":true},"review":{"independence":["session","family"]}}';
    repo.agree('Ask for another family', asks);
    const lane = await repo.spawn('login');
    const opus: Actor = { ...claude, model: 'claude-opus-4-5' };
    await repo.ok(workerStart, { lane: 'login' }, opus);
    commitIn(lane, 'new.txt', 'new\n');
    await repo.ok(workerDone, { lane: 'login' }, opus);
    const unknown: Actor = { ...claude, name: 'haiku', session: 's-4' };
    const haiku: Actor = { ...unknown, model: 'claude-haiku-4-5' };
    for (const actor of [haiku, unknown]) {
      expect(await repo.refused(workerApprove, { lane: 'login' }, actor)).toMatchObject({
        code: 'not_allowed',
        message: 'haiku may not approve L-1 (login): a model of the same family worked there, or a model is unknown.',
        hint: 'A person must do this, or an agent with a model from a different family.',
      });
    }
    const { rows } = await repo.store.maintenance.query(
      "select actor, model, payload from events where type = 'attempt_refused'",
      10,
    );
    expect(rows.map(([actor, model, payload]) => [actor, model, JSON.parse(String(payload)).about])).toEqual([
      ['haiku', 'claude-haiku-4-5', 'L-1'],
    ]);
    const gpt: Actor = { ...reviewer, model: 'gpt-5.2' };
    expect(await repo.ok(workerApprove, { lane: 'login' }, gpt)).toMatchObject({ state: 'APPROVED' });
  });

  it('where a person is asked for', async () => {
    const asks = '{"lane":{"agentsMayReview":true},"review":{"independence":["person"]}}';
    repo.agree('Ask for a person', asks);
    await handedIn();
    expect(await repo.refused(workerApprove, { lane: 'login' }, reviewer)).toMatchObject({
      code: 'not_allowed',
      message: 'Agents may not approve L-1 (login).',
    });
    expect(await repo.ok(workerApprove, { lane: 'login' }, person)).toMatchObject({ state: 'APPROVED' });
  });

  it('that it handed in for another', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' }, claude);
    commitIn(lane, 'new.txt', 'new\n');
    await endCaller(repo.context(claude));
    await inside(lane, () => repo.ok(workerDone, {}, agent));
    await refusedToAll(claude, agent);
  });

  it('that it committed in', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' }, claude);
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    const helper = { ...agent, name: 'helper', session: 's-3' };
    await endCaller(repo.context(claude));
    const { commit } = await inside(lane, () => repo.ok(workerCommit, { message: 'Help' }, helper));
    const { rows } = await repo.store.maintenance.query(
      "select actor, payload from events where type = 'worker_committed'",
      10,
    );
    expect(rows.map(([actor, payload]) => [actor, JSON.parse(String(payload))])).toEqual([
      ['helper', { lane: 'L-1', name: 'login', commit, files: 1 }],
    ]);
    await repo.ok(workerDone, { lane: 'login' }, claude);
    await refusedToAll(helper, { ...helper, name: 'renamed' });
  });

  it('from which it wrote a message, though not because it wrote to it', async () => {
    const lane = await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' }, claude);
    const helper = { ...agent, name: 'helper' };
    await inside(lane, () => repo.ok(messageSend, { text: 'How?', to: 'all' }, helper));
    await repo.ok(messageSend, { text: 'So', to: 'login', lane: 'login' }, reviewer);
    const { rows } = await repo.store.maintenance.query("select payload from events where type = 'message_sent'", 10);
    expect(rows.map(([payload]) => JSON.parse(String(payload)).lane)).toEqual(['L-1', 'L-1']);
    commitIn(lane, 'new.txt', 'new\n');
    await repo.ok(workerDone, { lane: 'login' }, claude);
    await refusedToAll(helper);
  });

  it('in which it was started as a program, even when another one goes on there', async () => {
    const lane = await repo.spawn('login');
    const move = (act: 'start' | 'conflict', type: OwnEventType, payload: object, agent: string) =>
      repo.store.transaction(async transaction =>
        moveWorker(repo.context(person), transaction, await findWorker(transaction, 'login'), {
          act,
          change: { agent },
          type,
          payload: { ...payload },
        }),
      );
    await move('start', 'worker_started', { agent: 'claude-login' }, 'claude-login');
    await move('conflict', 'worker_conflicted', { paths: ['a.txt'] }, 'claude-login');
    await inside(lane, () => repo.ok(workerStart, {}, claude));
    commitIn(lane, 'new.txt', 'new\n');
    // What it wrote anywhere since then says where it was started.
    const program = { ...agent, name: 'program', lane: 'login' };
    await repo.ok(messageSend, { text: 'Done soon', to: 'person' }, program);
    await repo.ok(workerDone, { lane: 'login' }, claude);
    const { lane: _, ...elsewhere } = program;
    await refusedToAll({ ...agent, name: 'claude-login' }, elsewhere);
  });

  it('from its worktree, or started in it, whatever it calls itself', async () => {
    const lane = await handedIn();
    const refusal = {
      code: 'not_allowed',
      message: 'reviewer is in the worktree of L-1 (login) and may not approve it from there.',
      hint: 'A person must do this, or an agent that never worked in this lane, from another worktree.',
    };
    expect(await inside(lane, () => repo.refused(workerApprove, { lane: 'login' }, reviewer))).toMatchObject(refusal);
    const started = { ...reviewer, lane: 'login' };
    expect(await repo.refused(workerApprove, { lane: 'login' }, started)).toMatchObject(refusal);
    expect(await repo.ok(workerApprove, { lane: 'login' }, person)).toMatchObject({ state: 'APPROVED' });
  });
});

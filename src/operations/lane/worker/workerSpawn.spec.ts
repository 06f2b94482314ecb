import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { agent } from '../../../../test/support/testRepository.js';
import type { Actor } from '../../../domain/actor/actor.js';
import { judgeLanePush } from '../../hooks/judgeLane.js';
import { invoke } from '../../invoke.js';
import { queueList } from '../../queue/queueList.js';
import { queueResolve } from '../../queue/queueResolve.js';
import { queueShow } from '../../queue/queueShow.js';
import { laneUpdate } from '../laneUpdate.js';
import { workerDone } from './workerDone.js';
import { workerPush } from './workerPush.js';
import { workerSpawn } from './workerSpawn.js';
import { workerStart } from './workerStart.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

const refused = async () => {
  const answer = await invoke(workerSpawn, repository.context(agent), { lane: 'login' });
  return 'code' in answer ? [answer.code, answer.message, answer.hint] : answer;
};

describe('a lane that is spawned again', () => {
  it('is the one there is', async () => {
    const first = await repository.ok(workerSpawn, { lane: 'login', noFetch: true });
    const before = await repository.dump();
    repository.now += 1000;
    const again = await repository.ok(workerSpawn, { lane: 'login', noFetch: true });
    expect([first.made, again.made, again.ref, again.revision]).toEqual([true, false, first.ref, first.revision]);
    expect(await repository.dump()).toBe(before);
  });
});

it('records the agent and its model, which its programs find in their environment', async () => {
  const lane = await repository.spawn('login', { agent: 'codex', model: 'gpt-5.2' });
  expect(lane).toMatchObject({ kind: 'implement', agent: 'codex', model: 'gpt-5.2', effort: null });
  const variables = (): string[] =>
    readFileSync(join(lane.worktreePath, '.env.stateroom'), 'utf8')
      .split('\n')
      .filter(line => /MODEL|EFFORT/.test(line));
  expect(variables()).toEqual(['STATEROOM_MODEL=gpt-5.2']);
  await repository.ok(laneUpdate, { lane: 'login', model: 'gpt-5.2-codex', effort: 'high' });
  expect(variables()).toEqual(['STATEROOM_MODEL=gpt-5.2-codex', 'STATEROOM_EFFORT=high']);
});

describe('a lane for review', () => {
  const reviewer: Actor = { role: 'agent', name: 'gemini', harness: 'gemini' };

  it('is at the head of the lane that it reviews, and holds nothing', async () => {
    const login = await repository.spawn('login');
    await repository.ok(workerStart, { lane: login.lane });
    repository.gitIn(login, 'commit', '-q', '--allow-empty', '-m', 'Work');
    const head = repository.gitIn(login, 'rev-parse', 'HEAD');
    const review = await repository.ok(workerSpawn, { lane: login.lane, kind: 'review' }, reviewer);
    expect(review).toMatchObject({
      made: true,
      lane: 'login-review',
      kind: 'review',
      description: 'Review of L-1 (login)',
      branch: 'review/login-review',
      base: 'feature/login',
      task: null,
      workItem: null,
    });
    expect(repository.gitIn(review, 'rev-parse', 'HEAD')).toBe(head);
    expect(await repository.ok(queueShow, { id: 'W-1' })).toMatchObject({
      item: { status: 'in_flight', owner: agent.name },
    });
    expect((await repository.ok(queueList, {})).items.map(({ ref }) => ref)).toEqual(['W-1']);
    const again = await repository.ok(workerSpawn, { lane: 'W-1', kind: 'review' }, reviewer);
    expect([again.made, again.ref]).toEqual([false, 'L-2']);
  });

  it('hands nothing on', async () => {
    await repository.spawn('login');
    const review = await repository.ok(workerSpawn, { lane: 'login', kind: 'review' }, reviewer);
    await repository.ok(workerStart, { lane: 'login-review' }, reviewer);
    repository.gitIn(review, 'commit', '-q', '--allow-empty', '-m', 'Try');
    const refusal = {
      code: 'transition_not_allowed',
      message: 'L-2 (login-review) is for review, and nothing is submitted or pushed from it.',
      hint: 'Record what you found (`review record` or `finding record`). That ends the review; another agent or a person closes the lane.',
    };
    expect(await repository.refused(workerDone, { lane: 'login-review' }, reviewer)).toMatchObject(refusal);
    expect(await repository.refused(workerPush, { lane: 'login-review' }, reviewer)).toMatchObject(refusal);
    const pushed = [{ branch: 'review/login-review' }] as unknown as Parameters<typeof judgeLanePush>[1];
    expect(await judgeLanePush(repository.context(), pushed, false)).toEqual([
      {
        allowed: false,
        lines: ['stateroom: L-2 (login-review) is for review, and nothing is pushed from it.'],
        about: { lane: 'login-review', act: 'push' },
      },
    ]);
  });

  it('needs a lane to review, and takes nothing that is that lane’s', async () => {
    expect(await repository.refused(workerSpawn, { lane: 'login', kind: 'review' })).toMatchObject({
      code: 'not_found',
      message: 'No open lane to review: login.',
      next: [{ operation: 'lane.list', input: {} }],
    });
    await repository.spawn('login');
    expect(await repository.refused(workerSpawn, { lane: 'login', kind: 'review', from: 'main' })).toMatchObject({
      code: 'invalid_input',
      message: 'Use kind or from, not both.',
    });
  });
});

describe('a lane in a repository that names no branch to start from', () => {
  it('asks for the first commit where there is none', async () => {
    repository.git('update-ref', '-d', 'refs/remotes/origin/main');
    repository.git('update-ref', '-d', 'refs/heads/main');
    expect(await refused()).toEqual([
      'transition_not_allowed',
      'The repository has no commits yet, so a lane has nothing to start from.',
      'Create the first commit and try again.',
    ]);
    expect(repository.git('for-each-ref')).toBe('');
  });

  it('asks for the branch where there are others', async () => {
    repository.git('branch', '--move', 'main', 'work/one');
    repository.git('branch', 'work/two');
    expect(await refused()).toEqual([
      'not_found',
      'The repository has no main, master or trunk branch, and its remote has no default branch.',
      'Specify the branch to start from (--from).',
    ]);
  });
});

describe('free words that mean an open item', () => {
  beforeEach(async () => {
    await repository.add('Rate API');
    await repository.add('Show rates', { id: 'rates', dependsOn: ['W-1'] });
  });

  it.each([
    { lane: 'w2-show-rates' },
    { lane: 'show', description: 'W-2: show the rates' },
    { lane: 'show', description: 'Show rates (W-2)', new: true },
    { lane: 'rates' },
  ])('open no lane for what waits: %j', async input => {
    expect(await repository.refused(workerSpawn, input)).toMatchObject({
      code: 'transition_not_allowed',
      message: 'W-2 “Show rates” is blocked by W-1 “Rate API” (pending).',
    });
  });

  it('name the call that opens its lane, and its own id opens it', async () => {
    expect(await repository.refused(workerSpawn, { lane: 'w1-rates' })).toMatchObject({
      code: 'conflict',
      message: 'W-1 “Rate API” is open, and these words name it.',
      next: [{ operation: 'worker.spawn', input: { lane: 'W-1' } }],
    });
    await repository.ok(queueResolve, { id: 'W-1', status: 'done' });
    expect(await repository.spawn('rates')).toMatchObject({ lane: 'rates', workItem: 'W-2' });
  });

  it('are free where they only mention it', async () => {
    expect(await repository.spawn('docs', { description: 'Explain why W-2 waits' })).toMatchObject({ workItem: 'W-3' });
  });
});

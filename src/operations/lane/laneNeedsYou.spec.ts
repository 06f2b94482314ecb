import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { otherAgent, person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { needOfLane } from '../../domain/lane/need.js';
import { catalogue } from '../catalogue.js';
import { commandPath } from '../commandLine.js';
import { queueAsk } from '../queue/queueAsk.js';
import { queueClaim } from '../queue/queueClaim.js';
import { laneNeedsYou } from './laneNeedsYou.js';
import { messageSend } from './message/messageSend.js';
import { reportAcknowledge } from './report/reportAcknowledge.js';
import { reportSubmit } from './report/reportSubmit.js';
import { workerCancel } from './worker/workerCancel.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

async function needs(actor = person): Promise<string[]> {
  const answer = await repository.ok(laneNeedsYou, {}, actor);
  expect(answer.total).toBe(answer.needs.length);
  return answer.needs.map(({ ref, kind, lane, title, blocks }) => `${ref} ${kind} ${lane} “${title}” ${blocks}`);
}

describe('lane.needsYou', () => {
  it('is empty where nothing waits', async () => {
    expect(await repository.ok(laneNeedsYou, {}, person)).toEqual({ total: 0, needs: [] });
  });

  it('has no question of a lane that was closed', async () => {
    const { worktreePath } = await repository.spawn('login');
    repository.place = worktreePath;
    await repository.ok(messageSend, { kind: 'question', text: 'May I?' });
    repository.place = repository.repository;
    expect(await needs()).toEqual(['M-1 question login “May I?” 0']);
    await repository.ok(workerCancel, { lane: 'login' }, person);
    expect(await needs()).toEqual([]);
  });

  it('has a lane that waits for one that was cancelled', async () => {
    await repository.spawn('login');
    await repository.spawn('pay', { after: ['login'] });
    expect(await needs()).toEqual([]);
    await repository.ok(workerCancel, { lane: 'login' }, person);
    expect(await needs()).toEqual(['L-2 blocked pay “feature/pay” 0']);
  });

  it('collects what waits in all lanes and in the queue, by what it holds up', async () => {
    const first = await repository.add('First');
    await repository.add('Second', { dependsOn: [first.ref] });
    const asked = await repository.add('Asked');
    await repository.add('Waits for the answer', { dependsOn: [asked.ref] });
    await repository.spawn(first.ref, { owns: ['a/**'] });
    const [lane] = (await repository.store.read(transaction => transaction.lanes.list())).map(({ name }) => name);
    await repository.spawn('after', { after: [lane ?? ''] });
    await repository.spawn('alone', { owns: ['b/**'] });
    repository.now += 1000;
    await repository.ok(queueClaim, { id: asked.ref });
    await repository.ok(queueAsk, { id: asked.ref, question: 'Which one?' });
    repository.now += 1000;
    await repository.ok(messageSend, { kind: 'question', text: 'May I?', lane: lane ?? '' });
    await repository.ok(messageSend, { kind: 'question', text: 'Ada?', to: 'Ada' });
    // Between agents, and no question.
    await repository.ok(messageSend, { kind: 'question', text: 'Claude?', to: 'claude' });
    await repository.ok(messageSend, { text: 'By the way', to: 'person' });
    repository.now += 1000;
    await repository.ok(reportSubmit, {
      outcome: 'blocked',
      summary: 'No key\nat all',
      lane: 'alone',
      blockers: ['Ask Ada'],
    });
    await repository.ok(reportSubmit, { outcome: 'done', summary: 'Done', lane: 'after' });
    expect(await needs()).toEqual([
      `M-1 question ${lane} “May I?” 2`,
      'W-3 workItem null “Asked” 1',
      'M-2 question null “Ada?” 0',
      'P-1 report alone “No key” 0',
    ]);
    // What is for Ada by name is no one else's.
    expect((await needs(otherAgent)).map(text => text.split(' ')[0])).toEqual(['M-1', 'W-3', 'M-3', 'P-1']);
    const { needs: first2 } = await repository.ok(laneNeedsYou, { limit: 2 }, person);
    expect(first2.map(({ next, text, from }) => [next, text, from])).toEqual([
      ['message send "…" --reply-to M-1', null, 'codex'],
      ['queue advance W-3 --answer "…"', 'Which one?', 'codex'],
    ]);
    await repository.ok(messageSend, { replyTo: 'M-1', text: 'Yes' }, person);
    await repository.ok(reportAcknowledge, { report: 'P-1' }, person);
    expect((await needs()).map(text => text.split(' ')[0])).toEqual(['W-3', 'M-2']);
  });

  it('names commands and operations that there are', () => {
    const lane = (status: Lane['status'], state: string, liveness = 'ok', submitted: string | null = null): Lane =>
      ({
        ...{ status, lane: 'login', branch: 'b', description: null, updatedAt: '2026-01-01T00:00:00Z', waitsFor: [] },
        worker: { state, liveness, submitted, stateChangedAt: '2026-01-01T00:00:00Z' },
      }) as unknown as Lane;
    const found = [
      lane('review', 'IN_REVIEW'),
      lane('review', 'APPROVED'),
      lane('active', 'CONFLICTED'),
      lane('active', 'WORKING', 'DEAD'),
      lane('active', 'FAILED'),
      lane('blocked', 'ASSIGNED'),
      lane('active', 'WORKING', 'DEAD', 'abc'),
      lane('active', 'ASSIGNED'),
    ].flatMap(one => needOfLane(one, repository.now) ?? []);
    const operations = new Set<string>(catalogue.map(({ name }) => name));
    expect(found.flatMap(({ acts }) => acts).filter(({ operation }) => !operations.has(operation))).toEqual([]);
    const next = found.map(need => need.next);
    expect(next).toEqual([
      'worker approve login',
      'worker merge login',
      'worker show login',
      'worker show login',
      'worker retry login',
      'lane show login',
      'worker start login -- <program>',
      'worker start login -- <program>',
    ]);
    const commands = new Set(catalogue.map(operation => commandPath(operation).join(' ')));
    const named = [...next, 'message send', 'report acknowledge', 'queue advance'];
    expect(named.filter(words => !commands.has(words?.split(' ').slice(0, 2).join(' ') ?? ''))).toEqual([]);
  });
});

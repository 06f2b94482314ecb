import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import type { SpokenRefusal } from '../../../test/support/spokenRefusal.js';
import type { Actor } from '../../domain/actor/actor.js';
import { actorFromEnvironment } from '../../domain/actor/actorFromEnvironment.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { decisionRecord } from '../../operations/decision/decisionRecord.js';
import { eventsAppend } from '../../operations/events/eventsAppend.js';
import { evidenceRun } from '../../operations/evidence/evidenceRun.js';
import { findingImport } from '../../operations/finding/findingImport.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { findingWontfix } from '../../operations/finding/findingWontfix.js';
import { gateCheck } from '../../operations/gate/gateCheck.js';
import { messageSend } from '../../operations/lane/message/messageSend.js';
import { workerApprove } from '../../operations/lane/worker/workerApprove.js';
import { planAccept } from '../../operations/plan/planAccept.js';
import { planAttest } from '../../operations/plan/planAttest.js';
import { planRegister } from '../../operations/plan/planRegister.js';
import { queueAdvance } from '../../operations/queue/queueAdvance.js';
import { queueAsk } from '../../operations/queue/queueAsk.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { reviewList } from '../../operations/review/reviewList.js';
import { reviewRecord } from '../../operations/review/reviewRecord.js';
import { reviewRequestChanges } from '../../operations/review/reviewRequestChanges.js';
import { reviewStart } from '../../operations/review/reviewStart.js';
import { taskExport } from '../../operations/task/taskExport.js';
import { taskImport } from '../../operations/task/taskImport.js';
import { taskStart } from '../../operations/task/taskStart.js';
import { callerOf } from './identity.js';

const marks = { CODEX_SANDBOX: 'seatbelt', CODEX_THREAD_ID: 'thread-1' };

/** Who the command line takes an agent for. */
function fromShell(environment: Readonly<Record<string, string>>, given?: string): Actor {
  return named(actorFromEnvironment({ environment, given, attended: true }));
}

/** Who the server takes an agent for. */
function fromServer(environment: Readonly<Record<string, string>>, given?: string): Actor {
  return named(
    callerOf({ environment, given }, { client: { name: 'codex-mcp-client', version: '1' }, meta: undefined }),
  );
}

function named(actor: ReturnType<typeof actorFromEnvironment>): Actor {
  if (isRefusal(actor) || actor.name === undefined) throw new Error('Nobody calls.');
  return { ...actor, name: actor.name };
}

const author = fromShell(marks);
const robin: Actor = { role: 'human', name: 'Robin' };
const config = { review: { independent: true, reviewers: 1 }, gate: { commands: ['true'] } };

let repository: LaneTestRepository;
beforeEach(() => {
  repository = new LaneTestRepository();
});
afterEach(() => repository.close());

/** A task whose work is done and proven by an agent, and lacks a review. */
async function worked(where = repository, more: object = {}, by = author): Promise<void> {
  await where.store.create();
  where.commit('Ask', { '.stateroom/config.json': JSON.stringify({ ...config, ...more }) });
  where.git('switch', '-q', '-c', 'feature/x');
  where.commit('Work', { 'src/a.ts': 'export {};\n' });
  await where.ok(taskStart, { objective: 'Limit', light: true }, by);
  await where.ok(evidenceRun, { command: ['true'] }, by);
}

/** Why the gate is not ready. */
async function reasons(where = repository): Promise<string[]> {
  const answer = await where.ok(gateCheck, { gate: 'close-check' }, author);
  expect(answer.ready).toBe(answer.reasons.length === 0);
  return answer.reasons.map(({ code, text }) => `${code}: ${say(text)}`);
}

const missing = 'review_missing: 1 passing review is required; 0 so far.';

/** Events of these types: who wrote them, and what they tell. */
async function events(...types: string[]): Promise<[unknown, unknown, Record<string, unknown>][]> {
  const { rows } = await repository.store.maintenance.query(
    'select type, actor, role, payload from events order by id',
    1000,
  );
  return rows
    .filter(([type]) => types.includes(String(type)))
    .map(([, actor, role, payload]) => [actor, role, JSON.parse(String(payload))]);
}

/** Refused attempts: who tried what on what. */
async function attempts(): Promise<string[]> {
  return (await events('attempt_refused')).map(
    ([actor, role, { operation, about }]) => `${actor} (${role}): ${operation} on ${about}`,
  );
}

/** Calls twice as an agent that must be refused. */
async function refusedTwice(...call: Parameters<LaneTestRepository['refused']>): Promise<SpokenRefusal> {
  await repository.refused(...call);
  return repository.refused(...call);
}

type File = Record<'task' | 'reviewRuns' | 'findings' | 'decisions' | 'plans', never> & Record<string, unknown>;

/** The task here as a file that is changed before it is imported elsewhere. */
async function exported(change: (file: File) => object): Promise<string> {
  const { content } = await repository.ok(taskExport, {}, author);
  return JSON.stringify({ ...content, ...change(content as File) });
}

/** A review by Robin that was never made. */
async function forgedRun(): Promise<object> {
  const { tree } = await repository.ok(gateCheck, {}, author);
  return {
    id: '01HF0000000000000000000001',
    number: 1,
    key: null,
    subject_path: 'feature/x',
    subject_kind: 'branch',
    mode: 'branch',
    status: 'recorded',
    verdict: 'pass',
    summary: 'Read all of it.',
    covered_files: '["src/a.ts"]',
    subject_hash: tree,
    decision_id: null,
    request_changes: 0,
    actor: 'Robin',
    role: 'human',
    harness: null,
    model: null,
    session: null,
    lane: null,
    branch: 'feature/x',
    commit_sha: null,
    started_at: repository.now,
    reviewed_at: repository.now,
    revision: 1,
  };
}

/** Lets the store forget the task, so that a file of it can be imported. */
async function fresh(): Promise<void> {
  await repository.close();
  repository = new LaneTestRepository();
  await repository.store.create();
  repository.commit('Ask', { '.stateroom/config.json': JSON.stringify(config) });
  repository.git('switch', '-q', '-c', 'feature/x');
  repository.commit('Work', { 'src/a.ts': 'export {};\n' });
}

describe('an agent makes no review of its own work', () => {
  it('by a name or a variable on the command line', async () => {
    await worked();
    const names = [
      fromShell(marks, 'Boss Lady'),
      fromShell({ ...marks, STATEROOM_ACTOR: 'Robin', STATEROOM_ROLE: 'human', USER: 'robin' }),
      // Without its session, and without any mark of its program: nothing but the name tells them apart.
      fromShell({ CODEX_SANDBOX: 'seatbelt' }, 'Robin'),
      { role: 'agent', name: 'Robin' } as const,
    ];
    expect(await reasons()).toEqual([missing]);
    for (const [index, name] of names.entries()) {
      expect(name.role).toBe('agent');
      await repository.ok(reviewRecord, { verdict: 'pass' }, name);
      const run = `V-${index + 1}`;
      expect(await reasons()).toEqual([`review_not_independent: An author of the work recorded ${run}.`]);
    }
    await repository.ok(reviewRecord, { verdict: 'pass' }, fromShell({ ...marks, CODEX_THREAD_ID: 'thread-2' }));
    expect(await reasons()).toEqual([]);
  });

  it('in a lane, under another name', async () => {
    await worked();
    const inLane = fromShell({ ...marks, CODEX_THREAD_ID: 'thread-3', STATEROOM_LANE: 'login' });
    await repository.ok(evidenceRun, { command: ['true'] }, inLane);
    await repository.ok(
      reviewRecord,
      { verdict: 'pass' },
      fromShell({ CLAUDECODE: '1', STATEROOM_LANE: 'login' }, 'Robin'),
    );
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-1.']);
  });

  it('in a lane that it names', async () => {
    const claude = fromShell({ CLAUDECODE: '1' });
    await worked(repository, {}, claude);
    for (const lane of ['zzz', 'login']) {
      await repository.ok(
        reviewRecord,
        { verdict: 'pass' },
        fromShell({ CLAUDECODE: '1', STATEROOM_LANE: lane }, 'Boss'),
      );
      await repository.spawn(lane);
    }
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-2.']);
  });

  it('outside of the lane that it worked in', async () => {
    await worked(repository, {}, fromShell({ CLAUDECODE: '1', STATEROOM_LANE: 'login' }));
    await repository.ok(reviewRecord, { verdict: 'pass' }, fromShell({ CLAUDECODE: '1' }, 'Boss'));
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-1.']);
  });

  it('over MCP, nor an approval', async () => {
    await worked();
    const boss = fromServer({ ...marks, STATEROOM_ACTOR: 'Robin' });
    await repository.ok(reviewRecord, { verdict: 'pass' }, boss);
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-1.']);
    await repository.spawn('login');
    expect(await refusedTwice(workerApprove, { lane: 'login' }, boss)).toMatchObject({
      code: 'not_allowed',
      message: 'Agents may not approve L-1 (login).',
    });
    expect(await attempts()).toEqual(['Robin (agent): worker.approve on L-1']);
  });

  it('in a review that a person has begun', async () => {
    await worked();
    await repository.ok(reviewStart, {}, robin);
    const refusal = await refusedTwice(reviewRecord, { verdict: 'pass', run: 'V-1' }, { role: 'agent', name: 'Robin' });
    expect(refusal).toMatchObject({
      code: 'conflict',
      message: 'V-1 is a review by a different reviewer named Robin. Only that reviewer can end it.',
    });
    expect(await attempts()).toEqual(['Robin (agent): review.record on V-1']);
    expect(await reasons()).toEqual([missing]);
  });

  it('by importing a task that has one', async () => {
    await worked();
    const run = await forgedRun();
    const content = await exported(() => ({ reviewRuns: [run] }));
    await fresh();
    const { notes } = await repository.ok(taskImport, { content }, author);
    await repository.ok(evidenceRun, { command: ['true'] }, author);
    const imported =
      'review_missing: 1 passing review is required; 0 so far. Imported and graded below observed: V-1 (said).';
    expect(await reasons()).toEqual([imported]);
    expect(notes).toContain('Reviews imported from a file (not counted): 1.');
    const says = { actor: 'Robin', role: 'human' };
    const { runs } = await repository.ok(reviewList, {}, author);
    expect(runs).toMatchObject([
      {
        ref: 'V-1',
        verdict: 'pass',
        grade: 'said',
        actor: author.name,
        role: 'agent',
        imported: { by: author.name, role: 'agent', at: '2026-11-02T10:00:00.000Z', says },
      },
    ]);
    expect(await events('review_imported')).toEqual([
      [
        author.name,
        'agent',
        {
          task: 'T-1',
          run: 'V-1',
          subject: 'feature/x',
          verdict: 'pass',
          grade: 'said',
          says: { ...says, harness: null, session: null, at: repository.now },
        },
      ],
    ]);
    // Nor by another agent, which would have to review it: whoever imports work is one of its authors.
    await repository.ok(reviewRecord, { verdict: 'pass' }, fromShell(marks, 'Boss Lady'));
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-2.']);
    // Words in the settings here change nothing either.
    repository.write('.stateroom/config.json', '{"review":{"minimumGrade":"reported"}}');
    expect((await reasons()).join()).toMatch(/review_not_independent/);
  });

  it('by having a person import it, unless the base branch says that this counts', async () => {
    await worked();
    const run = await forgedRun();
    const content = await exported(() => ({ reviewRuns: [run] }));
    await fresh();
    await repository.ok(taskImport, { content }, robin);
    await repository.ok(evidenceRun, { command: ['true'] }, author);
    expect(await reasons()).toEqual([
      'review_missing: 1 passing review is required; 0 so far. Imported and graded below observed: V-1 (reported).',
    ]);
    expect((await repository.ok(reviewList, {}, author)).runs).toMatchObject([
      { grade: 'reported', actor: 'Robin', role: 'human', imported: { by: 'Robin', role: 'human' } },
    ]);
    repository.git('switch', '-q', 'main');
    const loose = { ...config, review: { ...config.review, minimumGrade: 'reported' } };
    repository.commit('Take them', { '.stateroom/config.json': JSON.stringify(loose) });
    repository.git('switch', '-q', 'feature/x');
    expect(await reasons()).toEqual([]);
  });

  it('by an import of the release before, which wrote what the file says', async () => {
    await worked();
    const run = await forgedRun();
    await repository.store.transaction(async transaction => {
      const [task] = await transaction.tasks.live();
      if (task === undefined) throw new Error('There is no task.');
      const number = await transaction.reviewRuns.takeNumbers(1);
      await transaction.reviewRuns.insert([{ ...run, number, task_id: task.id } as never]);
    });
    // Without an import of its task a row is what it says, as all rows of a store of 0.1.0 are.
    expect(await reasons()).toEqual([]);
    await repository.store.transaction(async transaction => {
      const [task] = await transaction.tasks.live();
      await transaction.events.append([
        {
          ts: repository.now,
          type: 'task_imported',
          actor: author.name,
          role: 'agent',
          harness: 'codex',
          model: null,
          session: 'thread-1',
          lane: null,
          work_item_id: null,
          task_id: task?.id ?? null,
          payload: '{"task":"T-1","objective":"Limit","digest":"d","replaced":false,"keptAs":null}',
        },
      ]);
    });
    expect(await reasons()).toEqual([
      'review_missing: 1 passing review is required; 0 so far. Imported and graded below observed: V-1 (said).',
    ]);
    expect((await repository.ok(reviewList, {}, author)).runs).toMatchObject([
      { grade: 'said', actor: author.name, role: 'agent', imported: { says: { actor: 'Robin', role: 'human' } } },
    ]);
  });

  it('that it replaces, and a person’s own export brings back what was recorded here', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass' }, robin);
    const content = await exported(() => ({}));
    expect(await reasons()).toEqual([]);
    repository.now += 1000;
    await repository.ok(decisionRecord, { decision: 'codex_choice_t1_later', rationale: 'Because.' }, author);
    expect(await refusedTwice(taskImport, { content, replace: true }, author)).toMatchObject({ code: 'not_allowed' });
    expect(await attempts()).toEqual([`${author.name} (agent): task.import on T-1`]);
    await repository.ok(taskImport, { content, replace: true }, robin);
    expect((await repository.ok(reviewList, {}, robin)).runs).toMatchObject([
      { grade: 'observed', actor: 'Robin', role: 'human', imported: null },
    ]);
    expect(await reasons()).toEqual([]);
    expect(await events('review_imported')).toEqual([]);
  });
});

describe('an edited export, imported by a person over the task, brings back as recorded here', () => {
  /** Imports the export of the task with its only review changed; what the gate then says. */
  async function imported(change: object): Promise<string[]> {
    const content = await exported(file => {
      const [run] = file.reviewRuns as readonly object[];
      return { reviewRuns: [{ ...run, ...change }] };
    });
    await repository.ok(taskImport, { content, replace: true }, robin);
    return reasons();
  }

  const weaker =
    'review_missing: 1 passing review is required; 0 so far. Imported and graded below observed: V-1 (reported).';

  it('no pass on a different tree', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass' }, robin);
    repository.commit('More', { 'src/a.ts': 'export const more = 1;\n' });
    await repository.ok(evidenceRun, { command: ['true'] }, author);
    expect((await reasons()).map(reason => reason.split(':')[0])).toEqual(['review_stale']);
    const { tree } = await repository.ok(gateCheck, { gate: 'close-check' }, author);
    expect(await imported({ subject_hash: tree })).toEqual([weaker]);
    expect(await events('review_imported')).toMatchObject([['Robin', 'human', { run: 'V-1', grade: 'reported' }]]);
  });

  it('no pass by another agent than its own', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass' }, author);
    for (const change of [
      { session: 'thread-2' },
      { harness: 'gemini' },
      { role: 'human' },
      { actor: 'Robin', role: 'human' },
    ]) {
      expect(await imported(change)).toEqual([weaker]);
    }
  });

  it('no pass without the changes that it asks for, nor from another lane or of other files', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass_with_findings' }, robin);
    await repository.ok(reviewRequestChanges, { run: 'V-1', comment: 'Shorter' }, robin);
    for (const change of [
      { verdict: 'pass', request_changes: 0 },
      { verdict: 'pass_with_findings', request_changes: 0 },
      { lane: 'x' },
      { covered_files: '["b"]' },
    ]) {
      await imported(change);
      expect((await repository.ok(reviewList, {}, robin)).runs).toMatchObject([{ grade: 'reported' }]);
    }
  });

  it('no review of the release before, whose events say nothing of what was judged', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass' }, robin);
    const content = await exported(() => ({}));
    const { id } = (JSON.parse(content) as { task: { id: string } }).task;
    await fresh();
    await repository.store.transaction(async transaction => {
      await transaction.events.append([
        {
          ts: repository.now,
          type: 'review_recorded',
          actor: 'Robin',
          role: 'human',
          harness: null,
          model: null,
          session: null,
          lane: null,
          work_item_id: null,
          task_id: id,
          payload: '{"run":"V-1","subject":"feature/x","mode":"branch","verdict":"pass","coveredFiles":0}',
        },
      ]);
    });
    await repository.ok(taskImport, { content }, robin);
    expect((await repository.ok(reviewList, {}, robin)).runs).toMatchObject([{ ref: 'V-1', grade: 'reported' }]);
  });
});

describe('an agent makes no decision of a person', () => {
  it('about a finding, by a name, by a report or by a file', async () => {
    await worked();
    const found = { severity: 'high', path: 'src/a.ts', text: 'No limit' } as const;
    await repository.ok(findingRecord, found, robin);
    const open = 'open_high_finding: 1 open high finding: F-1.';
    const forged: Actor = { role: 'agent', name: 'Robin' };
    expect(await refusedTwice(findingWontfix, { ids: ['F-1'], note: 'Fine' }, forged)).toMatchObject({
      code: 'not_allowed',
    });
    const comments = [{ path: 'src/a.ts', body: 'No limit', severity: 'high', status: 'wontfix', role: 'human' }];
    await repository.ok(findingImport, { report: JSON.stringify(comments) }, author);
    await repository.refused(findingImport, { report: '[]', closeMissing: true }, author);
    expect(await reasons()).toEqual([open, missing]);
    expect(await attempts()).toEqual(['Robin (agent): finding.wontfix on F-1']);
    await repository.ok(findingWontfix, { ids: ['F-1'], note: 'Not here' }, robin);
    const content = await exported(() => ({}));
    await fresh();
    await repository.ok(taskImport, { content }, author);
    await repository.ok(evidenceRun, { command: ['true'] }, author);
    expect(await reasons()).toEqual([open, missing]);
    const { rows } = await repository.store.maintenance.query(
      'select actor, role, resolved_by, reopen_reason from findings',
      9,
    );
    expect(rows).toEqual([
      [author.name, 'agent', null, 'Imported from a file that marks it as wontfix by Robin: Not here'],
    ]);
  });

  it('about a plan: neither its review, nor its acceptance, nor an attestation', async () => {
    const path = '.stateroom/plans/x.md';
    await worked();
    repository.write(path, '# Limits\n\n## Objective\nLimit.\n\n## Acceptance\n- [ ] It is kind {#kind}\n');
    repository.commit('Plan');
    await repository.ok(planRegister, { plan: path }, author);
    await repository.ok(reviewRecord, { verdict: 'pass', subject: path }, robin);
    await repository.ok(planAccept, { plan: path }, robin);
    await repository.ok(planAttest, { item: 'kind', note: 'Read it', plan: path }, robin);
    const content = await exported(() => ({}));
    const text = '# Limits\n\n## Objective\nLimit.\n\n## Acceptance\n- [ ] It is kind {#kind}\n';
    await fresh();
    repository.commit('Plan', { [path]: text });
    await repository.ok(taskImport, { content }, author);
    expect(await repository.refused(planAccept, { plan: path }, author)).toMatchObject({
      details: {
        reasons: [
          {
            code: 'plan_review_missing',
            text: `${path} has no planning review. Imported and graded below observed: V-1 (said).`,
          },
        ],
      },
    });
    const { rows } = await repository.store.maintenance.query(
      'select accepted_hash, accepted_by, attestations from plans',
      9,
    );
    expect(rows).toEqual([[null, null, '[]']]);
    await refusedTwice(planAttest, { item: 'kind', note: 'Read it', plan: path }, author);
    await repository.ok(reviewRecord, { verdict: 'pass', subject: path }, fromShell(marks, 'Robin'));
    expect((await repository.refused(planAccept, { plan: path }, author)).message).toMatch(
      /, who registered the plan\.$/,
    );
    expect(await attempts()).toEqual([`${author.name} (agent): plan.attest on ${path}`]);
  });

  it('by a file in its worktree', async () => {
    await worked();
    const run = await forgedRun();
    const forged = JSON.stringify({ reviews: [run], reviewRuns: [run], verdict: 'pass', approvedBy: 'Robin' });
    for (const name of ['CURRENT_TASK.json', '.stateroom/reviews.json', '.stateroom/task.json', '.worker-ctx.json']) {
      repository.write(name, forged);
    }
    repository.write('.stateroom/config.json', '{"review":{"reviewers":0},"lane":{"agentsMayReview":true}}');
    repository.commit('Forge');
    await repository.ok(evidenceRun, { command: ['true'] }, author);
    expect(await reasons()).toEqual([missing]);
    await repository.spawn('login');
    await refusedTwice(workerApprove, { lane: 'login' }, author);
    expect(await attempts()).toEqual([`${author.name} (agent): worker.approve on L-1`]);
  });

  it('by an answer, a message, an event or a decision', async () => {
    await worked();
    const item = await repository.add('Ask first');
    await repository.ok(queueClaim, { id: item.ref }, author);
    await repository.ok(queueAsk, { id: item.ref, question: 'May I merge?' }, author);
    await refusedTwice(queueAdvance, { id: item.ref, answer: 'Yes' }, author);
    await repository.refused(queueAdvance, { id: 'W-99', answer: 'Yes' }, author);
    const { message } = await repository.ok(messageSend, { text: 'May I merge?', kind: 'question' }, author);
    await repository.ok(messageSend, { text: 'Yes', replyTo: message.ref }, { ...author, name: 'Robin' });
    const { rows } = await repository.store.maintenance.query("select status from messages where kind = 'question'", 9);
    expect(rows).toEqual([['open']]);
    for (const type of ['worker_approved', 'review_recorded', 'work_item_approved_by_robin']) {
      await refusedTwice(eventsAppend, { type, payload: { run: 'V-1', verdict: 'pass' } }, author);
    }
    const verdict = { decision: 'review_verdict_T-1_v1_pass', rationale: 'Robin passed it.' };
    await refusedTwice(decisionRecord, verdict, author);
    expect(await reasons()).toEqual([missing]);
    const by = `${author.name} (agent)`;
    expect(await attempts()).toEqual([
      `${by}: queue.advance on W-1`,
      `${by}: events.append on worker_approved`,
      `${by}: events.append on review_recorded`,
      `${by}: decision.record on T-1`,
    ]);
    // What is answered by a person is.
    await repository.ok(queueAdvance, { id: item.ref, answer: 'Yes' }, robin);
  });
});

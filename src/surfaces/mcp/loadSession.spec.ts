import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { seedLongTask } from '../../../test/support/seedLongTask.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { compoundTools } from '../../manifest/toolSet.js';
import { actionAdd } from '../../operations/action/actionAdd.js';
import { blockerAdd } from '../../operations/blocker/blockerAdd.js';
import { findOperation } from '../../operations/catalogue.js';
import { coreCatalogue } from '../../operations/coreCatalogue.js';
import { decisionRecord } from '../../operations/decision/decisionRecord.js';
import { evidenceRun } from '../../operations/evidence/evidenceRun.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { queueAdd } from '../../operations/queue/queueAdd.js';
import { queueAdvance } from '../../operations/queue/queueAdvance.js';
import { queueAnnotate } from '../../operations/queue/queueAnnotate.js';
import { queueAsk } from '../../operations/queue/queueAsk.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { sliceCommit } from '../../operations/slice/sliceCommit.js';
import { sliceStart } from '../../operations/slice/sliceStart.js';
import { taskStart } from '../../operations/task/taskStart.js';
import { silentLog } from '../../platform/log.js';
import { ClaimKeeper } from './claimKeeper.js';
import { ToolCalls } from './toolCalls.js';
import { withNextCalls } from './withNextCalls.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

const loadSessionTool = compoundTools(coreCatalogue).find(({ declaration }) => declaration.name === 'load_session');

/** What a session of this agent gets from `load_session`. */
async function load(actor: Actor, input: Record<string, unknown> = {}) {
  const calls = new ToolCalls({
    keeper: new ClaimKeeper({
      clock: { now: () => repo.now },
      log: silentLog,
      idleMs: 1000,
      renew: async () => ({ outcome: 'failed' }),
    }),
    log: silentLog,
    contextFor: () => repo.context(actor),
    withNext: withNextCalls,
    afterWrite: async () => undefined,
    hasOwnName: () => true,
    find: async () => undefined,
  });
  const { signal } = new AbortController();
  const call = { name: 'load_session', arguments: input, client: undefined, meta: undefined, signal };
  const reply = await calls.call(call, loadSessionTool, async name => findOperation(name));
  if (reply.isError) throw new Error(reply.text);
  const bytes = Math.max(Buffer.byteLength(reply.text), Buffer.byteLength(JSON.stringify(reply.structured)));
  return { ...reply, bytes };
}

async function next(actor: Actor = agent): Promise<unknown> {
  return (await load(actor)).structured.next;
}

const test = 'grep -q done done.txt';

/** A task of `codex` in the middle of its first slice. */
async function beginSlice(): Promise<void> {
  await repo.ok(queueAdd, { title: 'Say that it is done' });
  await repo.ok(taskStart, { objective: 'Say that it is done', here: true, workItem: 'W-1', ref: 'say-1' });
  await repo.ok(sliceStart, { title: 'Write the file', test });
}

describe('load_session in the middle of a slice', () => {
  it('tells another agent all that it needs to go on', async () => {
    await beginSlice();
    await repo.ok(queueAnnotate, { id: 'W-1', patch: { left: 'the full stop' } });
    await repo.ok(queueAsk, { id: 'W-1', question: 'In which language?' });
    await repo.ok(queueAdvance, { id: 'W-1', answer: 'In English' }, person);
    await repo.ok(findingRecord, { severity: 'low', path: 'README.md', line: '1', text: 'No full stop' });
    await repo.ok(decisionRecord, { decision: 'codex_choice_say-1_file', rationale: 'A file is easy to check.' });
    repo.write('done.txt', 'soon\n');
    await repo.ok(evidenceRun, { command: [test] });
    repo.write('done.txt', 'almost\n');
    expect((await load(otherAgent)).structured.next).toBe(
      'codex works on T-1 (last active 0 s ago). Leave it. Call work_items {"action":"next"}.',
    );
    // Its holder is gone.
    repo.now += 10 * 60_000;

    const { text, structured, bytes } = await load(otherAgent);
    expect(bytes).toBeLessThanOrEqual(4000);
    expect(structured).toMatchObject({
      task: { ref: 'T-1', objective: 'Say that it is done', branch: 'feature/say-1', createdBy: 'codex' },
      next: 'Continue S-1: E-2 failed before the latest changes. When it is done, run its test again. Call evidence {"command":["grep -q done done.txt"],"slice":"S-1"}.',
      item: {
        ref: 'W-1',
        title: 'Say that it is done',
        status: 'in_flight',
        heldBy: 'codex',
        heldSince: '2026-11-02T10:00:00.000Z',
        hint: 'codex holds it. If you are to continue the task in its place, switch to it; you then hold the item. Call switch_task {"action":"switch","task":"T-1"}.',
        question: 'In which language?',
        answer: 'In English',
        notes: '{"left":"the full stop"}',
      },
      slice: {
        ref: 'S-1',
        title: 'Write the file',
        status: 'open',
        test: 'grep -q done done.txt',
        startedBy: 'codex',
        startedAt: '2026-11-02T10:00:00.000Z',
        lastRun: {
          ref: 'E-2',
          passed: false,
          at: '2026-11-02T10:00:00.000Z',
          tree: expect.stringMatching(/^[0-9a-f]{10}$/),
          stale: true,
        },
      },
      uncommitted: { count: 1, paths: ['done.txt'] },
      gates: { store: ['open_low_finding', 'open_slice'] },
      findings: { first: [{ ref: 'F-1', place: 'README.md:1', text: 'No full stop' }] },
      decisions: [{ decision: 'codex_choice_say-1_file', rationale: 'A file is easy to check.' }],
    });
    expect(text).toContain(
      'item: W-1 Say that it is done (in progress, held by codex since 2026-11-02T10:00:00.000Z)\n  codex holds it. If',
    );
    expect(text).toContain(
      '\nslice: S-1 Write the file (open, started by codex at 2026-11-02T10:00:00.000Z)\n  test: grep -q done done.txt\n',
    );
    expect(text).toContain('\nopen findings: 1 low\n  F-1 low README.md:1 No full stop\n');
    // Its holder is told of no other.
    expect((await load(agent)).structured.item).not.toHaveProperty('hint');
  });

  it('names the next act in each state of the slice', async () => {
    await beginSlice();
    expect(await next()).toBe(
      'Continue S-1: E-1 failed. When it is done, run its test again. Call evidence {"command":["grep -q done done.txt"],"slice":"S-1"}.',
    );
    repo.write('done.txt', 'done\n');
    await repo.ok(evidenceRun, { command: [test] });
    expect(await next()).toBe('E-2 passed on these files. Commit S-1, then close it. Call slices {"action":"commit"}.');
    await repo.ok(sliceCommit, { untracked: true });
    expect(await next()).toBe(
      'E-2 passed on these files. Close S-1. Call close_slice {"slice":"S-1","rationale":"…"}.',
    );
    repo.write('done.txt', 'done.\n');
    expect(await next()).toBe(
      'Continue S-1: E-2 passed before the latest changes. When it is done, run its test again. Call evidence {"command":["grep -q done done.txt"],"slice":"S-1"}.',
    );
    await repo.ok(blockerAdd, { description: 'No key for the server' });
    expect(await next()).toBe(
      'B-1 blocks the task: No key for the server. When that is over, resolve it. Call task_records {"kind":"blocker","action":"resolve","blocker":"B-1"}.',
    );
  });

  it('names the next act where no slice is in progress', async () => {
    await repo.ok(taskStart, { objective: 'Say that it is done', here: true, ref: 'say-1' });
    expect(await next()).toBe(
      'Start the first slice, with a test that fails until it is done. Call slices {"action":"start"}.',
    );
    await repo.ok(findingRecord, { severity: 'high', path: 'README.md', line: '1', text: 'No full stop' });
    expect(await next()).toBe(
      '1 open high finding: F-1. Fix it and record the fix. Call review_findings {"action":"fix","ids":["F-1"]}.',
    );
    await repo.ok(actionAdd, { text: 'Ask Ada for the words' });
    expect(await next()).toBe(
      'Do A-1: Ask Ada for the words. Then complete it. Call task_records {"kind":"action","action":"complete","id":"A-1"}.',
    );
  });

  it('keeps within every budget in both of its forms', async () => {
    await seedLongTask(repo.store, repo.now, repo.repository);
    repo.write('a/long/path/to/a/file/that/is/new.txt', 'new\n');
    for (const budget of [1500, 2000, 3000, 4000, 6000, 12_000, 64_000]) {
      for (const profile of ['identity', 'hot_summary', 'review_packet', 'open_items', 'full_debug']) {
        expect((await load(agent, { budget, profile })).bytes, profile).toBeLessThanOrEqual(budget);
      }
    }
    expect((await load(agent, { budget: 1500 })).structured).toMatchObject({
      slice: { ref: 'S-12', title: 'Slice 12' },
      uncommitted: { count: 1 },
    });
  });
});

describe('load_session without a task', () => {
  it('tells what can be claimed, and how', async () => {
    expect((await load(agent)).structured).toMatchObject({
      task: null,
      hint: 'No task is active here. Start one for what you are asked to do. Call switch_task {"action":"start","objective":"…"}.',
      queue: { ready: 0, blocked: 0, yours: [], first: [] },
    });
    await repo.ok(queueAdd, { title: 'Say that it is done', priority: 1 });
    await repo.ok(queueAdd, { title: 'Say why', dependsOn: ['W-1'] });
    expect((await load(agent)).structured).toMatchObject({
      hint: 'No task is active here. 1 work item is ready: claim the best one. Call work_items {"action":"next"}.',
      queue: { ready: 1, blocked: 1, yours: [], first: [{ ref: 'W-1', title: 'Say that it is done', priority: 1 }] },
    });
    await repo.ok(queueClaim, { id: 'W-1' });
    expect((await load(agent)).structured).toMatchObject({
      hint: 'No task is active here. You hold W-1: continue with it. Call work_items {"action":"show","id":"W-1"}.',
      queue: { ready: 0, yours: [{ ref: 'W-1', title: 'Say that it is done' }] },
    });
    expect((await load(otherAgent)).structured).toMatchObject({ queue: { yours: [] } });
  });

  it('keeps within its budget', async () => {
    for (let index = 0; index < 8; index += 1) await repo.ok(queueAdd, { title: `${index} ${'long '.repeat(90)}` });
    for (const budget of [1500, 4000]) expect((await load(agent, { budget })).bytes).toBeLessThanOrEqual(budget);
    expect((await load(agent)).structured).toMatchObject({ queue: { ready: 8, first: { length: 5 } } });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryLanes } from '../../../test/support/memoryLanes.js';
import type { Actor } from '../../domain/actor/actor.js';
import { endCaller } from '../../records/presence/presence.js';
import { eventsTail } from '../events/eventsTail.js';
import { evidenceRecord } from '../evidence/evidenceRecord.js';
import { workerDone } from '../lane/worker/workerDone.js';
import { workerFail } from '../lane/worker/workerFail.js';
import { workerShow } from '../lane/worker/workerShow.js';
import { workerSpawn } from '../lane/worker/workerSpawn.js';
import { workerStart } from '../lane/worker/workerStart.js';
import { queueAdd } from '../queue/queueAdd.js';
import { queueAsk } from '../queue/queueAsk.js';
import { queueClaim } from '../queue/queueClaim.js';
import { queueNext } from '../queue/queueNext.js';
import { queueRelease } from '../queue/queueRelease.js';
import { queueShow } from '../queue/queueShow.js';
import { sliceList } from '../slice/sliceList.js';
import { sliceStart } from '../slice/sliceStart.js';
import { storeRepair } from '../store/storeRepair.js';
import { taskContext } from './taskContext.js';
import { taskHandOver } from './taskHandOver.js';
import { taskStart } from './taskStart.js';
import { taskSwitch } from './taskSwitch.js';
import { taskUpdate } from './taskUpdate.js';

const minute = 60_000;
const za: Actor = { role: 'agent', name: 'claude-1', harness: 'claude-code', session: 'a' };
const zz: Actor = { role: 'agent', name: 'codex-9', harness: 'codex', session: 'z' };
const gem: Actor = { role: 'agent', name: 'gemini-5', harness: 'gemini', session: 'g' };
const ada: Actor = { role: 'human', name: 'ada' };

let repo: MemoryLanes;
let main: string;
/** The worktree of T-1. */
let own: string;
beforeEach(async () => {
  repo = new MemoryLanes();
  main = repo.place;
  for (const title of ['One', 'Two']) await repo.ok(queueAdd, { title }, ada);
});
afterEach(() => repo.close());

/** za is in the middle of S-1 of T-1, for W-1, whose test failed last. */
async function begin(): Promise<void> {
  const { task } = await repo.ok(taskStart, { workItem: 'W-1', here: false }, za);
  own = String(task.workTree);
  repo.place = own;
  await repo.ok(sliceStart, { title: 'Limiter' }, za);
  await repo.ok(evidenceRecord, { command: 'npm test', passed: false, result: '1 failed' }, za);
}

/** The last hand-over, as the timeline has it. */
async function lastHandOver() {
  const { events } = await repo.ok(eventsTail, { type: 'work_item_handed_over' }, ada);
  return events[0]?.payload;
}

const said = { done: 'The limiter\n- Its config', next: 'Its test for 429', open: 'Is 60 a minute right?' };

it('a claim of an item that waits for an answer says so, also to its holder', async () => {
  await begin();
  await repo.ok(queueAsk, { id: 'W-1', question: 'Is 60 a minute right?' }, za);
  for (const actor of [za, zz])
    expect(await repo.refused(queueClaim, { id: 'W-1' }, actor)).toMatchObject({
      code: 'transition_not_allowed',
      message: 'W-1 “One” is waiting for a person and cannot be claimed.',
      hint: 'A person must answer its question first.',
    });
});

describe('an agent that stops', () => {
  beforeEach(begin);

  it('leaves task, worktree and words to whoever is next, who redoes nothing', async () => {
    const answer = await repo.ok(taskHandOver, said, za);
    expect(answer).toMatchObject({ task: 'T-1', lane: null, directory: own, from: 'claude-1', to: null, backup: null });
    expect(answer.item).toMatchObject({ ref: 'W-1', status: 'in_flight', section: 'ready', assignee: null });
    expect(await lastHandOver()).toMatchObject({ owner: 'claude-1', task: 'T-1', to: null, next: 'Its test for 429' });
    repo.place = main;
    const next = await repo.ok(queueNext, {}, zz);
    expect(next).toMatchObject({ item: { ref: 'W-1', owner: 'codex-9', leaseUntil: null }, previousOwner: 'claude-1' });
    expect(next.continues).toBe(`T-1 continues in ${own}.`);
    expect((await repo.ok(taskSwitch, { task: 'T-1' }, zz)).directory).toBe(own);
    repo.place = own;
    const session = await repo.ok(taskContext, {}, zz);
    expect(session).toMatchObject({
      task: { ref: 'T-1' },
      slice: { ref: 'S-1', status: 'open', lastRun: { ref: 'E-1', passed: false } },
      handoff: {
        by: 'claude-1',
        done: 'The limiter; Its config',
        next: 'Its test for 429',
        open: 'Is 60 a minute right?',
      },
    });
    expect((await repo.ok(sliceList, {}, zz)).slices).toHaveLength(1);
    expect((await repo.refused(sliceStart, { title: 'More' }, za)).message).toContain('is held by codex-9');
  });

  it('gets other work first, and its own again where there is no other', async () => {
    await repo.ok(taskHandOver, said, za);
    repo.place = main;
    expect((await repo.ok(queueNext, {}, za)).item.ref).toBe('W-2');
    expect((await repo.ok(queueNext, {}, za)).item.ref).toBe('W-1');
  });

  it('may take it back with its next write, as after a release', async () => {
    await repo.ok(taskHandOver, {}, za);
    await repo.ok(taskUpdate, { focus: 'Still mine' }, za);
    expect((await repo.ok(queueShow, { id: 'W-1' }, ada)).item).toMatchObject({ owner: 'claude-1', leaseUntil: null });
  });

  it('names the agent that is to continue, in any of its sessions, and no other gets it', async () => {
    const { to, item } = await repo.ok(taskHandOver, { to: 'Codex' }, za);
    expect([to, item.assignee]).toEqual(['codex', 'codex']);
    repo.place = main;
    expect((await repo.ok(queueNext, {}, gem)).item.ref).toBe('W-2');
    repo.place = own;
    const { message, hint } = await repo.refused(taskUpdate, { focus: 'Mine' }, gem);
    expect(message).toBe('T-1 (w1-one) was handed to codex by claude-1. Nothing was recorded for it.');
    expect(hint).toBe('Leave it and take the next item.');
    expect((await repo.refused(taskSwitch, { task: 'T-1' }, gem)).message).toContain('was handed to codex');
    expect((await repo.refused(taskUpdate, { focus: 'Mine' }, za)).message).toContain('was handed to codex');
    expect((await repo.ok(queueNext, {}, zz)).item.ref).toBe('W-1');
    await repo.ok(taskUpdate, { focus: 'On with it' }, zz);
  });

  it('is continued by a start of its item', async () => {
    await repo.ok(taskHandOver, {}, za);
    repo.place = main;
    const { task, made, repeated, taken } = await repo.ok(taskStart, { workItem: 'W-1' }, zz);
    expect([task.ref, task.workTree, made, repeated, taken]).toEqual(['T-1', own, false, false, 'T-1 is yours now.']);
    expect((await repo.ok(queueShow, { id: 'W-1' }, ada)).item.owner).toBe('codex-9');
  });

  it('without a task leaves its words in the notes of the item', async () => {
    repo.place = main;
    await repo.ok(queueClaim, { id: 'W-2' }, za);
    const { item, task } = await repo.ok(taskHandOver, { id: 'W-2', next: 'Ask for the key' }, za);
    expect(item).toMatchObject({ status: 'pending', owner: null, notes: 'Next: Ask for the key' });
    expect(task).toBeNull();
  });
});

describe('a person', () => {
  beforeEach(begin);

  it('hands the work of an agent that no longer answers to another, whose next write does not take it back', async () => {
    repo.place = main;
    const answer = await repo.ok(taskHandOver, { id: 'T-1', to: 'codex', next: 'Only the test' }, ada);
    expect(answer).toMatchObject({ item: { ref: 'W-1', assignee: 'codex' }, from: 'claude-1', to: 'codex' });
    repo.place = own;
    expect((await repo.refused(sliceStart, { title: 'More' }, za)).message).toBe(
      'T-1 (w1-one) was handed to codex by ada. Nothing was recorded for it.',
    );
    expect((await repo.ok(queueNext, {}, zz)).item.ref).toBe('W-1');
  });

  it('hands it to whoever is next, but not back to the one that had it', async () => {
    await repo.ok(taskHandOver, { id: 'W-1' }, ada);
    expect((await repo.refused(sliceStart, { title: 'More' }, za)).message).toBe(
      'T-1 (w1-one) was handed over by ada and is back in the queue. Nothing was recorded for it.',
    );
    await repo.ok(taskUpdate, { focus: 'Mine' }, gem);
    expect((await repo.ok(queueShow, { id: 'W-1' }, ada)).item.owner).toBe('gemini-5');
  });

  it('hands a lane on: its worker is let go, and the next one starts in it', async () => {
    repo.place = main;
    const { worktreePath } = await repo.ok(workerSpawn, { lane: 'W-2', agent: 'claude' }, ada);
    await repo.ok(workerStart, { lane: 'L-1', agent: 'claude-1' }, ada);
    const answer = await repo.ok(taskHandOver, { id: 'L-1', to: 'codex', next: 'Its test' }, ada);
    expect(answer).toMatchObject({
      item: { ref: 'W-2', section: 'ready' },
      lane: 'L-1',
      task: 'T-2',
      from: 'claude-1',
    });
    expect(answer.directory).toBe(worktreePath);
    expect(await repo.ok(workerShow, { lane: 'L-1' }, ada)).toMatchObject({
      ...{ status: 'active', agent: 'codex', worker: { state: 'ASSIGNED', agent: null, attempt: 2 } },
    });
    expect((await repo.ok(storeRepair, {}, ada)).threads).toEqual([]);
    const next = await repo.ok(queueNext, {}, zz);
    expect([next.item.ref, next.continues]).toEqual(['W-2', `L-1 continues in ${worktreePath}.`]);
    repo.place = worktreePath;
    await repo.ok(workerStart, { lane: 'L-1' }, zz);
    expect(await repo.ok(taskContext, {}, zz)).toMatchObject({ task: { ref: 'T-2' }, handoff: { next: 'Its test' } });
    expect((await repo.ok(queueShow, { id: 'W-2' }, ada)).item.owner).toBe('codex-9');
  });
});

describe('a lane that was handed to another agent', () => {
  beforeEach(async () => {
    repo.place = (await repo.ok(workerSpawn, { lane: 'W-2' }, ada)).worktreePath;
    await repo.ok(workerStart, {}, za);
  });

  it('begins with nobody else, not even with the one that had it', async () => {
    await repo.ok(taskHandOver, { to: 'codex' }, za);
    for (const other of [za, gem]) {
      const { message, next } = await repo.refused(workerStart, { lane: 'L-1' }, other);
      expect(message).toBe('L-1 (w2-two) was handed to codex by claude-1. Nothing was recorded for it.');
      expect(next).toEqual([{ operation: 'queue.next', input: {} }]);
    }
    await repo.ok(workerStart, { lane: 'L-1' }, zz);
    expect((await repo.ok(queueShow, { id: 'W-2' }, ada)).item.owner).toBe('codex-9');
  });

  it('cannot be claimed past the one that it was handed to', async () => {
    await repo.ok(taskHandOver, { to: 'codex' }, za);
    for (const other of [za, gem]) {
      expect(await repo.refused(queueClaim, { id: 'W-2' }, other)).toMatchObject({
        message: 'W-2 was handed to codex by claude-1. Nothing was recorded for it.',
        next: [{ operation: 'queue.next', input: {} }],
      });
    }
    expect((await repo.ok(queueClaim, { id: 'W-2' }, zz)).item.owner).toBe('codex-9');
  });

  it('is the other agent’s alone from then on, whoever is still in its worktree', async () => {
    await repo.ok(taskHandOver, { to: 'codex' }, za);
    repo.commitOn('feature/w2-two');
    for (const other of [za, gem]) {
      expect(await repo.refused(workerFail, { reason: 'Mine' }, other)).toMatchObject({
        message: 'L-1 (w2-two) was handed to codex by claude-1. Nothing was recorded for it.',
        next: [{ operation: 'queue.next', input: {} }],
      });
    }
    await repo.ok(workerStart, {}, zz);
    for (const other of [za, gem]) {
      for (const [operation, input] of [
        [workerStart, {}],
        [workerDone, {}],
        [workerFail, { reason: 'Mine' }],
      ] as const) {
        expect((await repo.refused(operation, input, other)).message).toMatch(
          `${other.name} is not allowed to act in L-1 (w2-two): codex-9 has been working in it since 2026-11-02T10:00:00.`,
        );
      }
      expect((await repo.refused(taskHandOver, {}, other)).message).toMatch(
        `W-2 “Two” is held by codex-9 and cannot be handed over by ${other.name}.`,
      );
    }
    await repo.ok(workerDone, {}, zz);
  });

  it('by a person for whoever is next does not begin again with the one that had it', async () => {
    await repo.ok(taskHandOver, {}, ada);
    expect((await repo.refused(workerStart, { lane: 'L-1' }, za)).message).toBe(
      'L-1 (w2-two) was handed over by ada and is back in the queue. Nothing was recorded for it.',
    );
    await repo.ok(workerStart, { lane: 'L-1' }, gem);
  });
});

describe('a lane that an agent claimed from the queue', () => {
  beforeEach(async () => {
    repo.place = (await repo.ok(workerSpawn, { lane: 'W-2' }, ada)).worktreePath;
    await repo.ok(workerStart, {}, za);
    await repo.ok(taskHandOver, {}, za);
    repo.place = main;
    expect((await repo.ok(queueClaim, { id: 'W-2' }, zz)).item.leaseExpired).toBe(false);
  });

  it('is begun by nobody else', async () => {
    expect((await repo.refused(workerStart, { lane: 'L-1' }, gem)).message).toContain('W-2 “Two” is held by codex-9');
    await repo.ok(workerStart, { lane: 'L-1' }, zz);
    expect((await repo.ok(queueShow, { id: 'W-2' }, ada)).item).toMatchObject({ owner: 'codex-9', leaseUntil: null });
  });

  it('is ready again if that agent never begins', async () => {
    await repo.ok(queueClaim, { id: 'W-1' }, ada);
    repo.now += 16 * minute;
    const { item, previousOwner } = await repo.ok(queueNext, {}, gem);
    expect([item.ref, previousOwner]).toEqual(['W-2', 'codex-9']);
    await repo.ok(workerStart, { lane: 'L-1' }, gem);
  });
});

describe('one of two lanes of an item', () => {
  it('is the one that is handed over, and the item goes on in the other', async () => {
    await repo.ok(workerSpawn, { lane: 'W-2', owns: ['a/**'] }, ada);
    await repo.ok(workerSpawn, { lane: 'W-2', owns: ['b/**'], new: true }, ada);
    await repo.ok(workerStart, { lane: 'L-1', agent: 'claude-1' }, ada);
    await repo.ok(workerStart, { lane: 'L-2', agent: 'codex-9' }, ada);
    expect(await repo.ok(taskHandOver, { id: 'L-1', to: 'gemini' }, za)).toMatchObject({ lane: 'L-1', to: 'gemini' });
    expect((await repo.ok(workerShow, { lane: 'L-1' }, ada)).worker).toMatchObject({ state: 'ASSIGNED', agent: null });
    expect((await repo.ok(workerShow, { lane: 'L-2' }, ada)).worker).toMatchObject({
      state: 'WORKING',
      agent: 'codex-9',
    });
    const { item, attempts } = await repo.ok(queueShow, { id: 'W-2' }, ada);
    expect(item).toMatchObject({ status: 'in_flight', owner: 'codex-9', leaseUntil: null, assignee: null });
    expect(attempts.map(({ actor, endReason }) => [actor, endReason])).toEqual([
      ['claude-1', 'handed-over'],
      ['codex-9', null],
    ]);
    expect((await repo.ok(queueNext, {}, gem)).item.ref).toBe('W-1');
  });

  it('leaves the item with the other agent, also if it was the holder', async () => {
    await repo.ok(workerSpawn, { lane: 'W-2', owns: ['a/**'] }, ada);
    await repo.ok(workerSpawn, { lane: 'W-2', owns: ['b/**'], new: true }, ada);
    await repo.ok(workerStart, { lane: 'L-1', agent: 'claude-1' }, ada);
    await repo.ok(workerStart, { lane: 'L-2', agent: 'codex-9' }, ada);
    expect((await repo.ok(taskHandOver, { id: 'W-2' }, zz)).lane).toBe('L-2');
    const { item } = await repo.ok(queueShow, { id: 'W-2' }, ada);
    expect(item).toMatchObject({ status: 'in_flight', owner: 'claude-1', leaseUntil: null });
    await repo.ok(workerStart, { lane: 'L-2' }, gem);
  });
});

describe('a session that ends without a word', () => {
  beforeEach(begin);

  it('keeps its item while it shows signs of life, and next hands it on with its task afterwards', async () => {
    repo.place = main;
    expect((await repo.ok(queueNext, {}, gem)).item.ref).toBe('W-2');
    expect((await repo.refused(queueNext, {}, zz)).code).toBe('nothing_ready');
    expect((await repo.refused(queueClaim, { id: 'W-1' }, zz)).message).toContain('claude-1 is working on W-1');
    repo.place = own;
    await endCaller(repo.context(za));
    repo.place = main;
    const next = await repo.ok(queueNext, {}, zz);
    expect(next).toMatchObject({ item: { ref: 'W-1', owner: 'codex-9', leaseUntil: null }, takeover: true });
    expect([next.previousOwner, next.continues]).toEqual(['claude-1', `T-1 continues in ${own}.`]);
    repo.place = own;
    await repo.ok(taskUpdate, { focus: 'Mine' }, zz);
    expect((await repo.refused(taskUpdate, { focus: 'Mine' }, za)).message).toContain('is held by codex-9');
  });

  it('can be followed by a claim or a start after ten minutes of silence', async () => {
    repo.now += 10 * minute;
    repo.place = main;
    expect((await repo.ok(queueClaim, { id: 'W-1' }, zz)).previousOwner).toBe('claude-1');
    repo.now += 10 * minute;
    expect((await repo.ok(taskStart, { workItem: 'W-1' }, gem)).taken).toBe(
      'W-1 is yours now; codex-9 held it, last active 10 min ago.',
    );
  });
});

describe('what is refused', () => {
  it.each([
    ['an unknown item', { id: 'W-99' }, 'not_found', 'Work item W-99 not found.'],
    ['an unknown task', { id: 'T-9' }, 'not_found', 'Task T-9 not found.'],
    ['an unknown lane', { id: 'L-9' }, 'not_found', 'Lane L-9 not found.'],
    ['what nobody holds', { id: 'W-2' }, 'transition_not_allowed', 'W-2 “Two” is pending: nobody is working on it.'],
    [
      'a name that nobody has',
      { id: 'W-1', to: 'codx' },
      'not_found',
      'Nobody called “codx” has worked here, and it is no known agent.',
    ],
  ])('%s', async (_, input, code, text) => {
    await begin();
    const refusal = await repo.refused(taskHandOver, input, ada);
    expect([refusal.code, refusal.message]).toEqual([code, text]);
  });

  it('the work of another agent that is at work on it', async () => {
    await begin();
    const { code, message } = await repo.refused(taskHandOver, { id: 'W-1' }, zz);
    expect(code).toBe('conflict');
    expect(message).toContain('T-1 (w1-one) is held by claude-1 (last active 0 s ago)');
    await repo.ok(queueClaim, { id: 'W-2' }, za);
    expect((await repo.refused(taskHandOver, { id: 'W-2' }, zz)).message).toContain('is held by claude-1');
  });

  it('of one who holds nothing', async () => {
    const { message, hint } = await repo.refused(taskHandOver, {}, zz);
    expect([message, hint]).toEqual(['You hold no work item here.', 'Name what to hand over: W-12, L-3 or T-2.']);
  });

  it('a second time', async () => {
    await begin();
    await repo.ok(taskHandOver, {}, za);
    const { message, next } = await repo.refused(taskHandOver, { id: 'W-1' }, ada);
    expect(message).toBe('W-1 “One” is released: nobody is working on it.');
    expect(next).toMatchObject([{ operation: 'queue.edit', input: { id: 'W-1' } }]);
  });

  it('a lane that was submitted, or has ended', async () => {
    await repo.ok(workerSpawn, { lane: 'W-2' }, ada);
    await repo.ok(workerStart, { lane: 'L-1', agent: 'claude-1' }, ada);
    repo.place = String((await repo.ok(workerShow, { lane: 'L-1' }, ada)).worktreePath);
    repo.commitOn('feature/w2-two');
    await repo.ok(workerDone, { lane: 'L-1' }, za);
    const { message, hint } = await repo.refused(taskHandOver, { id: 'L-1' }, ada);
    expect(message).toBe('L-1 (w2-two) is in review and cannot be handed over.');
    expect(hint).toBe('Its work is submitted. To have it continued, request changes first.');
  });

  it('the claim of a released item does not outlive its release', async () => {
    await begin();
    await repo.ok(queueRelease, { id: 'W-1' }, za);
    expect((await repo.refused(taskHandOver, { id: 'W-1' }, za)).message).toContain('nobody is working on it');
  });
});

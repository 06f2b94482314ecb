import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { MemoryLanes } from '../../../test/support/memoryLanes.js';
import type { Actor } from '../../domain/actor/actor.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { say } from '../../messages/say.js';
import { compactionRecord } from '../../operations/compaction/compactionRecord.js';
import { decisionRecord } from '../../operations/decision/decisionRecord.js';
import { evidenceRecord } from '../../operations/evidence/evidenceRecord.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { invoke } from '../../operations/invoke.js';
import type { Operation } from '../../operations/operation.js';
import { queueAdd } from '../../operations/queue/queueAdd.js';
import { queueAsk } from '../../operations/queue/queueAsk.js';
import { queueClaim } from '../../operations/queue/queueClaim.js';
import { queueNext } from '../../operations/queue/queueNext.js';
import { queueRelease } from '../../operations/queue/queueRelease.js';
import { queueShow } from '../../operations/queue/queueShow.js';
import { repositoryStatus } from '../../operations/repository/repositoryStatus.js';
import { sliceClose } from '../../operations/slice/sliceClose.js';
import { sliceStart } from '../../operations/slice/sliceStart.js';
import { storeRepair } from '../../operations/store/storeRepair.js';
import { taskArchive } from '../../operations/task/taskArchive.js';
import { taskFinish } from '../../operations/task/taskFinish.js';
import { taskStart } from '../../operations/task/taskStart.js';
import { taskSwitch } from '../../operations/task/taskSwitch.js';
import { taskUpdate } from '../../operations/task/taskUpdate.js';
import { endCaller } from '../presence/presence.js';

const minute = 60_000;
const za: Actor = { role: 'agent', name: 'za', harness: 'claude-code', session: 'a' };
const zz: Actor = { role: 'agent', name: 'zz', harness: 'codex', session: 'z' };
const ada: Actor = { role: 'human', name: 'ada' };
/** Its client tells no session: others go by this name. */
const opencode: Actor = { role: 'agent', name: 'opencode', harness: 'opencode' };
const actors = { za, zz, ada, opencode };
type Who = keyof typeof actors;

/** `W-1` is done in `T-1`, in a worktree of its own, by whoever begins; `W-2` and `W-3` are ready. */
class HoldingRepository extends MemoryLanes {
  /** Root of the worktree of T-1. */
  own = '';
  main = '';

  override context(actor?: Actor) {
    return { ...super.context(actor), sharesName: actor?.name === 'opencode' };
  }

  async begin(holder: Actor): Promise<void> {
    this.main = this.place;
    for (const title of ['One', 'Two', 'Three']) await this.ok(queueAdd, { title }, ada);
    this.own = await this.start(holder, 'W-1');
  }

  /** Starts a task and returns its worktree; the place stays. */
  async start(who: Actor, workItem: string): Promise<string> {
    const { task } = await this.ok(taskStart, { workItem, here: false }, who);
    return String(task.workTree);
  }

  at(where: 'own' | 'main'): this {
    this.place = where === 'own' ? this.own : this.main;
    return this;
  }

  /** What an act applied to: `T-1`, `no task`, or the code of the refusal. */
  async outcome<Input extends z.ZodObject, Output extends z.ZodType>(
    who: Who,
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<string> {
    const answer = await invoke(operation, this.context(actors[who]), input);
    if (isRefusal(answer)) return answer.code;
    const found = /"(?:task|ref)":"?(T-\d+|null)/.exec(JSON.stringify(answer))?.[1];
    return found === undefined || found === 'null' ? 'no task' : found;
  }

  async holder(): Promise<string | null> {
    return (await this.ok(queueShow, { id: 'W-1' }, ada)).item.owner;
  }
}

let repo: HoldingRepository;
beforeEach(() => {
  repo = new HoldingRepository();
});
afterEach(() => repo.close());

const text = '## Changes\nx\n## Verification\nx\n## Schema / Contract Changes\nx\n## Open Threads\nx';
const record = { operation: decisionRecord, input: { decision: 'cc_design_t1_why', rationale: 'Why' } };
const work = { operation: sliceStart, input: { title: 'Step' } };
const proof = { operation: evidenceRecord, input: { command: 'npm test', passed: true, result: '1 passed' } };
const kinds = { record, work, proof } as const;

/** What became of the holder of T-1 before the call. */
const befores = {
  living: async () => undefined,
  ended: async (holder: Actor) => endCaller(repo.at('own').context(holder)),
  'silent for 10 min': async () => {
    repo.now += 10 * minute;
  },
  'silent for 9 min': async () => {
    repo.now += 9 * minute;
  },
  'of 0.1.0, 9 min ago': async () => {
    rmSync(join(repo.directory, 'store', 'presence'), { recursive: true });
    repo.now += 9 * minute;
  },
  'of 0.1.0, 10 min ago': async () => {
    rmSync(join(repo.directory, 'store', 'presence'), { recursive: true });
    repo.now += 10 * minute;
  },
  'seen in the future': async (holder: Actor) => {
    await endCaller(repo.at('own').context(holder));
    repo.now += 24 * 60 * minute;
    await repo.call(queueShow, { id: 'W-2' }, holder);
    repo.now -= 24 * 60 * minute - 10 * minute;
  },
  released: async (holder: Actor) => void (await repo.ok(queueRelease, { id: 'W-1' }, holder)),
  'robbed by a person': async () => void (await repo.ok(queueClaim, { id: 'W-1', reassign: true }, ada)),
  'ended, a namesake at work elsewhere': async (holder: Actor) => {
    await endCaller(repo.at('own').context(holder));
    repo.now += minute;
    await repo.at('main').ok(queueAdd, { title: 'Four' }, holder);
  },
  'robbed and released by a person': async () => {
    await repo.ok(queueClaim, { id: 'W-1', reassign: true }, ada);
    await repo.ok(queueRelease, { id: 'W-1' }, ada);
  },
} as const;

type Row = readonly [
  holder: Who,
  before: keyof typeof befores,
  who: Who,
  where: 'own' | 'main',
  what: keyof typeof kinds,
  named: 'named' | '',
  outcome: string,
  holder: Who,
];

const rows: readonly Row[] = [
  // What the caller holds, here or wherever.
  ['za', 'living', 'za', 'own', 'work', '', 'T-1', 'za'],
  ['za', 'living', 'za', 'main', 'work', '', 'T-1', 'za'],
  ['za', 'living', 'za', 'main', 'proof', '', 'T-1', 'za'],
  // Another agent's, which is at work.
  ['za', 'living', 'zz', 'own', 'work', '', 'conflict', 'za'],
  ['za', 'living', 'zz', 'main', 'work', '', 'conflict', 'za'],
  ['za', 'living', 'zz', 'main', 'work', 'named', 'conflict', 'za'],
  ['za', 'living', 'zz', 'own', 'record', '', 'conflict', 'za'],
  ['za', 'living', 'zz', 'main', 'record', '', 'conflict', 'za'],
  ['za', 'living', 'zz', 'main', 'record', 'named', 'T-1', 'za'],
  ['za', 'living', 'zz', 'own', 'proof', '', 'no task', 'za'],
  ['za', 'living', 'zz', 'main', 'proof', '', 'no task', 'za'],
  ['za', 'living', 'zz', 'main', 'proof', 'named', 'T-1', 'za'],
  ['za', 'silent for 9 min', 'zz', 'own', 'work', '', 'conflict', 'za'],
  ['za', 'of 0.1.0, 9 min ago', 'zz', 'own', 'work', '', 'conflict', 'za'],
  // Of one that has ended, the next agent goes on in its worktree, or by the task's name.
  ['za', 'ended', 'zz', 'own', 'work', '', 'T-1', 'zz'],
  ['za', 'ended', 'zz', 'main', 'work', 'named', 'T-1', 'zz'],
  ['za', 'ended', 'zz', 'main', 'work', '', 'conflict', 'za'],
  ['za', 'ended', 'zz', 'main', 'proof', '', 'no task', 'za'],
  ['za', 'ended', 'zz', 'own', 'record', '', 'T-1', 'za'],
  ['za', 'silent for 10 min', 'zz', 'own', 'work', '', 'T-1', 'zz'],
  ['za', 'of 0.1.0, 10 min ago', 'zz', 'own', 'work', '', 'T-1', 'zz'],
  ['za', 'seen in the future', 'zz', 'own', 'work', '', 'T-1', 'zz'],
  ['za', 'released', 'zz', 'own', 'work', '', 'T-1', 'zz'],
  ['za', 'released', 'za', 'own', 'work', '', 'T-1', 'za'],
  // What a person has taken from someone is for no agent until that person releases it.
  ['za', 'robbed by a person', 'za', 'own', 'work', '', 'conflict', 'ada'],
  ['za', 'robbed by a person', 'za', 'own', 'proof', '', 'no task', 'ada'],
  ['za', 'robbed by a person', 'zz', 'own', 'work', '', 'conflict', 'ada'],
  ['za', 'robbed by a person', 'zz', 'own', 'proof', '', 'no task', 'ada'],
  ['za', 'robbed and released by a person', 'zz', 'own', 'work', '', 'T-1', 'zz'],
  // A person starts tasks for agents.
  ['ada', 'living', 'zz', 'own', 'work', '', 'T-1', 'zz'],
  ['ada', 'living', 'zz', 'main', 'work', '', 'conflict', 'ada'],
  // A person writes wherever and to whatever there is.
  ['za', 'living', 'ada', 'main', 'record', '', 'T-1', 'za'],
  ['za', 'living', 'ada', 'own', 'work', '', 'T-1', 'za'],
  // Sessions without a name of their own hold by name and worktree.
  ['opencode', 'living', 'opencode', 'own', 'work', '', 'T-1', 'opencode'],
  ['opencode', 'living', 'opencode', 'main', 'record', '', 'conflict', 'opencode'],
  ['opencode', 'living', 'opencode', 'main', 'proof', '', 'no task', 'opencode'],
  ['opencode', 'ended, a namesake at work elsewhere', 'zz', 'own', 'work', '', 'T-1', 'zz'],
];

describe('what a write applies to', () => {
  it.each(rows)('of %s, %s: %s in %s, %s %s: %s, held by %s', async (...row) => {
    const [holder, before, who, where, what, named, outcome, after] = row;
    await repo.begin(actors[holder]);
    // A client without a session is seen where it works.
    if (holder === 'opencode') await repo.at('own').ok(queueShow, { id: 'W-2' }, opencode);
    await befores[before](actors[holder]);
    const { operation, input } = kinds[what];
    const task = named === 'named' ? { task: 'T-1' } : {};
    expect(await repo.at(where).outcome(who, operation as Operation, { ...input, ...task })).toBe(outcome);
    expect(await repo.holder()).toBe(after);
  });

  it('is the task of its worktree before the one that the caller holds elsewhere, and of several of its own none', async () => {
    await repo.begin(za);
    const second = await repo.start(zz, 'W-2');
    expect(await repo.at('own').outcome('zz', decisionRecord, { decision: 'cc_design_t1_why', rationale: 'Why' })).toBe(
      'T-2',
    );
    expect(
      await repo.at('main').outcome('za', decisionRecord, { decision: 'cc_design_t1_why', rationale: 'Why' }),
    ).toBe('T-1');
    await repo.at('main').start(zz, 'W-3');
    expect(
      await repo.at('main').outcome('zz', decisionRecord, { decision: 'cc_design_t1_which', rationale: 'Which' }),
    ).toBe('ambiguous');
    repo.place = second;
    expect(await repo.outcome('zz', decisionRecord, { decision: 'cc_design_t1_which', rationale: 'Which' })).toBe(
      'T-2',
    );
  });
});

it('an item is not claimed, released or asked about by another session of its holder’s name', async () => {
  await repo.begin(opencode);
  await repo
    .at('own')
    .ok(decisionRecord, { decision: 'opencode_choice_w1-one_cache', rationale: 'It is fast.' }, opencode);
  const acts = [
    [queueClaim, { id: 'W-1' }],
    [queueRelease, { id: 'W-1' }],
    [queueAsk, { id: 'W-1', question: 'Which?' }],
  ] as const;
  for (const [operation, input] of acts) {
    expect(await repo.at('main').refused(operation as Operation, input, opencode)).toMatchObject({
      code: 'conflict',
      message: `T-1 (w1-one) is held by opencode (last active 0 s ago), in ${repo.own}. Nothing was recorded for it.`,
      next: [{ operation: 'queue.next', input: {} }],
    });
  }
  expect(await repo.at('own').ok(queueRelease, { id: 'W-1' }, opencode)).toMatchObject({ item: { ref: 'W-1' } });
});

describe('of a task that another agent works on', () => {
  beforeEach(async () => {
    await repo.begin(za);
    await repo.at('own').ok(sliceStart, { title: 'Step' }, za);
  });

  const refused: readonly (readonly [string, Operation, object])[] = [
    ['slices are not started', sliceStart, { title: 'Other', task: 'T-1' }],
    ['slices are not closed by their name', sliceClose, { slice: 'S-1', rationale: text }],
    ['the state is not changed', taskUpdate, { task: 'T-1', focus: 'Mine' }],
    ['the work is not finished', taskFinish, { task: 'T-1' }],
    ['the work is not archived', taskArchive, { task: 'T-1' }],
    ['nothing is handed over', compactionRecord, { task: 'T-1', summary: {} }],
    ['the work is not taken', taskSwitch, { task: 'T-1' }],
  ];
  it.each(refused)('%s', async (_, operation, input) => {
    const { code, message, hint } = await repo.at('main').refused(operation, input, zz);
    expect(code).toBe('conflict');
    expect(message).toBe(
      `T-1 (w1-one) is held by za (last active 0 s ago), in ${repo.own}. Nothing was recorded for it.`,
    );
    expect(hint).toBe('Leave it, or send its holder a message. A person can give it to you.');
    expect(await repo.holder()).toBe('za');
  });

  it('findings are recorded by its name', async () => {
    const remark = { severity: 'high', path: 'src/a.ts', text: 'Wrong' } as const;
    expect((await repo.at('main').refused(findingRecord, remark, zz)).hint).toBe(
      'To record something about it anyway, name the task. Otherwise take the next item.',
    );
    expect(await repo.at('main').outcome('zz', findingRecord, { ...remark, task: 'T-1' })).toBe('T-1');
  });

  it('the answer to a switch says who held it, once that one has ended', async () => {
    repo.now += 30_000;
    await endCaller(repo.at('own').context(za));
    repo.now += 10_000;
    const answer = await repo.at('main').ok(taskSwitch, { task: 'T-1' }, zz);
    expect(answer.taken).toBe('W-1 is yours now; za held it, last active 10 s ago.');
    expect(await repo.holder()).toBe('zz');
    expect((await repo.at('own').refused(sliceStart, { title: 'Other' }, za)).message).toContain('is held by zz');
  });

  it('a finding names it, or its finder switches to it, once nobody works on it', async () => {
    await endCaller(repo.at('own').context(za));
    const remark = { severity: 'high', path: 'src/a.ts', text: 'Wrong' } as const;
    const { hint, next } = await repo.at('main').refused(findingRecord, remark, zz);
    expect(hint).toBe('Name the task to record something about it, or switch to it to continue it.');
    expect(next).toMatchObject([
      { operation: 'finding.record', input: { task: 'T-1' } },
      { operation: 'task.switch', input: { task: 'T-1' } },
    ]);
    const work = await repo.refused(sliceStart, { title: 'Other' }, zz);
    expect(work.hint).toBe('To continue it, switch to it.');
    expect(work.next).toMatchObject([{ operation: 'task.switch', input: { task: 'T-1' } }]);
  });

  it('the next agent holds it too while its item waits for an answer', async () => {
    const { token } = (await repo.at('own').ok(queueAsk, { id: 'W-1', question: 'Which?' }, za)).item;
    await endCaller(repo.at('own').context(za));
    expect(await repo.outcome('zz', sliceStart, { title: 'Next' })).toBe('T-1');
    expect(await repo.outcome('zz', taskUpdate, { focus: 'Mine' })).toBe('T-1');
    expect((await repo.ok(queueShow, { id: 'W-1' }, ada)).item).toMatchObject({
      owner: 'zz',
      status: 'waiting_human',
      question: 'Which?',
      token: token + 1,
    });
    expect((await repo.refused(sliceStart, { title: 'Mine' }, za)).message).toContain('is held by zz');
  });

  it('the next agent that writes is told what it goes on with', async () => {
    await endCaller(repo.at('own').context(za));
    const told: string[] = [];
    const context = {
      ...repo.at('own').context(zz),
      notify: (notice: Parameters<typeof say>[0]) => told.push(say(notice)),
    };
    await invoke(taskUpdate, context, { focus: 'Mine' });
    expect(told).toEqual(['W-1 is yours now; za held it, last active 0 s ago.']);
    await invoke(taskUpdate, context, { focus: 'Still mine' });
    expect(told).toHaveLength(1);
  });

  it('stays whose it is where a call first met it and then, on what another process committed, its own task', async () => {
    await repo.at('main').start(zz, 'W-2');
    await endCaller(repo.at('own').context(za));
    repo.meanwhile = () =>
      repo.store.transaction(async ({ tasks }) => {
        for (const task of await tasks.live())
          if (task.number === 1) await tasks.change(task, { branch: null, worktree_path: null });
      });
    expect(await repo.at('own').outcome('zz', taskUpdate, { focus: 'Mine' })).toBe('T-2');
    expect(await repo.holder()).toBe('za');
  });

  it('who releases it leaves its task to the next one', async () => {
    await repo.at('own').ok(queueRelease, { id: 'W-1', notes: 'Half done' }, za);
    expect((await repo.refused(taskStart, { workItem: 'W-1' }, ada)).message).toContain(
      'T-1 (w1-one) already covers this work, and nobody is working on it now.',
    );
    expect((await repo.ok(queueClaim, { id: 'W-1' }, zz)).item.owner).toBe('zz');
    expect(await repo.at('own').outcome('zz', sliceStart, { title: 'Next' })).toBe('T-1');
  });

  it('what was released is ready and nothing else, until someone goes on with it', async () => {
    const read = async () => {
      const { counts, totals, inProgress } = await repo.ok(repositoryStatus, {}, ada);
      const { threads } = await repo.ok(storeRepair, {}, ada);
      return [counts?.ready, counts?.in_flight, totals?.inProgress, inProgress.map(({ ref }) => ref), threads];
    };
    expect(await read()).toEqual([2, 1, 1, ['W-1'], []]);
    await repo.at('own').ok(queueRelease, { id: 'W-1' }, za);
    expect(await read()).toEqual([3, 0, 0, [], []]);
    expect((await repo.ok(queueNext, {}, zz)).item).toMatchObject({ ref: 'W-1', owner: 'zz', leaseUntil: null });
    expect(await read()).toEqual([2, 1, 1, ['W-1'], []]);
    await repo.ok(queueRelease, { id: 'W-1' }, zz);
    const { item } = await repo.ok(queueClaim, { id: 'W-1', lease: '1h' }, za);
    expect(item.leaseUntil).toBeNull();
    expect(await read()).toEqual([2, 1, 1, ['W-1'], []]);
  });
});

import type { z } from 'zod';
import type { Actor } from '../../src/domain/actor/actor.js';
import { isRefusal, type Refusal } from '../../src/domain/refusal/refusal.js';
import { type HeartbeatIndex, isLeaseExpired } from '../../src/domain/workItem/lease.js';
import type { WorkItemRow } from '../../src/domain/workItem/workItemRow.js';
import { say } from '../../src/messages/say.js';
import { evidenceRecord } from '../../src/operations/evidence/evidenceRecord.js';
import { findingFix } from '../../src/operations/finding/findingFix.js';
import { findingRecord } from '../../src/operations/finding/findingRecord.js';
import { findingReopen } from '../../src/operations/finding/findingReopen.js';
import { findingWontfix } from '../../src/operations/finding/findingWontfix.js';
import { findingWorkItem } from '../../src/operations/finding/findingWorkItem.js';
import { laneClose } from '../../src/operations/lane/laneClose.js';
import { laneRecordMerged } from '../../src/operations/lane/laneRecordMerged.js';
import { workerApprove } from '../../src/operations/lane/worker/workerApprove.js';
import { workerCancel } from '../../src/operations/lane/worker/workerCancel.js';
import { workerDone } from '../../src/operations/lane/worker/workerDone.js';
import { workerFail } from '../../src/operations/lane/worker/workerFail.js';
import { workerMerge } from '../../src/operations/lane/worker/workerMerge.js';
import { workerRequestChanges } from '../../src/operations/lane/worker/workerRequestChanges.js';
import { workerRestore } from '../../src/operations/lane/worker/workerRestore.js';
import { workerRetry } from '../../src/operations/lane/worker/workerRetry.js';
import { workerSpawn } from '../../src/operations/lane/worker/workerSpawn.js';
import { workerStart } from '../../src/operations/lane/worker/workerStart.js';
import type { Operation } from '../../src/operations/operation.js';
import { queueAdd } from '../../src/operations/queue/queueAdd.js';
import { queueAdvance } from '../../src/operations/queue/queueAdvance.js';
import { queueAnnotate } from '../../src/operations/queue/queueAnnotate.js';
import { queueAsk } from '../../src/operations/queue/queueAsk.js';
import { queueClaim } from '../../src/operations/queue/queueClaim.js';
import { queueDepend } from '../../src/operations/queue/queueDepend.js';
import { queueEdit } from '../../src/operations/queue/queueEdit.js';
import { queueNext } from '../../src/operations/queue/queueNext.js';
import { queueRelease } from '../../src/operations/queue/queueRelease.js';
import { queueReopen } from '../../src/operations/queue/queueReopen.js';
import { queueResolve } from '../../src/operations/queue/queueResolve.js';
import { sliceStart } from '../../src/operations/slice/sliceStart.js';
import { taskArchive } from '../../src/operations/task/taskArchive.js';
import { taskFinish } from '../../src/operations/task/taskFinish.js';
import { taskRestore } from '../../src/operations/task/taskRestore.js';
import { taskStart } from '../../src/operations/task/taskStart.js';
import { taskSwitch } from '../../src/operations/task/taskSwitch.js';
import { readThread } from '../../src/records/workItem/threadAccess.js';
import { MemoryLanes } from './memoryLanes.js';

/** Who acts in the table of threads: three agents and a person. */
export const actors = {
  a1: { role: 'agent', name: 'a1', harness: 'claude-code', session: 'one' },
  a2: { role: 'agent', name: 'a2', harness: 'claude-code', session: 'two' },
  a3: { role: 'agent', name: 'a3', harness: 'claude-code', session: 'three' },
  ada: { role: 'human', name: 'ada' },
} as const satisfies Record<string, Actor>;
export type ActorName = keyof typeof actors;

/** A repository in which `W-1` is the item that all is about, `W-2` waits for it, and `W-3` is another one. */
export class ThreadRepository extends MemoryLanes {
  /** `ofFinding`: the item was made for the finding `F-1`. */
  async begin(ofFinding = false): Promise<void> {
    if (ofFinding) {
      const remark = { severity: 'high', path: 'src/login.ts', text: 'Limit logins', repository: true } as const;
      await this.by('ada', findingRecord, remark);
      await this.by('ada', findingWorkItem, { id: 'F-1' });
      // It is fixed by a commit after the one in which it was found.
      this.commitOn('main');
    } else {
      await this.by('ada', queueAdd, { title: 'Limit logins', id: 'limit-logins' });
    }
    await this.by('ada', queueAdd, { title: 'Tell users', dependsOn: ['W-1'], priority: 4 });
    await this.by('ada', queueAdd, { title: 'Other work', priority: 4 });
  }

  /** Runs an operation that must not be refused. */
  by<Input extends z.ZodObject, Output extends z.ZodType>(
    actor: ActorName,
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>> {
    return this.ok(operation, input, actors[actor]);
  }

  /** Does an act of the table; the code of its refusal, or undefined. */
  async act(actor: ActorName, name: ActName): Promise<Refusal | undefined> {
    const { operation, input }: ActOfTable = acts[name];
    const answer = await this.call(operation, input, actors[actor]);
    return isRefusal(answer) ? answer : undefined;
  }

  /** The branch of a lane that is there. */
  async branchOf(lane: string): Promise<string | undefined> {
    const row = await this.store.read(transaction =>
      transaction.lanes.find({ by: 'number', number: Number(lane.slice(2)) }),
    );
    return row?.branch;
  }

  /** A commit in a lane's branch, as its agent makes one. */
  async commitIn(lane: string): Promise<void> {
    const branch = await this.branchOf(lane);
    if (branch !== undefined && this.branches.has(branch)) this.commitOn(branch);
  }

  /** Merges a lane's branch into main as git or a pull request does. */
  async mergeElsewhere(lane: string): Promise<void> {
    const branch = await this.branchOf(lane);
    if (branch === undefined || !this.branches.has(branch)) return;
    this.branches.set('main', this.commit(this.tip('main'), this.tip(branch)));
  }
}

export interface ActOfTable {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What is done in the table of threads. */
export const acts = {
  add: { operation: queueAdd, input: { title: 'Limit logins', id: 'limit-logins' } },
  claim: { operation: queueClaim, input: { id: 'W-1' } },
  reassign: { operation: queueClaim, input: { id: 'W-1', reassign: true } },
  next: { operation: queueNext, input: {} },
  release: { operation: queueRelease, input: { id: 'W-1' } },
  ask: { operation: queueAsk, input: { id: 'W-1', question: 'Per user?' } },
  answer: { operation: queueAdvance, input: { id: 'W-1', answer: 'Yes' } },
  'return to queue': { operation: queueAdvance, input: { id: 'W-1', answer: 'Later', to: 'pending' } },
  rename: { operation: queueEdit, input: { id: 'W-1', title: 'Limit all logins' } },
  label: { operation: queueEdit, input: { id: 'W-1', labels: ['auth'] } },
  note: { operation: queueAnnotate, input: { id: 'W-1', patch: { note: 'Seen in the logs' } } },
  depend: { operation: queueDepend, input: { id: 'W-1', dependsOn: ['W-3'] } },
  'resolve done': { operation: queueResolve, input: { id: 'W-1', status: 'done' } },
  'resolve failed': { operation: queueResolve, input: { id: 'W-1', status: 'failed' } },
  'resolve cancelled': { operation: queueResolve, input: { id: 'W-1', status: 'cancelled' } },
  reopen: { operation: queueReopen, input: { id: 'W-1', reason: 'Came back' } },
  spawn: { operation: workerSpawn, input: { lane: 'W-1' } },
  'spawn another': { operation: workerSpawn, input: { lane: 'W-1', new: true } },
  'spawn early': { operation: workerSpawn, input: { lane: 'W-1', early: true } },
  'spawn after': { operation: workerSpawn, input: { lane: 'W-1', after: ['L-1'] } },
  'spawn for review': { operation: workerSpawn, input: { lane: 'L-1', kind: 'review' } },
  start: { operation: workerStart, input: { lane: 'L-1' } },
  submit: { operation: workerDone, input: { lane: 'L-1' } },
  approve: { operation: workerApprove, input: { lane: 'L-1' } },
  'request changes': { operation: workerRequestChanges, input: { lane: 'L-1', message: 'Per user' } },
  merge: { operation: workerMerge, input: { lane: 'L-1' } },
  'merge early': { operation: workerMerge, input: { lane: 'L-1', early: true } },
  'record merged': { operation: laneRecordMerged, input: { lane: 'L-1' } },
  'look for merges': { operation: laneRecordMerged, input: {} },
  cancel: { operation: workerCancel, input: { lane: 'L-1' } },
  'cancel, reassign': { operation: workerCancel, input: { lane: 'L-1', outcome: 'reassign' } },
  'cancel, cancel item': { operation: workerCancel, input: { lane: 'L-1', outcome: 'cancel' } },
  fail: { operation: workerFail, input: { lane: 'L-1', reason: 'No access' } },
  close: { operation: laneClose, input: { lane: 'L-1' } },
  restore: { operation: workerRestore, input: { lane: 'L-1' } },
  retry: { operation: workerRetry, input: { lane: 'L-1' } },
  'task start': { operation: taskStart, input: { objective: 'Limit the logins', workItem: 'W-1' } },
  'task start early': { operation: taskStart, input: { objective: 'Limit the logins', workItem: 'W-1', early: true } },
  'task start for two': {
    operation: taskStart,
    input: { objective: 'Both', workItem: ['W-3', 'W-1'], light: true },
  },
  'task finish': { operation: taskFinish, input: { task: 'T-1' } },
  'task archive': { operation: taskArchive, input: { task: 'T-1' } },
  'task switch': { operation: taskSwitch, input: { task: 'T-1' } },
  'task restore': { operation: taskRestore, input: { task: 'T-1' } },
  'finding fix': { operation: findingFix, input: { ids: ['F-1'] } },
  'finding wontfix': { operation: findingWontfix, input: { ids: ['F-1'], note: 'Meant so' } },
  'finding reopen': { operation: findingReopen, input: { ids: ['F-1'], reason: 'Came back' } },
} as const satisfies Record<string, ActOfTable>;
export type ActName = keyof typeof acts;

type Step =
  | readonly [ActorName, ActName]
  | 'commit'
  | 'lapse'
  /** Whoever held something was not seen for ten minutes. */
  | 'gone'
  | 'block'
  | 'schedule'
  | 'light task'
  | 'light task for two'
  | 'light task with another'
  | 'evidence'
  | 'slice'
  | 'lane of W-3'
  | 'merge elsewhere'
  /** Only first: the item was made for a finding. */
  | 'finding';

const started: readonly Step[] = [['a1', 'start'], 'commit'];
const working: readonly Step[] = [['a1', 'spawn'], ...started];
const submitted: readonly Step[] = [...started, ['a1', 'submit']];
const inReview: readonly Step[] = [...working, ['a1', 'submit']];
const merged: readonly Step[] = [...inReview, ['ada', 'approve'], ['ada', 'merge']];

/** What was done before, by the name that the table has for where that leads. */
export const situations = {
  ready: [],
  blocked: ['block'],
  'blocked by work in a lane': ['block', 'lane of W-3'],
  scheduled: ['schedule'],
  claimed: [['a1', 'claim']],
  'claimed by a person': [['ada', 'claim']],
  lapsed: [['a1', 'claim'], 'lapse'],
  waiting: [
    ['a1', 'claim'],
    ['a1', 'ask'],
  ],
  done: [
    ['a1', 'claim'],
    ['a1', 'resolve done'],
  ],
  failed: [
    ['a1', 'claim'],
    ['a1', 'resolve failed'],
  ],
  cancelled: [['ada', 'resolve cancelled']],
  'in a task': [['a1', 'task start']],
  'in a task, with evidence': [['a1', 'task start'], 'evidence'],
  'in a task, its agent gone': [['a1', 'task start'], 'evidence', 'gone'],
  'in a task, released': [
    ['a1', 'task start'],
    ['a1', 'release'],
  ],
  'in a task, taken by a person': [
    ['a1', 'task start'],
    ['ada', 'reassign'],
  ],
  'in a light task': ['light task', 'evidence'],
  'second item of a light task': ['light task for two', 'evidence'],
  'second item of a light task, waiting': ['light task for two', ['a1', 'ask']],
  'second item of a light task, in a lane': ['light task for two', 'evidence', ['a1', 'spawn']],
  'second item of a light task, lane of the first approved': [
    'light task for two',
    'lane of W-3',
    ...submitted,
    ['ada', 'approve'],
  ],
  'first item of a light task, lane approved': ['light task with another', ...inReview, ['ada', 'approve']],
  'light task for two archived': ['light task for two', ['a1', 'task archive']],
  'light task for two archived, second claimed': ['light task for two', ['a1', 'task archive'], ['a2', 'claim']],
  'in a task, waiting': [
    ['a1', 'task start'],
    ['a1', 'ask'],
  ],
  'task archived': [
    ['a1', 'task start'],
    ['a1', 'task archive'],
  ],
  'task finished': ['light task', 'evidence', ['a1', 'task finish']],
  'in a lane': [['a1', 'spawn']],
  'in a lane of a person': [['ada', 'spawn']],
  'early in a lane': ['block', ['ada', 'spawn early']],
  working,
  'working, blocked since': [...working, 'block'],
  'working, waiting': [...working, ['a1', 'ask']],
  'in review': inReview,
  'in review, merged elsewhere': [...inReview, 'merge elsewhere'],
  approved: [...inReview, ['ada', 'approve']],
  'approved, blocked since': [...inReview, ['ada', 'approve'], 'block'],
  'changes requested': [...inReview, ['ada', 'request changes']],
  'lane failed': [...working, ['a1', 'fail']],
  'lane closed after a failure': [...working, ['a1', 'fail'], ['ada', 'close']],
  'lane cancelled': [...working, ['ada', 'cancel']],
  'lane cancelled with its item': [...working, ['ada', 'cancel, cancel item']],
  'lane cancelled, claimed by a2': [...working, ['ada', 'cancel'], ['a2', 'claim']],
  'lane reassigned': [...working, ['ada', 'cancel, reassign']],
  'lane merged': merged,
  'lane merged, reopened': [...merged, ['ada', 'reopen']],
  'two lanes': [...working, ['ada', 'spawn another']],
  'two lanes, one merged': [...inReview, ['ada', 'spawn another'], ['ada', 'approve'], ['ada', 'merge']],
  'in a task with a lane': [['a1', 'task start'], ...working],
  'task with a lane, in review, slice open': [['a1', 'task start'], 'slice', ...inReview, ['ada', 'approve']],
  'lane merged, slice open': [['a1', 'task start'], 'slice', ...merged],
  'two lanes, first merged elsewhere': [...inReview, ['ada', 'spawn another'], 'merge elsewhere'],
  'made for a finding': ['finding'],
  'made for a finding, claimed': ['finding', ['a1', 'claim']],
  'made for a finding, working': ['finding', ...working],
  'made for a finding that is fixed': ['finding', ['a1', 'finding fix']],
} as const satisfies Record<string, readonly Step[]>;
export type Situation = keyof typeof situations;

/** What the table shows of a thread: its item with its holder, its tasks, and its lanes with their workers. */
export interface ThreadState {
  readonly item: string;
  readonly tasks: string;
  readonly lanes: string;
  /** What waits for the item. */
  readonly dependent: string;
}

/** A repository in a situation of the table. */
export async function inSituation(name: Situation): Promise<ThreadRepository> {
  const repository = new ThreadRepository();
  const steps: readonly Step[] = situations[name];
  await repository.begin(steps[0] === 'finding');
  for (const step of steps) await prepare(repository, step);
  return repository;
}

async function prepare(repository: ThreadRepository, step: Step): Promise<void> {
  if (Array.isArray(step)) {
    const [actor, act] = step as readonly [ActorName, ActName];
    const refusal = await repository.act(actor, act);
    if (refusal !== undefined) throw new Error(`${actor} ${act} was refused: ${say(refusal.message)}`);
    return;
  }
  switch (step) {
    case 'finding':
      return;
    case 'merge elsewhere':
      return repository.mergeElsewhere('L-1');
    case 'commit':
      return repository.commitIn('L-1');
    case 'lapse':
      repository.now += 60 * 60_000;
      return;
    case 'gone':
      repository.now += 10 * 60_000;
      return;
    case 'block':
      await repository.by('ada', queueDepend, { id: 'W-1', dependsOn: ['W-3'] });
      return;
    case 'lane of W-3':
      await repository.by('a1', workerSpawn, { lane: 'W-3' });
      return;
    case 'schedule':
      await repository.by('ada', queueEdit, { id: 'W-1', notBefore: '+2h' });
      return;
    case 'light task':
      repository.enterBranch('fix');
      await repository.by('a1', taskStart, { objective: 'Limit the logins', workItem: 'W-1', light: true });
      return;
    case 'light task for two':
      repository.enterBranch('fix');
      await repository.by('a1', taskStart, { objective: 'Both', workItem: ['W-3', 'W-1'], light: true });
      return;
    case 'light task with another':
      repository.enterBranch('fix');
      await repository.by('a1', taskStart, { objective: 'Both', workItem: ['W-1', 'W-3'], light: true });
      return;
    case 'evidence':
      await repository.by('a1', evidenceRecord, { command: 'npm test', passed: true, result: '4 passed', task: 'T-1' });
      return;
    case 'slice':
      await repository.by('a1', sliceStart, { title: 'Count attempts', task: 'T-1' });
      return;
  }
}

/** The thread of `W-1` as it is now, in the words of the table. */
export async function threadState(repository: ThreadRepository): Promise<ThreadState> {
  return repository.store.read(async transaction => {
    const now = repository.now;
    const [item, dependent] = await Promise.all(
      [1, 2].map(number => transaction.workItems.find({ by: 'number', number })),
    );
    if (item === undefined || dependent === undefined) throw new Error('The items of the table are not there.');
    const { tasks, lanes } = await readThread(transaction, item);
    return {
      item: itemText(item, transaction.heartbeats(), now),
      tasks: tasks
        .map(({ status, archived_at }) => (archived_at === null || status === 'done' ? status : 'archived'))
        .join(', '),
      lanes: lanes
        .map(({ lane, worker }) => [lane.status, worker?.state.toLowerCase(), worker?.agent].filter(Boolean).join(' '))
        .join(', '),
      dependent: itemText(dependent, transaction.heartbeats(), now),
    };
  });
}

function itemText(row: WorkItemRow, heartbeats: HeartbeatIndex, now: number): string {
  if (row.status === 'pending') {
    if (row.open_dependencies > 0) return 'blocked';
    return row.not_before !== null && row.not_before > now ? 'scheduled' : 'ready';
  }
  if (row.status === 'in_flight') return isLeaseExpired(row, heartbeats, now) ? 'lapsed' : `in progress ${row.owner}`;
  return row.status === 'waiting_human' ? 'waiting' : row.status;
}

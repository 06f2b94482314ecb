import { expect } from 'vitest';
import { catalogue } from '../../../src/operations/catalogue.js';
import { findingLife, findingLines } from './findingLife.js';
import { laneLife } from './laneLife.js';
import { proofFiles, proofLife } from './proofLife.js';
import { runLife } from './runLife.js';
import { hookLife, type Otherwise, scopeLife, taskFiles, taskLife, trustLife } from './taskLife.js';

/** A command line, part of its answer, and where it is called otherwise than by ada in the main worktree. */
export type Turn = readonly [operation: string, args: readonly string[], part: object, otherwise?: Otherwise];

/** Files that are to be in the worktree, uncommitted, by name; `src/here.ts` has to be committed. */
export const wholeLifeFiles: Readonly<Record<string, string>> = {
  'items.jsonl': '{"title":"Second"}\n{"title":"Third","kind":"chore"}\n',
  'findings.jsonl': findingLines,
  ...proofFiles,
  ...taskFiles,
};

/** One life of a queue, in which each operation has its turn that needs a record of its own. */
const life: readonly Turn[] = [
  ['repository.init', ['init'], { created: true }],
  ['store.path', ['store', 'path'], { state: 'ready' }],
  [
    'queue.add',
    [
      'queue',
      'add',
      'First',
      '--id',
      'first',
      '--kind',
      'bug',
      '--label',
      'ci,ui',
      '--payload',
      '{"a":1}',
      '--priority',
      '1',
    ],
    {
      inserted: true,
      item: { ref: 'W-1', key: 'first', kind: 'bug', labels: ['ci', 'ui'], payload: { a: 1 }, priority: 1 },
    },
  ],
  [
    'queue.add',
    ['queue', 'add', 'Again', '--id', 'first'],
    { inserted: false, item: { ref: 'W-1', title: 'First' }, differs: ['title'] },
  ],
  ['queue.import', ['queue', 'add', '--from-file', 'items.jsonl'], { inserted: 2, firstRef: 'W-2', lastRef: 'W-3' }],
  ['queue.list', ['queue', 'list', '--kind', 'bug'], { items: [{ ref: 'W-1' }], nextCursor: null }],
  ['queue.ready', ['queue', 'ready', '--limit', '1'], { items: [{ ref: 'W-1' }], nextCursor: expect.any(String) }],
  ['queue.show', ['queue', 'show', 'first'], { item: { ref: 'W-1' }, events: [{ type: 'work_item_created' }] }],
  ['queue.next', ['queue', 'next'], { item: { ref: 'W-1', owner: 'ada', token: 1 }, takeover: false }],
  ['queue.heartbeat', ['queue', 'heartbeat', 'W-1', '--token', '1', '--lease', '1h'], { ref: 'W-1', token: 1 }],
  ['queue.annotate', ['queue', 'annotate', 'W-1', '{"branch":"x"}'], { item: { notes: { branch: 'x' } } }],
  [
    'queue.ask',
    ['queue', 'ask', 'W-1', '--question', 'May I?'],
    { item: { status: 'waiting_human', question: 'May I?' } },
  ],
  ['queue.advance', ['queue', 'advance', 'W-1', '--answer', 'Yes'], { item: { status: 'pending', answer: 'Yes' } }],
  ['queue.claim', ['queue', 'claim', 'W-2'], { item: { ref: 'W-2', status: 'in_flight' } }],
  ['queue.release', ['queue', 'release', 'W-2', '--notes', 'later'], { item: { status: 'pending', notes: 'later' } }],
  [
    'queue.edit',
    ['queue', 'edit', 'W-2', '--title', 'Second, better', '--due', '+2d'],
    { item: { title: 'Second, better' } },
  ],
  ['queue.edit', ['queue', 'edit', 'W-2', '--add-notes', 'Asked Ada'], { item: { notes: 'later\n\nAsked Ada' } }],
  ['queue.reprioritise', ['queue', 'reprioritise', 'W-3', '--position', 'top'], { item: { ref: 'W-3' } }],
  ['queue.depend', ['queue', 'depend', 'W-3', 'W-1'], { item: { section: 'blocked', dependsOn: ['W-1'] } }],
  ['queue.resolve', ['queue', 'resolve', 'W-1', '--status', 'done'], { freed: [{ ref: 'W-3' }], stillBlocked: [] }],
  ['queue.reopen', ['queue', 'reopen', 'W-1', '--reason', 'not yet'], { item: { status: 'pending' } }],
  ['queue.undepend', ['queue', 'undepend', 'W-3', 'W-1'], { item: { dependsOn: [] } }],
  ['queue.replay', ['queue', 'replay'], { items: [{ ref: 'W-1' }, { ref: 'W-2' }, { ref: 'W-3' }] }],
  [
    'events.append',
    ['events', 'append', 'deployed', '--payload', '{"to":"x"}'],
    { event: { type: 'deployed', actor: 'ada' } },
  ],
  ['events.tail', ['events', 'tail', '--limit', '1'], { events: [{ type: 'deployed' }] }],
  ['events.since', ['events', 'since', '-1h', '--type', 'work_item_reopened'], { events: [{ workItem: 'W-1' }] }],
  ['events.between', ['events', 'between', '-1h', 'now', '--by', 'nobody'], { events: [], nextCursor: null }],
  ['repository.status', ['status'], { health: { state: 'ready' }, counts: { ready: 3 }, next: { ref: 'W-1' } }],
  ['repository.dashboard', ['dashboard'], { counts: { ready: 3 } }],
  ['repository.trends', ['trends', '--days', '7'], { filter: { days: 7 }, ages: { day: 3 } }],
  ['repository.doctor', ['doctor'], { ok: true }],
  ['repository.trendRows', ['trend-rows', 'open', '--age', 'day'], { total: 3 }],
  ['repository.search', ['search', 'w-1 kind:item'], { hits: [{ ref: 'W-1' }], allWords: true }],
  ['store.check', ['store', 'check'], { ok: true, problems: [], workItems: 3 }],
  ['store.query', ['store', 'query', 'select count(*) as n from work_items'], { columns: ['n'], rows: [[3]] }],
  ...findingLife,
  ...taskLife,
  ...proofLife,
  ['task.finish', ['task', 'finish', 'proof-1'], { task: { status: 'done' } }],
  ...laneLife,
  ...scopeLife,
  ...hookLife,
  ...runLife,
  ['snapshot.show', ['snapshot'], { metrics: { archiveRate: expect.any(Number) } }],
  ['retro.write', ['retro', 'weekly'], { edited: null, retro: { timeZone: 'UTC', isOver: true } }],
  ...trustLife,
  ['import.tracker', ['import', 'items.jsonl'], { format: 'jsonl', added: 2, existing: 0 }],
  ['store.compact', ['store', 'compact'], { generation: 3 }],
  ['store.backup', ['store', 'backup', 'backup.sqlite'], { file: expect.stringMatching(/^\/.*\/backup\.sqlite$/) }],
  ['store.export', ['store', 'export', 'export.sqlite'], { file: expect.stringMatching(/^\/.*\/export\.sqlite$/) }],
  ['store.restore', ['store', 'restore', 'backup.sqlite'], { keptAs: expect.any(String) }],
  ['agent.show', ['agents', 'show', 'lane-two'], { lane: 'L-2', sessions: [] }],
  ['agent.cost', ['cost'], { by: 'item', rows: [], total: { sessions: 0 } }],
  ['control.plan', ['control', 'plan'], { shift: null, running: 0, used: null }],
  ['control.report', ['control', 'report'], { report: { shift: null, done: [], gaveUp: [] } }],
  ['control.read', ['control', 'read'], { changed: false }],
];

/** They need an agent that runs, or say what is installed here: see agentSessions.test.ts, agentList.test.ts and control.test.ts. */
const ofRunningAgents = [
  ...['control.why', 'control.start', 'control.stop'],
  'agent.list',
  'agent.restore',
  'agent.start',
  'agent.stop',
  'agent.say',
  'agent.permit',
  'agent.transcript',
];

/** All other operations on one store: a life of a queue, and then, by their first examples, those that have no turn in it. */
export const wholeLife: readonly Turn[] = [
  ...life,
  ...catalogue
    .filter(({ name }) => !life.some(([named]) => named === name) && !ofRunningAgents.includes(name))
    .map(({ name, cli: { examples } }) => [name, (examples[0] ?? '').split(' '), {}] as const),
];

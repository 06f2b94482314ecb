import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue, findOperation } from '../../src/operations/catalogue.js';
import { partsFor } from '../../src/surfaces/cli/operationGroups.js';
import { runInMemory } from '../support/memoryHost.js';
import {
  cleanEnvironment,
  git,
  makeDirectory,
  makeRepository,
  missingTerminal,
  programFile,
  run,
  runOnTerminal,
  writeIn,
} from './cliRig.js';
import { findingLife, findingLines } from './life/findingLife.js';
import { laneLife } from './life/laneLife.js';
import { proofFiles, proofLife } from './life/proofLife.js';
import { runLife } from './life/runLife.js';
import { hookLife, type Otherwise, scopeLife, taskFiles, taskLife, trustLife } from './life/taskLife.js';
import { schemaProblem } from './schemaProblem.js';

/** One life of a queue, in which each operation has its turn that needs a record of its own. */
const life: readonly (readonly [operation: string, args: readonly string[], part: object, otherwise?: Otherwise])[] = [
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
];

/** And then, by their first examples, those that have no turn in it. */
const whole: typeof life = [
  ...life,
  ...catalogue
    .filter(({ name }) => !life.some(([named]) => named === name))
    .map(({ name, cli: { examples } }) => [name, (examples[0] ?? '').split(' '), {}] as const),
];

describe('--json', () => {
  it('is one object on stdout and nothing on stderr, with the answer as the operation declares it', async context => {
    if (missingTerminal !== undefined) context.skip(missingTerminal);
    const cwd = makeRepository();
    // What a lane below owns.
    writeIn(cwd, 'src/here.ts', 'export {};\n');
    git(cwd, 'add', 'src');
    git(cwd, 'commit', '-q', '-m', 'Begin');
    writeIn(cwd, 'items.jsonl', '{"title":"Second"}\n{"title":"Third","kind":"chore"}\n');
    writeIn(cwd, 'findings.jsonl', findingLines);
    for (const [name, text] of Object.entries({ ...proofFiles, ...taskFiles })) writeIn(cwd, name, text);
    const envelopeProblem = schemaProblem('answer');
    const begun = new Set<string>();
    /**
     * The first command of each word is a process, and so is what writes files to where its process stands. Those after it
     * load the same, and spare the test seventy starts.
     */
    const runOnce = async (words: readonly string[], directory: string, actor: string) => {
      const word = words[0] ?? '';
      if (!begun.has(word) || word === 'store') {
        begun.add(word);
        return run(words, { cwd: directory, actor });
      }
      const environment = cleanEnvironment({ STATEROOM_ACTOR: actor });
      const { operations } = await partsFor(words);
      return runInMemory(words, { directory, environment, operations, programFile, undisturbed: true });
    };
    for (const [name, args, part, { actor = 'ada', code = 0, byPerson = false, lane, before } = {}] of whole) {
      const operation = findOperation(name);
      if (operation === undefined) throw new Error(`there is no ${name}`);
      // What is for people only needs one: someone at a terminal.
      const needsPerson = byPerson || !operation.roles.includes('agent');
      const words = args.includes('--json') ? [...args] : [...args, '--json'];
      const place = lane === undefined ? cwd : `${cwd}.worktrees/${lane}`;
      before?.(place);
      const done = needsPerson ? await runOnTerminal(words, { cwd: place }) : await runOnce(words, place, actor);
      expect([name, done.code, done.stderr]).toEqual([name, code, '']);
      expect(done.stdout.endsWith('\n')).toBe(true);
      expect([name, envelopeProblem(JSON.parse(done.stdout))]).toEqual([name, undefined]);
      const { ok, data, ...rest } = JSON.parse(done.stdout) as { ok: unknown; data: unknown };
      expect([ok, rest]).toEqual([true, {}]);
      expect(data).toMatchObject(part);
      expect(operation.output.parse(data)).toEqual(data);
    }
  });

  it('also carries what the program says of itself', async () => {
    const cwd = makeDirectory();
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    const said = async (...args: string[]) => JSON.parse((await run([...args, '--json'], { cwd })).stdout) as unknown;
    expect(await said('--version')).toEqual({ ok: true, data: { version } });
    expect(await said('--help')).toMatchObject({
      ok: true,
      data: { help: expect.stringContaining('Usage  stateroom') },
    });
    expect(await said('which')).toMatchObject({ ok: true, data: { shim: null, version } });
    expect(await said('completion', 'bash')).toMatchObject({ ok: true, data: { shell: 'bash' } });
  });

  it('leaves only ids with --quiet, one a line', async () => {
    const cwd = makeRepository();
    const said = async (...args: string[]) => (await run([...args, '--quiet'], { cwd, actor: 'ada' })).stdout;
    expect(await said('queue', 'add', 'One')).toBe('W-1\n');
    expect(await said('queue', 'add', 'Two')).toBe('W-2\n');
    expect(await said('queue', 'ready')).toBe('W-1\nW-2\n');
    expect(await said('queue', 'next')).toBe('W-1\n');
    expect(await said('queue', 'list', '--status', 'failed')).toBe('');
    expect(await said('which')).toBe(`${join(cwd, '.git/stateroom/bin/stateroom')}\n`);
  });
});

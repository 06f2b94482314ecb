import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomIds } from '../../src/platform/idSource.js';
import { silentLog } from '../../src/platform/log.js';
import { openSqljsStore } from '../../src/store/engine/sqljs/openSqljsStore.js';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import { currentLog, flip } from '../support/storeFiles.js';
import { answer, hashOf, makeDirectory, makeRepository, programFile, run, storeOf } from './cliRig.js';

/** A repository whose queue has one item of each sort; copied for each test, so that none can spoil another's. */
let template = '';

beforeAll(async () => {
  expect(existsSync(programFile), 'npm run build comes first').toBe(true);
  const cwd = makeRepository();
  const ada = { cwd, actor: 'ada' };
  await answer(['queue', 'add', 'open'], ada); // W-1
  await answer(['queue', 'add', 'waiting', '--depends-on', 'W-1'], ada); // W-2
  await answer(['queue', 'add', 'ended'], ada); // W-3
  await answer(['queue', 'resolve', 'W-3', '--status', 'done'], ada);
  await answer(['queue', 'add', 'held twice'], ada); // W-4
  await answer(['queue', 'claim', 'W-4'], ada);
  await answer(['queue', 'claim', 'W-4', '--reassign'], ada);
  template = join(tmpdir(), `stateroom-cli-template-${process.pid}`);
  cpSync(cwd, template, { recursive: true });
});

afterAll(() => rmSync(template, { recursive: true, force: true }));

function preparedRepository(): string {
  const cwd = makeDirectory();
  cpSync(template, cwd, { recursive: true });
  return cwd;
}

type Refused = readonly [args: readonly string[], exitCode: number, code: string, message: string, hint?: string];

const addHelp = 'See stateroom queue add --help.';
const reopen = 'Reopen it first, with a reason.';
const look = 'Run `stateroom queue list`.';
const times =
  'Use ISO 8601 (2026-12-01, 2026-12-01T17:00Z), Unix milliseconds, or a relative time: +2h, -3d, tomorrow.';
const person =
  'This shell counts as an agent because it is not a terminal. Run it in a terminal, or use the editor’s Stateroom views.';

const refusals: readonly Refused[] = [
  [['queue', 'add', ''], 2, 'invalid_input', 'Invalid input: title: it is empty.'],
  [['queue', 'add', ' \t '], 2, 'invalid_input', 'Invalid input: title: it is empty.'],
  [['queue', 'add', 'x'.repeat(501)], 2, 'invalid_input', 'Invalid input: title: it is longer than 500 characters.'],
  [
    ['queue', 'add', 'T', '--payload', '@big.json'],
    2,
    'invalid_input',
    'Invalid input: payload: it is larger than 64 kB.',
  ],
  [['queue', 'add', 'T', '--priority', '9'], 2, 'invalid_input', 'Invalid input: priority: it must be from 0 to 4.'],
  [
    ['queue', 'add', 'T', '--id', 'W-7'],
    2,
    'invalid_input',
    'Invalid input: id: it looks like one of Stateroom’s own ids.',
  ],
  [['queue', 'add', 'T', '--due', 'someday'], 2, 'invalid_input', 'due: “someday” is not a valid time.', times],
  [['queue', 'add', 'T', '--depends-on', 'W-99'], 1, 'not_found', 'Work item W-99 not found.', look],
  [
    ['queue', 'add', '--from-file', 'x.jsonl'],
    2,
    'invalid_input',
    'x.jsonl cannot be read: the file or folder does not exist.',
  ],
  [['queue', 'add', '--from-file', '.'], 2, 'invalid_input', '. cannot be read: it is a folder.'],
  [
    ['queue', 'add', '--from-file', 'latin1.txt'],
    2,
    'invalid_input',
    'latin1.txt is not UTF-8 text.',
    'Convert it, for example with iconv.',
  ],
  [
    ['queue', 'add', '--from-file', 'broken.jsonl'],
    2,
    'invalid_input',
    'Line 2: title: it is empty.',
    'Correct the line and import the file again. Items whose id already exists stay unchanged.',
  ],
  [['queue', 'add', '--batch', '5'], 2, 'invalid_input', 'stateroom queue add needs --from-file.', addHelp],
  [['queue', 'claim', 'W-3'], 3, 'transition_not_allowed', 'W-3 “ended” is done and cannot be claimed.', reopen],
  [
    ['queue', 'resolve', 'W-3', '--status', 'failed'],
    3,
    'transition_not_allowed',
    'W-3 “ended” is done and cannot be resolved.',
    reopen,
  ],
  [
    ['queue', 'resolve', 'W-1', '--status', 'finished'],
    2,
    'invalid_input',
    '--status must be one of done, failed, cancelled (got “finished”).',
  ],
  [
    ['queue', 'list', '--status', 'pendign'],
    2,
    'invalid_input',
    '--status must be one of pending, in_flight, waiting_human, done, failed, cancelled (got “pendign”).',
    'Did you mean pending?',
  ],
  [
    ['queue', 'resolve', 'W-4', '--status', 'done', '--token', '1'],
    3,
    'stale',
    'Token 1 is not valid for W-4 “held twice”: it has since been claimed again by ada (token 2).',
    'Stop working on it, check its current state, and claim the next item.',
  ],
  [
    ['queue', 'depend', 'W-1', 'W-1'],
    2,
    'invalid_input',
    'W-1 “open” cannot depend on itself.',
    'Specify a different work item.',
  ],
  [
    ['queue', 'depend', 'W-1', 'W-2'],
    2,
    'invalid_input',
    'W-1 “open” cannot depend on W-2 “waiting”: this would create a cycle (W-1 → W-2 → W-1).',
    'Remove one of these dependencies first.',
  ],
  [['queue', 'show', 'W-99'], 1, 'not_found', 'Work item W-99 not found.', look],
  [['queue', 'show', 'nope'], 1, 'not_found', 'Work item with id “nope” not found.', look],
  [['events', 'since', 'yesterday-ish'], 2, 'invalid_input', 'since: “yesterday-ish” is not a valid time.', times],
  [
    ['queue', 'edit', 'W-1', '--due', '+1d', '--clear-due'],
    2,
    'invalid_input',
    '--due and --clear-due cannot be combined.',
    'Use one of them.',
  ],
  [
    ['queue', 'reprioritise', 'W-1', '--before', 'W-2', '--position', 'top'],
    2,
    'invalid_input',
    '--before and --position cannot be combined.',
    'Use one of them.',
  ],
  [['queue', 'advance', 'W-1', '--answer', 'yes'], 1, 'not_allowed', 'Not allowed for an agent.', person],
  [['store', 'restore', 'backup.sqlite'], 1, 'not_allowed', 'Not allowed for an agent.', person],
  [
    ['store', 'backup', 'big.json'],
    2,
    'invalid_input',
    '{cwd}/big.json already exists and was not changed.',
    'Choose a new file name.',
  ],
  [
    ['store', 'query', 'delete from work_items'],
    2,
    'invalid_input',
    'Only a single SELECT statement is allowed.',
    'Queries cannot change anything. To change work items, use the operations of the queue.',
  ],
  [
    ['queue', 'clam', 'W-1'],
    2,
    'invalid_input',
    'Unknown command: stateroom queue clam.',
    'Did you mean stateroom queue claim?',
  ],
  [['queue'], 2, 'invalid_input', queueNeeds(), 'See stateroom queue --help.'],
  [
    ['queue', 'next', '--actor', ''],
    2,
    'invalid_input',
    '--actor is not a valid name: it is empty, too long or contains control characters.',
    'Use 1 to 200 characters of plain text.',
  ],
];

/** The sentence of a group without a verb, with every verb there is. */
function queueNeeds(): string {
  return (
    'stateroom queue needs a command: add, list, ready, show, claim, next, heartbeat, release, annotate, edit, ask, ' +
    'advance, resolve, reopen, reprioritise, depend, undepend, replay.'
  );
}

describe('bad input', () => {
  it.for(refusals.map(refused => [refused[3], refused] as const))('%s', async ([, refused]) => {
    const [args, exitCode, code, words, hint] = refused;
    const cwd = preparedRepository();
    const message = words.replace('{cwd}', realpathSync(cwd));
    writeFileSync(join(cwd, 'big.json'), JSON.stringify('x'.repeat(1024 * 1024)));
    writeFileSync(join(cwd, 'broken.jsonl'), '{"title":"fine"}\n{"title":""}\n');
    writeFileSync(join(cwd, 'latin1.txt'), Buffer.from([0x7b, 0xe9, 0x7d]));
    const before = hashOf(cwd);
    const done = await run([...args, '--json'], { cwd, actor: 'ada' });
    expect(JSON.parse(done.stdout)).toEqual({
      ok: false,
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...('details' in JSON.parse(done.stdout) ? { details: expect.any(Object) } : {}),
    });
    expect(done.stdout.split('\n')).toEqual([expect.any(String), '']);
    expect(done.stderr).toBe(`stateroom: ${message}\n${hint === undefined ? '' : `  ${hint}\n`}`);
    expect(done.code).toBe(exitCode);
    expect(hashOf(cwd)).toBe(before);
  });

  it('is answered for people with help where a verb is missing', async () => {
    const { code, stdout, stderr } = await run(['queue'], { cwd: preparedRepository() });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage  stateroom queue <command> [flags]\n');
  });

  it('is refused as JSON that is none, in one sentence', async () => {
    const cwd = preparedRepository();
    const before = hashOf(cwd);
    const { code, stderr } = await run(['queue', 'add', 'T', '--payload', '{bad'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^stateroom: --payload is not valid JSON: [^\n]+\.\n {2}Quote it for your shell[^\n]+\n$/);
    expect(hashOf(cwd)).toBe(before);
  });

  it('of one agent does not touch the claim of another', async () => {
    const cwd = preparedRepository();
    const before = hashOf(cwd);
    const claim = await run(['queue', 'claim', 'W-4'], { cwd, actor: 'bob' });
    expect(claim.code).toBe(1);
    expect(claim.stderr).toMatch(/^stateroom: W-4 “held twice” is held by ada until [0-9T:.-]+Z\.\n/);
    const resolve = await run(['queue', 'resolve', 'W-4', '--status', 'done'], { cwd, actor: 'bob' });
    expect(resolve).toMatchObject({
      code: 1,
      stderr:
        'stateroom: W-4 “held twice” is held by ada and cannot be resolved by bob.\n  Only its holder or a person can do this.\n',
    });
    expect(hashOf(cwd)).toBe(before);
  });
});

describe('a store that cannot be used', () => {
  it('from the future is refused and left alone', async () => {
    const cwd = preparedRepository();
    const last = Math.max(...migrations.map(({ version }) => version));
    const store = openSqljsStore({
      directory: storeOf(cwd),
      wasmFile: createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'),
      clock: { now: () => 1_793_613_600_000 },
      ids: randomIds,
      log: silentLog,
      mode: 'async',
      migrations: [...migrations, { version: last + 1, name: 'later', async up() {} }],
    });
    await store.create();
    await store.close();
    const before = hashOf(storeOf(cwd));
    for (const args of [
      ['queue', 'list'],
      ['queue', 'next'],
      ['store', 'query', 'select 1'],
    ]) {
      const { code, stdout } = await run([...args, '--json'], { cwd });
      expect([code, JSON.parse(stdout)]).toMatchObject([4, { ok: false, code: 'store_too_new' }]);
    }
    expect(await answer(['status'], { cwd })).toMatchObject({ health: { state: 'too-new' }, counts: null });
    expect(hashOf(storeOf(cwd))).toBe(before);
  });

  it('is read at its last good commit when it is damaged, says so, and offers check and backup', async () => {
    const cwd = preparedRepository();
    flip(currentLog(storeOf(cwd)), 'held twice');
    const before = hashOf(storeOf(cwd));
    const list = await run(['queue', 'list', '--json'], { cwd });
    expect(list.code).toBe(0);
    expect(JSON.parse(list.stdout)).toMatchObject({
      ok: true,
      data: { items: [{ ref: 'W-3' }, { ref: 'W-2' }, { ref: 'W-1' }] },
    });
    expect(list.stderr).toMatch(/^stateroom: note: [^\n]*damaged[^\n]*\n$/);
    expect(list.stderr).toContain('stateroom store check');
    expect(list.stderr).toContain('stateroom store backup');
    const add = await run(['queue', 'add', 'T', '--json'], { cwd });
    expect([add.code, JSON.parse(add.stdout)]).toMatchObject([4, { ok: false, code: 'store_corrupt' }]);
    expect(hashOf(storeOf(cwd))).toBe(before);
    const check = await run(['store', 'check', '--json'], { cwd });
    expect([check.code, JSON.parse(check.stdout)]).toMatchObject([4, { ok: true, data: { ok: false } }]);
    expect(hashOf(storeOf(cwd))).toBe(before);
    expect(await answer(['store', 'backup', 'saved.sqlite'], { cwd })).toMatchObject({
      file: join(realpathSync(cwd), 'saved.sqlite'),
    });
    expect(readdirSync(cwd)).toContain('saved.sqlite');
  });

  it('on a full disk loses the write, says so, and nothing else', async context => {
    const cwd = preparedRepository();
    const disk = makeDirectory();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk], { stdio: 'pipe' });
    } catch {
      context.skip('a small file system cannot be mounted here; run as root on Linux');
    }
    try {
      const full = ['--store', join(disk, 'store')];
      await answer(['queue', 'add', 'fits', ...full], { cwd });
      const payload = JSON.stringify('x'.repeat(60_000));
      const write = () =>
        run(['queue', 'add', 'does not', '--json', '--payload', '-', ...full], { cwd, input: payload });
      let refused = await write();
      let written = 1;
      while (refused.code === 0 && written < 10) {
        written += 1;
        refused = await write();
      }
      expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([4, { ok: false, code: 'store_write_failed' }]);
      const { items } = await answer(['queue', 'list', ...full], { cwd });
      expect(items).toHaveLength(written);
      expect(await answer(['store', 'check', ...full], { cwd })).toMatchObject({ ok: true, workItems: written });
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

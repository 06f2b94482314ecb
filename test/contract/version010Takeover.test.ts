import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { isShort } from '../../build/testPlan.mjs';
import {
  answer,
  finished,
  linesOf,
  makeDirectory,
  makeRepository,
  missingTerminal,
  programFile,
  type RunOptions,
  run,
  runOnTerminal,
  start,
  storeOf,
  until,
} from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';
import { type Connection, connect, serverFile } from './mcpRig.js';
import { expectTooNew, installedVersion010, tooNew } from './version010/installedVersion010.js';
import { makeStore } from './version010/makeStore.js';

const old = installedVersion010();
const cannotRun = missingTerminal !== undefined;

/** A call by this version, over a store in which 0.1.0 may be at work. */
function now(cwd: string, more: Partial<RunOptions> = {}): RunOptions {
  return { cwd, actor: 'now', program: programFile, ...more };
}

async function refused(args: readonly string[], options: RunOptions): Promise<Record<string, unknown>> {
  const { code, stdout } = await run([...args, '--json'], options);
  const reply = JSON.parse(stdout) as Record<string, unknown>;
  expect([code, reply.ok]).toEqual([4, false]);
  return reply;
}

/** Applies the update although programs of before have the store open, as a person does. */
async function applyNow(cwd: string): Promise<void> {
  const { code, stdout } = await runOnTerminal(['store', 'update', '--now'], now(cwd));
  expect([code, stdout]).toEqual([
    0,
    'Updated. Programs of an older version that have the store open must be restarted.\n',
  ]);
}

const hasBase = (cwd: string): boolean => readdirSync(storeOf(cwd)).some(name => name.startsWith('base.'));

async function titlesNow(cwd: string): Promise<string[]> {
  const { items } = await answer(['queue', 'list', '--order', 'created', '--limit', '500'], now(cwd));
  return (items as { title: string }[]).map(({ title }) => title);
}

/** Every row of every table, but for the list of schema steps, by table. */
function rowsIn(file: string): Record<string, Record<string, unknown>[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (sql: string) => database.prepare(sql).all() as Record<string, unknown>[];
  const tables = all("select name from sqlite_master where type = 'table' and name <> 'schema_migrations'");
  const rows = tables.map(({ name }) => [name, all(`select * from "${name}" order by 1, 2`)] as const);
  database.close();
  return Object.fromEntries(rows);
}

/** The rows of one as far as another has their tables and columns. */
function asIn(rows: ReturnType<typeof rowsIn>, known: ReturnType<typeof rowsIn>): ReturnType<typeof rowsIn> {
  return Object.fromEntries(
    Object.entries(known).map(([table, [sample = {}]]) => {
      const columns = Object.keys(sample);
      return [table, (rows[table] ?? []).map(row => Object.fromEntries(columns.map(name => [name, row[name]])))];
    }),
  );
}

describe.skipIf(cannotRun)('servers of 0.1.0 that have the store open', () => {
  it('keep it in its format until they end, and this version reads it and says for whom it waits', async () => {
    const cwd = makeLaneRepository();
    const lane = await spawnLane(cwd, 'login', ['--no-fetch'], { actor: 'ada', program: old.cli });
    const inLane = await connect({ cwd: lane.worktreePath, actor: 'bob', program: [old.mcp] });
    const other = await connect({ cwd, actor: 'ada', program: [old.mcp] });
    await inLane.done('add', { title: 'One' });
    await other.done('add', { title: 'Two' });
    const sentence = `Update ready; it applies when L-1 and mcp.mjs (pid ${other.pid}) end.`;

    expect(await titlesNow(cwd)).toEqual(['One', 'Two']);
    expect((await answer(['status'], now(cwd))).health).toMatchObject({ state: 'update-pending', reason: sentence });
    expect(await refused(['queue', 'add', 'Three'], now(cwd))).toMatchObject({
      code: 'store_read_only',
      message: sentence,
      hint: 'Until then, the store can be read here but not changed. If you apply it now, they must be restarted before they can continue. Run `stateroom store update --now`.',
    });
    expect(await answer(['store', 'check'], now(cwd))).toMatchObject({ ok: true, problems: [], workItems: 2 });
    const { stdout: doctor } = await run(['doctor', '--json'], now(cwd));
    const { facets } = (JSON.parse(doctor) as { data: { facets: { facet: string; checks: object[] }[] } }).data;
    expect(facets.find(({ facet }) => facet === 'store')?.checks[0]).toMatchObject({
      state: 'warn',
      text: sentence,
      next: 'stateroom store update --now',
    });
    expect((await runOnTerminal(['store', 'update'], now(cwd))).stdout).toBe(
      `${sentence} Apply it now with \`stateroom store update --now\`.\n`,
    );
    const { code, stdout } = await run(['store', 'update', '--now', '--json'], now(cwd));
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, code: 'not_allowed' }]);
    const server = await connect({ cwd, actor: 'now', program: [serverFile] });
    expect(await server.done('list')).toMatchObject({ items: [{ title: 'Two' }, { title: 'One' }] });
    expect(await server.items('add', { title: 'Three' })).toMatchObject({
      isError: true,
      data: { code: 'store_read_only', message: sentence },
    });

    // Their writes are seen meanwhile.
    await inLane.done('add', { title: 'Three' });
    expect(await server.done('list')).toMatchObject({ items: [{ title: 'Three' }, {}, {}] });
    await inLane.close();
    expect(await server.items('add', { title: 'Four' })).toMatchObject({
      data: { message: `Update ready; it applies when mcp.mjs (pid ${other.pid}) ends.` },
    });
    expect(hasBase(cwd)).toBe(false);
    await other.close();
    await server.done('add', { title: 'Four' });
    expect(hasBase(cwd)).toBe(true);
    expect(await titlesNow(cwd)).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('are refused in their own words once it is applied, and lose nothing that they were told is written', async () => {
    const cwd = makeRepository();
    const servers = await Promise.all(
      ['ada', 'bob', 'cleo'].map(actor => connect({ cwd, actor, program: [old.mcp], args: ['--tools', 'all'] })),
    );
    const [holder] = servers as [Connection, Connection, Connection];
    await holder.done('add', { title: 'Held' });
    await holder.done('claim', { id: 'W-1', lease: '1h' });
    const follow = start(['events', 'tail', '--follow', '--json'], { cwd, program: old.cli });
    const followed = finished(follow);
    const seen = linesOf(follow);

    const written: string[] = [];
    let isOver = false;
    const work = servers.map(async (server, index) => {
      for (let round = 0; !isOver; round += 1) {
        const title = `${index} ${round}`;
        const acts = [
          ['add', { title }],
          ...(index === 0 ? [['heartbeat', { id: 'W-1', token: 1, lease: '2h' }] as const] : []),
          ['annotate', { id: 'W-1', patch: { [title]: round } }],
        ] as const;
        for (const [action, input] of acts) {
          const { isError, data } = await server.items(action, input);
          if (isError) {
            expect(data, action).toMatchObject(tooNew);
            isOver = true;
          } else if (action === 'add') written.push(title);
        }
      }
    });
    const isAtWork = (): boolean => seen.length > 3 && [0, 1, 2].every(index => written.includes(`${index} 2`));
    await until('all of them write, and are followed', isAtWork);
    await applyNow(cwd);
    await Promise.all(work);

    for (const server of servers) {
      expect(await server.items('add', { title: 'Lost' })).toMatchObject({ isError: true, data: tooNew });
      expect(await server.items('next')).toMatchObject({ isError: true, data: tooNew });
      expect(await server.items('list')).toMatchObject({ isError: true, data: tooNew });
    }
    expect(await holder.items('heartbeat', { id: 'W-1', token: 1 })).toMatchObject({ isError: true, data: tooNew });
    await expectTooNew(cwd, old);
    follow.kill('SIGINT');
    expect((await followed).stderr).toContain('The store was written by a newer Stateroom');

    const titles = await titlesNow(cwd);
    expect(written.filter(title => !titles.includes(title))).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
    const { item } = (await answer(['queue', 'show', 'W-1'], now(cwd))) as { item: Record<string, unknown> };
    expect(item).toMatchObject({ owner: 'ada', token: 1, section: 'in_flight' });
    expect(Date.parse(String(item.leaseUntil))).toBeGreaterThan(Date.now() + 1.5 * 3_600_000);
    // Its holder goes on with the claim, by a program of this version.
    await answer(['queue', 'heartbeat', 'W-1', '--token', '1', '--lease', '3h'], now(cwd, { actor: 'ada' }));
    await answer(['queue', 'resolve', 'W-1', '--status', 'done', '--token', '1'], now(cwd, { actor: 'ada' }));
    expect(await answer(['store', 'check'], now(cwd))).toMatchObject({ ok: true, problems: [] });
    expect((await runOnTerminal(['store', 'update', '--now'], now(cwd))).stdout).toBe('The store is up to date.\n');
  });
});

describe.skipIf(cannotRun)('a store of 0.1.0', () => {
  it('is taken over with every row, and goes back with `store export --format 0.1`', async () => {
    const cwd = await makeStore(old);
    const before = join(makeDirectory(), 'before.sqlite');
    await answer(['store', 'export', before], { cwd, program: old.cli });
    expect(await answer(['status'], now(cwd))).toMatchObject({ health: { state: 'ready' } });
    expect(hasBase(cwd)).toBe(true);
    const after = join(makeDirectory(), 'after.sqlite');
    await answer(['store', 'export', after], now(cwd));
    const known = rowsIn(before);
    expect(Object.keys(known).length).toBeGreaterThan(20);
    expect(asIn(rowsIn(after), known)).toEqual(asIn(known, known));

    await answer(['queue', 'add', 'By this version', '--assignee', 'ada'], now(cwd));
    const back = join(makeDirectory(), 'back.sqlite');
    await answer(['store', 'export', '--format', '0.1', back], now(cwd));
    const there = makeRepository();
    await answer(['queue', 'add', 'Replaced'], { cwd: there, actor: 'before', program: old.cli });
    expect((await runOnTerminal(['store', 'restore', back], { cwd: there, program: old.cli })).code).toBe(0);
    const { items } = await answer(['queue', 'list', '--limit', '100'], { cwd: there, program: old.cli });
    expect((items as { title: string }[]).map(({ title }) => title)).toContain('By this version');
    expect(await answer(['store', 'check'], { cwd: there, program: old.cli })).toMatchObject({
      ok: true,
      problems: [],
    });
    await answer(['queue', 'add', 'By 0.1.0 again'], { cwd: there, actor: 'before', program: old.cli });
    const again = join(makeDirectory(), 'again.sqlite');
    await answer(['store', 'export', again], { cwd: there, program: old.cli });
    const rows = rowsIn(again);
    const knownIds = new Set(known.events?.map(({ id }) => id));
    expect(rows.events?.filter(({ id }) => knownIds.has(id))).toEqual(
      rowsIn(back).events?.filter(({ id }) => knownIds.has(id)),
    );
  });

  it('has columns and indexes that 0.1.0 lacks from the first change on, without a copy', async () => {
    const cwd = makeRepository();
    const words = ['finding', 'record', '--severity', 'low', '--path', 'README.md', '--id', 'r/1', '--text'];
    await answer([...words, 'Of all', '--repository'], { cwd, actor: 'before', program: old.cli });
    await answer(['task', 'start', 'Limit the rate', '--here'], now(cwd));
    // 0.1.0 has each id once.
    await answer([...words, 'Of the task', '--task', 'T-1'], now(cwd));
    expect(await answer(['finding', 'list', '--repository'], now(cwd))).toMatchObject({
      findings: [{ ref: 'F-1', key: 'r/1', text: 'Of all' }],
    });
    expect(await answer(['finding', 'show', 'r/1'], now(cwd))).toMatchObject({ finding: { text: 'Of the task' } });
    const steps = await answer(['store', 'query', 'select version from schema_migrations order by version'], now(cwd));
    expect(steps.rows).toEqual([
      [-12],
      [-13],
      [-11],
      [-10],
      [-9],
      [-8],
      [-7],
      [-6],
      [-5],
      [-4],
      [-3],
      [-2],
      [-1],
      [1],
      [2],
      [3],
    ]);
    expect(readdirSync(storeOf(cwd)).filter(name => name.startsWith('before-'))).toEqual([]);
    expect(await answer(['store', 'check'], now(cwd))).toMatchObject({ ok: true, problems: [] });
  });

  it('of many commits is taken over with every row', async () => {
    const cwd = makeRepository();
    const server = await connect({ cwd, actor: 'ada', program: [old.mcp], args: ['--tools', 'all'] });
    let seed = 12345;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const commits = isShort('contract') ? 120 : 3000;
    for (let count = 0, items = 0; count < commits; count += 1) {
      const id = `W-${1 + random(Math.max(items, 1))}`;
      const text = '“größer” '.repeat(random(60));
      const act = random(8);
      if (items === 0 || act < 2) {
        items += 1;
        await server.done('add', { title: `Item ${count} größer`, labels: [`l${random(5)}`], payload: { text } });
      } else if (act === 2) await server.items('claim', { id });
      else if (act === 3)
        await server.items('resolve', { id, status: random(2) === 0 ? 'done' : 'failed', notes: text });
      else if (act === 4) await server.items('depend', { id, dependsOn: [`W-${1 + random(items)}`] });
      else await server.items('annotate', { id, patch: { [`n${random(9)}`]: text } });
      if (count % 400 === 250) await answer(['store', 'compact'], { cwd, actor: 'ada', program: old.cli });
    }
    await server.close();
    const [before, after] = ['before', 'after'].map(name => join(makeDirectory(), `${name}.sqlite`)) as [
      string,
      string,
    ];
    await answer(['store', 'export', before], { cwd, program: old.cli });
    await answer(['store', 'export', after], now(cwd));
    expect(hasBase(cwd)).toBe(true);
    const known = rowsIn(before);
    expect(known.events?.length).toBeGreaterThan(commits / 3);
    expect(asIn(rowsIn(after), known)).toEqual(asIn(known, known));
  });

  it('is not begun beside a new one', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'First'], now(cwd));
    const server = await connect({ cwd, actor: 'ada', program: [old.mcp] });
    expect(await server.items('add', { title: 'Second store' })).toMatchObject({ isError: true, data: tooNew });
    await expectTooNew(cwd, old);
    expect(await titlesNow(cwd)).toEqual(['First']);
    expect(existsSync(join(storeOf(cwd), 'lock'))).toBe(false);
  });

  it('is restored from its backup into a store of this version', async () => {
    const cwd = await makeStore(old);
    const backup = join(makeDirectory(), 'backup.sqlite');
    await answer(['store', 'backup', backup], { cwd, program: old.cli });
    const there = makeRepository();
    await answer(['queue', 'add', 'Replaced'], now(there));
    expect((await runOnTerminal(['store', 'restore', backup], now(there))).code).toBe(0);
    expect(await titlesNow(there)).toEqual(await titlesNow(cwd));
    expect(await answer(['store', 'check'], now(there))).toMatchObject({ ok: true, problems: [] });
  });
});

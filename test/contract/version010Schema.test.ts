import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  answer,
  finished,
  linesOf,
  makeDirectory,
  makeRepository,
  programFile,
  run,
  runOnTerminal,
  start,
  storeOf,
  until,
} from './cliRig.js';
import { connect } from './mcpRig.js';
import { dieAfter } from './version010/dieAfter.js';
import { installedVersion010 } from './version010/installedVersion010.js';

const old = installedVersion010();

/** Steps that are recorded in the store, as a program sees them. */
async function stepsBy(program: string, cwd: string): Promise<unknown> {
  const sql = 'select version from schema_migrations order by version';
  return ((await answer(['store', 'query', sql], { cwd, program })) as { rows: unknown[][] }).rows.flat();
}

describe('columns and indexes that 0.1.0 does not have', () => {
  it('are written with the first change of this version, and a running 0.1.0 goes on', async () => {
    const cwd = makeRepository();
    const server = await connect({ cwd, actor: 'before', program: [old.mcp], args: ['--tools', 'all'] });
    await server.done('add', { title: 'One', kind: 'bug' });
    await server.done('add', { title: 'Two', dependsOn: ['W-1'] });
    await server.call('review_findings', {
      action: 'record',
      repository: true,
      severity: 'low',
      path: 'README.md',
      text: 'Short',
      id: 'r/1',
    });
    const items = await server.done('list');

    const now = { cwd, actor: 'now', program: programFile };
    expect(await answer(['queue', 'list'], now)).toMatchObject({ items: [{ title: 'Two' }, { title: 'One' }] });
    expect(await answer(['finding', 'list', '--repository'], now)).toMatchObject({
      findings: [{ ref: 'F-1', key: 'r/1' }],
    });
    expect(await stepsBy(old.cli, cwd)).toEqual([1, 2, 3]);

    await answer(['queue', 'add', 'Three'], now);
    expect(await stepsBy(old.cli, cwd)).toEqual([-9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3]);
    expect(readdirSync(storeOf(cwd)).filter(name => name.startsWith('before-'))).toEqual([]);
    const { items: after } = (await server.done('list')) as { items: unknown[] };
    expect(after.slice(1)).toEqual((items as { items: unknown[] }).items);
    await server.done('add', { title: 'Four' });
    await server.call('review_findings', {
      action: 'record',
      repository: true,
      severity: 'high',
      path: 'README.md',
      text: 'Long',
      id: 'r/2',
    });
    expect(await server.items('next', { kind: 'bug' })).toMatchObject({ data: { item: { title: 'One' } } });
    await server.done('resolve', { id: 'W-1', status: 'done' });
    expect(await answer(['finding', 'list', '--repository', '--order', 'created'], now)).toMatchObject({
      findings: [{ key: 'r/1' }, { key: 'r/2' }],
    });
    for (const program of [old.cli, programFile]) {
      expect(await answer(['store', 'check'], { cwd, program })).toMatchObject({
        ok: true,
        problems: [],
        workItems: 4,
      });
    }
  });

  it('come to who follows the store meanwhile without a word', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'One'], { cwd, actor: 'before', program: old.cli });
    const child = start(['events', 'tail', '--follow', '--json'], { cwd });
    const end = finished(child);
    const lines = linesOf(child);
    await until('the first event is shown', () => lines.length === 1);
    await answer(['queue', 'add', 'Two'], { cwd, actor: 'now', program: programFile });
    await until('the second event is shown', () => lines.length === 2);
    child.kill('SIGINT');
    expect((await end).stderr).toBe('');
    expect(lines.map(line => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
  });

  it('let findings of two tasks and of the repository have the same id', async () => {
    const cwd = makeRepository();
    const words = ['finding', 'record', '--severity', 'low', '--path', 'README.md', '--id', 'r/1', '--text'];
    await answer([...words, 'Of all', '--repository'], { cwd, actor: 'before', program: old.cli });
    await answer(['task', 'start', 'Limit the rate', '--here'], { cwd, actor: 'now', program: programFile });
    await answer([...words, 'Of the task', '--task', 'T-1'], { cwd, actor: 'now', program: programFile });
    for (const program of [old.cli, programFile]) {
      for (const [scope, text] of [
        [['--repository'], 'Of all'],
        [['--task', 'T-1'], 'Of the task'],
      ] as const) {
        expect(await answer(['finding', 'list', ...scope], { cwd, program })).toMatchObject({
          findings: [{ key: 'r/1', text }],
        });
      }
      expect(await answer(['store', 'check'], { cwd, program })).toMatchObject({ ok: true, problems: [] });
    }
    expect(await answer(['finding', 'show', 'r/1'], { cwd, program: programFile })).toMatchObject({
      finding: { text: 'Of the task' },
    });
  });

  it.each([
    ['0.1.0', old.cli],
    ['this version', programFile],
  ])('stay when %s makes checkpoints, backups and restores', async (_who, program) => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'One'], { cwd, actor: 'before', program: old.cli });
    await answer(['queue', 'add', 'Two'], { cwd, actor: 'now', program: programFile });
    const backup = `${makeDirectory()}/backup.sqlite`;
    await answer(['store', 'compact'], { cwd, actor: 'ada', program });
    await answer(['store', 'backup', backup], { cwd, actor: 'ada', program });
    await answer(['queue', 'add', 'Lost'], { cwd, actor: 'before', program: old.cli });
    expect((await runOnTerminal(['store', 'restore', backup], { cwd, program })).code).toBe(0);
    await answer(['queue', 'add', 'Three'], { cwd, actor: 'before', program: old.cli });
    await answer(['queue', 'add', 'Four'], { cwd, actor: 'now', program: programFile });
    for (const each of [old.cli, programFile]) {
      expect(await stepsBy(each, cwd)).toEqual([-9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3]);
      expect(await answer(['queue', 'list', '--order', 'created'], { cwd, program: each })).toMatchObject({
        items: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }, { title: 'Four' }],
      });
      expect(await answer(['store', 'check'], { cwd, program: each })).toMatchObject({ ok: true, problems: [] });
    }
  });

  it('bring archives along in a backup that 0.1.0 restores', async () => {
    const cwd = makeRepository();
    const now = { cwd, actor: 'now', program: programFile };
    await answer(['queue', 'add', 'Done'], now);
    await answer(['queue', 'add', 'Open'], now);
    await answer(['queue', 'claim', 'W-1'], now);
    await answer(['queue', 'resolve', 'W-1', '--status', 'done'], now);
    const archived = await runOnTerminal(['store', 'archive', '--before', String(Date.now())], now);
    expect(archived.code).toBe(0);
    const backup = `${makeDirectory()}/backup.sqlite`;
    expect(await answer(['store', 'backup', backup], now)).toMatchObject({ archives: { held: 1, missing: 0 } });
    const other = makeRepository();
    await answer(['queue', 'add', 'Replaced'], { cwd: other, actor: 'before', program: old.cli });
    expect((await runOnTerminal(['store', 'restore', backup], { cwd: other, program: old.cli })).code).toBe(0);
    const there = { cwd: other, program: programFile };
    expect(await answer(['queue', 'list', '--archived'], there)).toMatchObject({ items: [{ title: 'Done' }] });
    // And so does the next backup, made of what has no files of archives.
    const next = `${makeDirectory()}/backup.sqlite`;
    expect(await answer(['store', 'backup', next], there)).toMatchObject({ archives: { held: 1, missing: 0 } });
    for (const program of [old.cli, programFile]) {
      expect(await answer(['store', 'check'], { cwd: other, program })).toMatchObject({ ok: true, problems: [] });
    }
  });

  it('lose no change when both write and programs of both are killed meanwhile', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'First'], { cwd, actor: 'ada', program: old.cli });
    const hook = makeDirectory();
    const kills = [
      // With the lock taken: nothing is written yet.
      ['queue add', /^link \S+ \S+stateroom.lock $/],
      // With the lock released: it is written, and nobody was told.
      ['queue add', /^unlink \S+stateroom.lock $/],
      ['store compact', /^rename \S+ \S+journal[.]\d+[.]log $/],
    ] as const;
    const acknowledged = ['First'];
    const write = async (program: string, name: string) => {
      for (let round = 0; round < 6; round += 1) {
        const title = `${name} ${round}`;
        await answer(['queue', 'add', title], { cwd, actor: name, program });
        acknowledged.push(title);
      }
    };
    const die = async (program: string) => {
      for (const [words, call] of kills) {
        const command = [...words.split(' '), ...(words === 'queue add' ? ['Killed'] : [])];
        const { signal } = await run(command, { cwd, actor: 'ada', program, env: dieAfter(hook, call) });
        expect(signal).toBe('SIGKILL');
      }
    };
    await die(programFile);
    await Promise.all([write(old.cli, 'before'), write(programFile, 'now'), die(old.cli), die(programFile)]);
    for (const program of [old.cli, programFile]) {
      const { items } = (await answer(['queue', 'list', '--limit', '100'], { cwd, program })) as {
        items: { title: string }[];
      };
      const titles = items.map(({ title }) => title);
      expect(acknowledged.filter(title => !titles.includes(title))).toEqual([]);
      expect(new Set(titles.filter(title => title !== 'Killed')).size).toBe(13);
      expect(await stepsBy(program, cwd)).toEqual([-9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3]);
      expect(await answer(['store', 'check'], { cwd, program })).toMatchObject({ ok: true, problems: [] });
    }
  });
});

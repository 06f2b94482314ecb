import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInMemory } from '../../../../test/support/memoryHost.js';
import { ruinStore } from '../../../../test/support/storeFiles.js';
import { isoWeekOf } from '../../../domain/time/isoWeek.js';

let home = '';
let folder = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'scaffold-')));
  folder = join(home, 'rex');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const run = (...words: string[]) =>
  runInMemory(words, { directory: home, environment: { STATEROOM_ACTOR: 'rex', HOME: home }, undisturbed: true });
const scaffold = (...more: string[]) => run('scaffold', folder, '--host', 'relay', '--agent', 'rex', ...more);
async function handleIn(place: string) {
  const handle = await open(join(place, 'probe'), 'w');
  await handle.close();
  return handle;
}
const names = ['store', 'CLAUDE.md', 'context/repos.md', 'context/channels.md', 'retros', 'dashboard.md'];
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('stateroom scaffold', () => {
  it('makes a folder on which every command works', async () => {
    expect(await scaffold('--strict')).toMatchObject({
      code: 0,
      stdout: names.map(name => `scaffold: created ${name}\n`).join(''),
    });
    expect(read('CLAUDE.md')).toContain('You are the agent `rex` of the host `relay`.');
    expect(await run('queue', 'add', 'A request', '--store', folder)).toMatchObject({ code: 0 });
    expect((await run('queue', 'list', '--json', '--store', folder)).stdout).toContain('"title":"A request"');
  });

  it('has retrospectives written into its folder, and none of nothing', async () => {
    await scaffold();
    const week = isoWeekOf(new Date().toISOString().slice(0, 10));
    const retro = (...more: string[]) => run('retro', 'weekly', '--week', week, '--store', folder, ...more);
    expect(await retro()).toMatchObject({ code: 0, stdout: `${week}: nothing happened, so no page was written.\n` });
    expect(readdirSync(join(folder, 'retros'))).toEqual([]);
    await run('queue', 'add', 'A request', '--store', folder);
    expect((await retro()).stdout).toBe(`retros/${week}.md  1 event, 1 created, 0 done, 0 merged\n`);
    expect(read(`retros/${week}.md`)).toContain('work_item_created');
    expect(readdirSync(join(folder, 'retros'))).toContain(`${week}.queue.dark.svg`);
    // In a folder that scaffold did not make.
    rmSync(join(folder, 'retros'), { recursive: true });
    expect(JSON.parse((await retro('--json')).stdout).data).toMatchObject({ page: null });
  });

  it('skips what is there, and keeps what the operator wrote', async () => {
    await scaffold();
    writeFileSync(join(folder, 'CLAUDE.md'), 'mine');
    writeFileSync(join(folder, 'dashboard.md'), 'mine too');
    await run('queue', 'add', 'A request', '--store', folder);
    expect((await scaffold('--strict')).stdout).toBe(
      names.map(name => `scaffold: skipped ${name} (exists)\n`).join(''),
    );
    expect([read('CLAUDE.md'), read('dashboard.md')]).toEqual(['mine', 'mine too']);
    expect((await run('queue', 'list', '--json', '--store', folder)).stdout).toContain('"title":"A request"');
  });

  it('renews the dashboard that it wrote', async () => {
    await scaffold();
    expect(read('dashboard.md')).toContain('Shows event 0.');
    await run('queue', 'add', 'A request', '--store', folder);
    const { stdout } = await scaffold();
    expect(stdout).toContain('scaffold: renewed dashboard.md\n');
    expect(read('dashboard.md')).toContain('Shows event 1.');
    expect(JSON.parse((await scaffold('--json')).stdout).data).toMatchObject({
      created: [],
      renewed: ['dashboard.md'],
    });
    expect(readdirSync(folder).filter(name => name.endsWith('.draft'))).toEqual([]);
  });

  it('finds with --strict what is empty, linked or damaged, and exits with 3', async () => {
    await scaffold();
    truncateSync(join(folder, 'CLAUDE.md'), 0);
    rmSync(join(folder, 'context/repos.md'));
    symlinkSync(join(home, 'elsewhere'), join(folder, 'context/repos.md'));
    expect(await scaffold()).toMatchObject({ code: 0 });
    const { code, stderr } = await scaffold('--strict');
    expect(code).toBe(3);
    expect(stderr).toContain(`${folder} is not sound: CLAUDE.md is empty. context/repos.md is a link.`);
    expect(existsSync(join(home, 'elsewhere'))).toBe(false);
    expect(JSON.parse((await scaffold('--strict', '--json')).stdout)).toMatchObject({ ok: false, code: 'conflict' });
  });

  it('leaves no file that is half written', async () => {
    const failed = vi.spyOn(Object.getPrototypeOf(await handleIn(home)), 'writeFile');
    failed.mockRejectedValueOnce(Object.assign(new Error('ENOSPC: no space left on device'), { syscall: 'write' }));
    expect((await scaffold()).stderr).toContain('ENOSPC');
    failed.mockRestore();
    expect(existsSync(join(folder, 'CLAUDE.md'))).toBe(false);
    expect((await scaffold('--strict')).code).toBe(0);
  });

  it('makes the folders above, and says with --strict that a store is damaged', async () => {
    folder = join(home, 'relay', 'agents', 'rex');
    expect(await scaffold()).toMatchObject({ code: 0 });
    await run('queue', 'add', 'A request', '--store', folder);
    ruinStore(folder);
    const { code, stderr } = await scaffold('--strict');
    expect(code).toBe(3);
    expect(stderr).toContain('damaged');
    expect(stderr).not.toContain('Internal error');
  });

  it('writes nothing through a folder that is a link', async () => {
    mkdirSync(join(home, 'theirs'));
    mkdirSync(folder);
    symlinkSync(join(home, 'theirs'), join(folder, 'context'));
    const { code, stderr } = await scaffold();
    expect(code).not.toBe(0);
    expect(stderr).toContain(`${join(folder, 'context')} is a link or a file`);
    expect(readdirSync(join(home, 'theirs'))).toEqual([]);
  });

  it.each([
    [['--host', 'a b', '--agent', 'rex'], '--host a b cannot be used as a name.'],
    [['--host', 'relay', '--agent', '../rex'], '--agent ../rex cannot be used as a name.'],
    [['--host', 'relay', '--agent', '--'], '--agent -- cannot be used as a name.'],
    [['--host', 'relay', '--agent=-rex'], '--agent -rex cannot be used as a name.'],
    [['--host', 'relay', '--agent', 'rex', '--store', 'other'], 'The folder is the argument of scaffold.'],
    [['--host', 'relay'], '--agent'],
  ])('refuses %j and makes nothing', async (words, said) => {
    const { code, stderr } = await run('scaffold', folder, ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('the commands of docs/hosts.md', () => {
  it('work in their order in such a folder', async () => {
    await scaffold();
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/hosts.md'), 'utf8');
    const commands = [...page.matchAll(/^\| .* \| `stateroom (.*)` \|$/gm)].map(([, line = '']) => line);
    expect(commands).toHaveLength(16);
    const environment = { STATEROOM_ACTOR: 'rex', STATEROOM_STORE: folder, HOME: home };
    for (const line of commands) {
      const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
      const variables = line.startsWith('scaffold') ? { STATEROOM_ACTOR: 'rex', HOME: home } : environment;
      const { code, stderr } = await runInMemory(words, {
        directory: folder,
        environment: variables,
        undisturbed: true,
        // Only a person answers.
        terminal: line.startsWith('queue advance'),
      });
      expect([line, code, stderr]).toEqual([line, 0, expect.any(String)]);
    }
    const { stdout } = await runInMemory(['queue', 'show', 'mail-9', '--json'], { directory: folder, environment });
    expect(JSON.parse(stdout).data.item).toMatchObject({ ref: 'W-1', status: 'done' });
  });
});

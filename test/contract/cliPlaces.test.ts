import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answer,
  cleanEnvironment,
  git,
  hashOf,
  makeDirectory,
  makeRepository,
  programFile,
  run,
  storeOf,
  userNode,
  writeIn,
} from './cliRig.js';

/** A user that owns nothing here. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

describe('where the program is started', () => {
  it('makes no difference within a repository: a subfolder and a linked worktree share the store', async () => {
    const repository = makeRepository();
    const subfolder = join(repository, 'src', 'deep');
    mkdirSync(subfolder, { recursive: true });
    const worktree = join(makeDirectory(), 'feature');
    git(repository, 'worktree', 'add', '-q', '-b', 'feature', worktree);
    await answer(['queue', 'add', 'From the top'], { cwd: repository });
    await answer(['queue', 'add', 'From the worktree'], { cwd: worktree });
    expect(await answer(['queue', 'next'], { cwd: subfolder, actor: 'below' })).toMatchObject({
      item: { ref: 'W-1', title: 'From the top', owner: 'below' },
    });
    const { items } = await answer(['queue', 'list'], { cwd: worktree });
    expect((items as { ref: string }[]).map(({ ref }) => ref)).toEqual(['W-1', 'W-2']);
    expect(git(repository, 'status', '--porcelain')).toBe('');
    expect(git(worktree, 'status', '--porcelain')).toBe('');
  });

  it('works in a bare repository, with a separate git directory and in a submodule, each with a store of its own', async () => {
    const repository = makeRepository();
    const home = makeDirectory();
    git(home, 'clone', '-q', '--bare', repository, 'bare.git');
    git(home, 'init', '-q', `--separate-git-dir=${join(home, 'apart.git')}`, 'apart');
    git(repository, 'submodule', '--quiet', 'add', join(home, 'bare.git'), 'lib');
    const expected = {
      [join(home, 'bare.git')]: join(home, 'bare.git/stateroom'),
      [join(home, 'apart')]: join(home, 'apart.git/stateroom'),
      [join(repository, 'lib')]: join(repository, '.git/modules/lib/stateroom'),
      [repository]: storeOf(repository),
    };
    for (const [cwd, store] of Object.entries(expected)) {
      expect(await answer(['queue', 'add', `In ${cwd}`], { cwd })).toMatchObject({ item: { ref: 'W-1' } });
      expect(await answer(['store', 'path'], { cwd })).toEqual({ state: 'ready', location: store });
    }
  });

  it('refuses outside git in one sentence, and makes nothing there', async () => {
    const cwd = makeDirectory();
    for (const args of [['status'], ['queue', 'add', 'T'], ['init'], ['events', 'tail', '--follow']]) {
      expect(await run(args, { cwd })).toEqual({
        code: 2,
        signal: null,
        stdout: '',
        stderr:
          `stateroom: ${cwd} is not inside a git repository.\n` +
          '  Change to a repository, name one with --repo <dir>, or set a folder for the store with --store <dir>.\n',
      });
    }
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('names a .git file that leads nowhere', async () => {
    const cwd = makeDirectory();
    writeFileSync(join(cwd, '.git'), 'nonsense');
    const { code, stderr } = await run(['status'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(
      `stateroom: ${cwd}/.git is not a valid .git file: it does not contain “gitdir: <path>”.\n`,
    );
  });

  it('takes the repository from --repo, the store from --store, then from STATEROOM_STORE', async () => {
    const cwd = makeDirectory();
    const repository = makeRepository();
    const store = join(cwd, 'a', 'store');
    const other = join(cwd, 'other');
    await answer(['queue', 'add', 'T', '--repo', repository], { cwd });
    await answer(['queue', 'add', 'T', '--store', 'a/store'], { cwd });
    const env = { STATEROOM_STORE: other };
    await answer(['queue', 'add', 'T'], { cwd, env });
    expect([existsSync(storeOf(repository)), existsSync(store), existsSync(other)]).toEqual([true, true, true]);
    expect(await answer(['store', 'path', '--repo', repository], { cwd, env })).toMatchObject({
      location: storeOf(repository),
    });
    expect(await answer(['store', 'path', '--store', store], { cwd: repository, env })).toMatchObject({
      location: store,
    });
  });

  it.each([
    [['--repo', 'gone'], 'Folder CWD/gone not found.'],
    [['--repo', 'file'], 'Folder CWD/file not found.'],
    [['--repo', ''], '--repo is empty.'],
    [['--store', ''], '--store is empty.'],
    [['--store', 'file'], '--store is CWD/file, which is not a folder and cannot be created as one.'],
    [['--store', 'file/below'], '--store is CWD/file/below, which is not a folder and cannot be created as one.'],
    [
      ['--store', 'postgres://me:secret@host/db'],
      '--store is a postgres address, but this version keeps its store in a folder.',
    ],
  ])('refuses %j', async (args, message) => {
    const cwd = makeDirectory();
    writeFileSync(join(cwd, 'file'), '');
    const { code, stdout, stderr } = await run(['queue', 'add', 'T', ...args], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')[0]).toBe(`stateroom: ${message.replace('CWD', cwd)}`);
    expect(stderr).not.toContain('secret');
    expect(readdirSync(cwd)).toEqual(['file']);
  });

  it('is not led astray by the GIT_DIR of a hook that works in another repository', async () => {
    const hooked = makeRepository();
    const other = makeRepository();
    const worktree = join(makeDirectory(), 'feature');
    git(hooked, 'worktree', 'add', '-q', '-b', 'feature', worktree);
    const hook = join(hooked, '.git/hooks/post-commit');
    const command = (title: string) => `"${userNode}" "${programFile}" queue add "${title}"`;
    writeFileSync(hook, `#!/bin/sh\n${command('here')} && cd "${other}" && ${command('there')}\n`);
    chmodSync(hook, 0o755);
    git(worktree, 'commit', '-q', '--allow-empty', '-m', 'Go');
    const titles = async (cwd: string) =>
      ((await answer(['queue', 'list'], { cwd })).items as { title: string }[]).map(({ title }) => title);
    expect(await titles(hooked)).toEqual(['here']);
    expect(await titles(other)).toEqual(['there']);
  });

  it('reads where there is no store and leaves nothing behind', async () => {
    const cwd = makeRepository();
    expect(await answer(['queue', 'list'], { cwd })).toEqual({ items: [], nextCursor: null });
    expect(await answer(['status'], { cwd })).toMatchObject({ health: { state: 'absent' }, counts: { ready: 0 } });
    expect(await answer(['which'], { cwd })).toMatchObject({ shim: null });
    expect(await answer(['store', 'query', 'select number from work_items'], { cwd })).toEqual({
      columns: ['number'],
      rows: [],
      truncated: false,
    });
    expect(existsSync(storeOf(cwd))).toBe(false);
  });

  it('makes the store once with init, and says where it is', async () => {
    const cwd = makeRepository();
    expect((await run(['init'], { cwd })).stdout).toBe(`Created the store in ${storeOf(cwd)}.\n`);
    const before = hashOf(storeOf(cwd));
    expect((await run(['init'], { cwd })).stdout).toBe(`The store already exists in ${storeOf(cwd)}.\n`);
    expect(hashOf(storeOf(cwd))).toBe(before);
  });

  it('finds itself again through the shim that the first write leaves', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'T'], { cwd });
    const { shim, program } = await answer(['which'], { cwd });
    expect([shim, program]).toEqual([join(storeOf(cwd), 'bin/stateroom'), programFile]);
    expect(statSync(String(shim)).mode & 0o777).toBe(0o755);
    const elsewhere = makeDirectory();
    const env = cleanEnvironment({ PATH: '/usr/bin:/bin' });
    const listed = execFileSync(String(shim), ['queue', 'list', '--repo', cwd, '--quiet'], {
      cwd: elsewhere,
      env,
      encoding: 'utf8',
    });
    expect(listed).toBe('W-1\n');
  });

  it.skipIf(!isRoot)('reads a store that it may not write, and tells a writer the way in', async () => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'Read me'], { cwd });
    execFileSync('chmod', ['-R', 'a+rX,go-w', cwd]);
    chmodSync(storeOf(cwd), 0o755);
    const before = hashOf(storeOf(cwd));
    expect(await answer(['queue', 'list'], { cwd, uid: nobody })).toMatchObject({ items: [{ title: 'Read me' }] });
    const refused = await run(['queue', 'add', 'T', '--json'], { cwd, uid: nobody });
    expect(refused.code).toBe(4);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      ok: false,
      code: 'store_read_only',
      message: `This process can read the store in ${storeOf(cwd)} but cannot write to it.`,
      hint: 'Reading works. To write from a sandbox, use the tools of the Stateroom MCP server, which runs outside it.',
    });
    expect(hashOf(storeOf(cwd))).toBe(before);
  });

  it.skipIf(!isRoot)('refuses to make a store in a repository that it may not write', async () => {
    const cwd = makeRepository();
    writeIn(cwd, 'a.txt', '');
    execFileSync('chmod', ['-R', 'a+rX,go-w', cwd]);
    const { code, stderr } = await run(['queue', 'add', 'T'], { cwd, uid: nobody });
    expect(code).toBe(4);
    expect(stderr.split('\n')[0]).toBe(
      `stateroom: This process is not allowed to write to the store in ${storeOf(cwd)}.`,
    );
    expect(existsSync(storeOf(cwd))).toBe(false);
  });
});

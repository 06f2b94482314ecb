import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { cliFile, connect, git, makeDirectory, makeRepository, storeOf, userNode } from './mcpRig.js';

const toolNames = [
  ...['work_items', 'events', 'load_session', 'switch_task', 'get_handoff_state', 'set_handoff_state', 'task_records'],
  ...['slices', 'close_slice', 'evidence', 'review_findings', 'integrity_check', 'review_runs', 'more'],
  'dispatch_lane_work',
];

describe('where an MCP server is started', () => {
  it('makes no difference within a repository: a subfolder and a linked worktree share the store', async () => {
    const repository = makeRepository();
    const subfolder = join(repository, 'src', 'deep');
    mkdirSync(subfolder, { recursive: true });
    const worktree = join(makeDirectory(), 'feature');
    git(repository, 'worktree', 'add', '-q', '-b', 'feature', worktree);
    const [top, below, linked] = await Promise.all([
      connect({ cwd: repository, actor: 'top' }),
      connect({ cwd: subfolder, actor: 'below' }),
      connect({ cwd: worktree, actor: 'linked' }),
    ]);
    await top.done('add', { title: 'From the top' });
    await linked.done('add', { title: 'From the worktree' });
    expect(await below.done('next')).toMatchObject({ item: { title: 'From the top', owner: 'below' } });
    expect(await top.done('next')).toMatchObject({ item: { title: 'From the worktree', owner: 'top' } });
    expect(await linked.items('next')).toMatchObject({ isError: true, data: { code: 'nothing_ready' } });
    expect(existsSync(storeOf(repository))).toBe(true);
    expect(git(repository, 'status', '--porcelain')).toBe('');
  });

  it('reads before there is a store and leaves nothing behind, the first write makes it', async () => {
    const repository = makeRepository();
    const agent = await connect({ cwd: repository });
    expect(await agent.done('list')).toEqual({ items: [], nextCursor: null });
    expect(await agent.done('status')).toMatchObject({ health: { state: 'absent' }, counts: { ready: 0 } });
    expect(await agent.items('next')).toMatchObject({ isError: true, data: { code: 'nothing_ready' } });
    expect(await agent.items('claim', { id: 'W-1' })).toMatchObject({ isError: true, data: { code: 'not_found' } });
    await agent.done('add', { title: 'First' });
    expect(await agent.done('status')).toMatchObject({ health: { state: 'ready' }, counts: { ready: 1 } });
  });

  it('starts outside git, tells with every call what to do, and works once there is a repository', async () => {
    const directory = makeDirectory();
    const agent = await connect({ cwd: directory });
    expect((await agent.client.listTools()).tools.map(tool => tool.name)).toEqual(toolNames);
    for (const [tool, input] of [
      ['work_items', { action: 'status' }],
      ['work_items', { action: 'add', title: 'T' }],
      ['events', { action: 'tail' }],
    ] as const) {
      const reply = await agent.call(tool, input);
      expect(reply).toMatchObject({
        isError: true,
        data: { code: 'no_repository', message: `${directory} is not inside a git repository.` },
      });
      expect(reply.text).toContain('--repo');
    }
    expect(readdirSync(directory)).toEqual([]);
    git(directory, 'init', '-q');
    await agent.done('add', { title: 'T' });
  });

  it('takes the repository from --repo, the store from --store and the name from --actor', async () => {
    const elsewhere = makeDirectory();
    const repository = makeRepository();
    const named = await connect({ cwd: elsewhere, args: ['--repo', repository, '--actor', 'flag'], actor: 'variable' });
    await named.done('add', { title: 'T' });
    expect(await named.done('next')).toMatchObject({ item: { owner: 'flag' } });
    expect(existsSync(storeOf(repository))).toBe(true);

    const stored = await connect({ cwd: elsewhere, args: ['--store', 'own'] });
    await stored.done('add', { title: 'Without git' });
    expect(existsSync(join(elsewhere, 'own'))).toBe(true);
    expect(await stored.done('list')).toMatchObject({ items: [{ ref: 'W-1', title: 'Without git' }] });
  });

  it('takes the store from STATEROOM_STORE, as the command line does, unless --store or --repo is given', async () => {
    const cwd = makeRepository();
    const other = makeRepository();
    const shared = join(makeDirectory(), 'shared');
    const env = { STATEROOM_STORE: shared };
    const agent = await connect({ cwd, env });
    await agent.done('add', { title: 'Shared' });
    expect([existsSync(shared), existsSync(storeOf(cwd))]).toEqual([true, false]);
    const list = execFileSync(userNode, [cliFile, 'queue', 'list', '--json'], {
      cwd,
      env: { ...getDefaultEnvironment(), ...env },
      encoding: 'utf8',
    });
    expect(JSON.parse(list)).toMatchObject({ data: { items: [{ title: 'Shared' }] } });
    const named = await connect({ cwd, env, args: ['--repo', other] });
    expect(await named.done('list')).toEqual({ items: [], nextCursor: null });
  });

  it.each([
    [['--repo', ''], '', '--repo is empty.'],
    [['--store', ''], '', '--store is empty.'],
    [['--store', 'file'], '', '--store is CWD/file, which is not a folder and cannot be created as one.'],
    [
      ['--store', 'postgres://me:secret@host/db'],
      '',
      '--store is a postgres address, but this version keeps its store in a folder.',
    ],
    [
      [],
      'postgres://me:secret@host/db',
      'STATEROOM_STORE is a postgres address, but this version keeps its store in a folder.',
    ],
  ])('refuses %j with STATEROOM_STORE=%s and makes nothing', async (args, variable, message) => {
    const cwd = makeDirectory();
    writeFileSync(join(cwd, 'file'), '');
    const agent = await connect({ cwd, args, env: { STATEROOM_STORE: variable } });
    const reply = await agent.items('add', { title: 'T' });
    expect(reply).toMatchObject({
      isError: true,
      data: { code: 'invalid_input', message: message.replace('CWD', cwd) },
    });
    expect(reply.text).not.toContain('secret');
    expect(readdirSync(cwd)).toEqual(['file']);
  });

  it('is the same through the command line, which passes its flags on', async () => {
    const repository = makeRepository();
    const program = [cliFile, 'mcp', '--repo', repository, '--actor', 'through the program'];
    const agent = await connect({ cwd: makeDirectory(), program });
    expect((await agent.client.listTools()).tools.map(tool => tool.name)).toEqual(toolNames);
    await agent.done('add', { title: 'T' });
    expect(await agent.done('next')).toMatchObject({ item: { owner: 'through the program' } });
    expect(existsSync(storeOf(repository))).toBe(true);
  });

  it('leaves the way to the command line beside a store that it makes, with the first write', async () => {
    const repository = makeRepository();
    const shim = join(storeOf(repository), 'bin', process.platform === 'win32' ? 'stateroom.cmd' : 'stateroom');
    const agent = await connect({ cwd: repository });
    await agent.done('list');
    expect(existsSync(shim)).toBe(false);
    await agent.done('add', { title: 'T' });
    const listed = execFileSync(shim, ['queue', 'list', '--quiet'], {
      cwd: repository,
      env: getDefaultEnvironment(),
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    expect(listed).toBe('W-1\n');
  });

  it('refuses a --repo that is no repository, call by call', async () => {
    const agent = await connect({ cwd: makeRepository(), args: ['--repo', makeDirectory()] });
    expect(await agent.items('list')).toMatchObject({ isError: true, data: { code: 'no_repository' } });
  });

  it('is not led astray by a hook that exports another GIT_DIR', async () => {
    const repository = makeRepository();
    const other = makeRepository();
    const agent = await connect({ cwd: repository, env: { GIT_DIR: join(other, '.git') } });
    await agent.done('add', { title: 'T' });
    expect(existsSync(storeOf(repository))).toBe(true);
    expect(existsSync(storeOf(other))).toBe(false);
  });

  it('refuses settings that make no sense, naming the variable', async () => {
    const agent = await connect({ cwd: makeRepository(), env: { STATEROOM_LEASE_MS: 'soon' } });
    expect(await agent.items('next')).toMatchObject({
      isError: true,
      data: { code: 'invalid_input', hint: 'Fix or unset STATEROOM_LEASE_MS.' },
    });
  });
});

describe('a store that can only be read', () => {
  const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];

  it.skipIf(process.platform === 'win32')('is read, and writes are refused with the way in', async () => {
    const repository = makeRepository();
    const writer = await connect({ cwd: repository, actor: 'writer' });
    await writer.done('add', { title: 'Seen' });
    await writer.close();
    const store = storeOf(repository);
    for (const path of readdirSync(store, { recursive: true, encoding: 'utf8' })) chmodSync(join(store, path), 0o555);
    for (const path of [store, join(repository, '.git')]) chmodSync(path, 0o555);
    chmodSync(repository, 0o755);
    try {
      const reader = await connect({ cwd: repository, actor: 'reader', through: asNobody });
      expect(await reader.done('list')).toMatchObject({ items: [{ ref: 'W-1', title: 'Seen' }] });
      const refused = await reader.items('claim', { id: 'W-1' });
      expect(refused).toMatchObject({ isError: true, data: { code: 'store_read_only' } });
      expect(refused.data.hint).toMatch(/\w/);
      expect(await reader.done('show', { id: 'W-1' })).toMatchObject({ item: { status: 'pending' } });
    } finally {
      for (const path of [join(repository, '.git'), store]) chmodSync(path, 0o755);
    }
  });
});

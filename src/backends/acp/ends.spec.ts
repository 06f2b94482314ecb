import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mockStart, processesOf } from '../../../test/support/mockAgent/startMockAgent.js';
import { type AgentExit, connectAgent, endGroup, endLeft } from '../agentProgram.js';

const stubborn = { ignoreTerm: true, staysWithoutInput: true, ignoresCancel: true };

it.each<[string, object, readonly object[], Partial<AgentExit>]>([
  ['an idle agent', {}, [], { exitCode: 0, by: 'ended' }],
  ['an agent that ignores SIGTERM', stubborn, [], { signal: 'SIGKILL', by: 'killed' }],
  ['a child', {}, [{ do: 'child' }], { by: 'ended' }],
  ['a child that ignores SIGTERM', {}, [{ do: 'child', ignoresTerm: true }], { by: 'killed' }],
  ['a child in a session of its own', {}, [{ do: 'child', ownSession: true }], { by: 'ended' }],
  [
    'a child in a session of its own that ignores SIGTERM',
    {},
    [{ do: 'child', ownSession: true, ignoresTerm: true }],
    { by: 'killed' },
  ],
  ['a child without our environment', {}, [{ do: 'child', unmarked: true }], { by: 'ended' }],
  [
    'a child in a session of its own without our environment',
    stubborn,
    [{ do: 'child', ownSession: true, unmarked: true }],
    { by: 'killed' },
  ],
  ['a command that it left running', {}, [{ do: 'leaveCommand' }], { by: 'ended' }],
  ['a second one that it started', {}, [{ do: 'reexecute' }], { by: 'ended' }],
])('ends %s', async (_name, script, acts, exit) => {
  const mock = mockStart({ turns: [acts], ...script }, tmpdir());
  const agent = await connectAgent(mock.start);
  await agent.prompt('Work');
  const children = childrenOf(mock.spawned[0]?.pid ?? 0);
  expect(await agent.end()).toMatchObject({ ...exit, left: [] });
  expect(await agent.ended).toMatchObject(exit);
  expect(processesOf(mock.session)).toEqual([]);
  expect(children.filter(isAlive)).toEqual([]);
});

it.each([
  ['dies', [{ do: 'child' }, { do: 'die', code: 4 }], { exitCode: 4, signal: null }],
  ['is killed', [{ do: 'child', ownSession: true }, { do: 'killed' }], { exitCode: null, signal: 'SIGKILL' }],
  [
    'dies beside a command that holds its output open',
    [{ do: 'leaveCommand' }, { do: 'die', code: 5 }],
    { exitCode: 5 },
  ],
])('ends what an agent leaves that %s by itself', async (_name, acts, exit) => {
  const mock = mockStart({ turns: [acts] }, tmpdir());
  const agent = await connectAgent(mock.start);
  await expect(agent.prompt('Work')).rejects.toThrow('ended during its turn');
  expect(await agent.ended).toMatchObject({ ...exit, by: 'itself', left: [] });
  expect(await agent.end()).toMatchObject({ by: 'itself' });
  expect(processesOf(mock.session)).toEqual([]);
});

it('leaves nothing of 100 runs', { timeout: 1_800_000 }, async () => {
  const runs = process.env.STATEROOM_TESTS === 'all' ? 1000 : 100;
  const acts: readonly (readonly object[])[] = [
    [],
    [{ do: 'child' }],
    [{ do: 'child', ownSession: true }, { do: 'die' }],
    [{ do: 'leaveCommand' }, { do: 'killed' }],
    [{ do: 'child', ignoresTerm: true, ownSession: true }],
    [{ do: 'reexecute' }, { do: 'hang' }],
    [{ do: 'work' }],
  ];
  const sessions: string[] = [];
  const limits = { handshakeMs: 60_000, cancelMs: 100, termMs: 100 };
  const runOne = async (index: number): Promise<void> => {
    const mock = mockStart({ turns: [acts[index % acts.length]], ignoresCancel: index % 2 === 0 }, tmpdir(), {
      limits,
    });
    sessions.push(mock.session);
    const agent = await connectAgent(mock.start);
    const turn = agent.prompt('Work').catch(() => {});
    // Ended at any moment of its turn.
    await Promise.race([turn, new Promise(done => setTimeout(done, (index * 7) % 60))]);
    expect((await agent.end()).left).toEqual([]);
    await turn;
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < runs) await runOne(next++);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  expect(sessions).toHaveLength(runs);
  expect(sessions.flatMap(processesOf)).toEqual([]);
});

it('ends what a killed process of Stateroom left, by identity and by the session alone', async () => {
  for (const by of ['identity', 'identity and session', 'session'] as const) {
    const mock = mockStart({}, tmpdir());
    const { command, environment } = mock.start;
    const [program = '', ...args] = command;
    // Nobody but init is its parent.
    const script = '{ sleep 1000 & exec "$@"; } <&3 >/dev/null & echo $!';
    const shell = spawn('/bin/bash', ['-c', `set -m; exec 3<>"$FIFO"; ${script}`, 'sh', program, ...args], {
      env: { ...environment, FIFO: '/dev/null' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(await new Promise(done => shell.stdout.once('data', done)));
    await expect.poll(() => processesOf(mock.session).length).toBeGreaterThan(0);
    const { identifyProcess } = await import('../../platform/processIdentity.js');
    const identity = JSON.stringify(identifyProcess(pid));
    if (by === 'identity') expect(await endGroup(identity, pid)).toBe(true);
    else if (by === 'session') expect(await endLeft({ identity: null, group: null, session: mock.session })).toBe(true);
    else expect(await endLeft({ identity, group: pid, session: mock.session })).toBe(true);
    expect(processesOf(mock.session)).toEqual([]);
    // Again, since a second one may try.
    expect(await endLeft({ identity, group: pid, session: mock.session })).toBe(true);
  }
});

it('does not touch a process that has the pid of an earlier one', async () => {
  const mock = mockStart({}, tmpdir());
  const agent = await connectAgent(mock.start);
  const { pid = 0, identity = '' } = mock.spawned[0] ?? {};
  const earlier = JSON.stringify({ ...JSON.parse(identity), start: 1 });
  expect(await endGroup(earlier, pid)).toBe(true);
  expect(await agent.prompt('Work')).toEqual({ reason: 'end_turn' });
  await agent.end();
});

it.each([
  ['no identity', 'nonsense', false],
  ['another boot of this machine', { boot: 'another' }, true],
  ['another machine', { boot: 'another', host: 'another' }, false],
  ['another container', { namespace: 'another' }, false],
])('says what it can tell of %s', async (_name, change, isGone) => {
  const { identifyThisProcess } = await import('../../platform/processIdentity.js');
  const identity = typeof change === 'string' ? change : JSON.stringify({ ...identifyThisProcess(), ...change });
  expect(await endGroup(identity, 999_999_999)).toBe(isGone);
});

it('kills agents when the process that watches them ends', async () => {
  const mock = mockStart({ ignoreTerm: true, staysWithoutInput: true }, tmpdir());
  const file = join(import.meta.dirname, '../agentProgram.ts');
  const code = `
    const { connectAgent } = await import(${JSON.stringify(file)});
    const start = JSON.parse(process.env.START);
    await connectAgent({ ...start, onUpdate() {}, onPermission: async () => ({ allow: false }) });
    process.exit(0);`;
  const { build } = await import('esbuild');
  const bundled = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'ts' },
    ...{ bundle: true, write: false, platform: 'node', format: 'esm', logLevel: 'silent', external: ['esbuild'] },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { PATH: process.env.PATH, START: JSON.stringify(mock.start) },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(bundled.outputFiles[0]?.text);
  expect(await new Promise(done => child.once('exit', done))).toBe(0);
  await expect.poll(() => processesOf(mock.session)).toEqual([]);
});

function childrenOf(pid: number): readonly number[] {
  return readdirPids().filter(one => parentOf(one) === pid);
}

function readdirPids(): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

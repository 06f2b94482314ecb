import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Lane, Worker } from '../../src/domain/lane/lane.js';
import { logBytes } from '../support/storeFiles.js';
import { answer, finished, run, start, storeOf, until, userNode } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';

const actor = 'ada';
const pids: number[] = [];

afterEach(async () => {
  const left = pids.splice(0);
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
  // What watched a program writes down its end, in a folder that goes next.
  await until('nothing of a worker is left', () => !left.some(alive));
});

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Starts a script of Node.js as the worker of a lane, beating five times a second; its pid. */
async function begin(repository: string, lane: string, script: string): Promise<number> {
  const words = ['worker', 'start', lane, '--every', '0.2', '--json', '--', userNode, '-e', script];
  const { stdout, stderr } = await run(words, { cwd: repository, actor });
  expect(stderr).toBe('');
  const { worker } = (JSON.parse(stdout) as { data: Lane }).data;
  const pid = worker?.program?.pid ?? 0;
  pids.push(pid, ...watchers(repository));
  expect(alive(pid)).toBe(true);
  return pid;
}

/** The processes of Stateroom that watch programs in a repository's lanes. */
function watchers(repository: string): number[] {
  const folder = join(storeOf(repository), 'runs');
  return readdirSync(folder).map(name => {
    const { watcher } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { watcher: string };
    return (JSON.parse(watcher) as { pid: number }).pid;
  });
}

async function show(repository: string, lane: string): Promise<Worker> {
  return ((await answer(['worker', 'show', lane], { cwd: repository })) as unknown as Lane).worker as Worker;
}

async function untilLife(repository: string, lane: string, level: string): Promise<Worker> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const worker = await show(repository, lane);
    if (worker.liveness === level) return worker;
    if (Date.now() > deadline) throw new Error(`${lane} never was ${level}: it is ${worker.liveness}.`);
  }
}

describe('a program that was started as a worker', () => {
  it('beats while its loop is blocked, not while it is stopped, and is dead when it is killed', async () => {
    const repository = makeLaneRepository();
    await spawnLane(repository, 'login');
    const pid = await begin(repository, 'login', 'for (;;);');
    const written = logBytes(storeOf(repository));
    const { lastBeatAt } = await show(repository, 'login');
    // Ten beats of a process that never comes round to anything.
    let last = lastBeatAt;
    for (let heartbeats = 0; heartbeats < 10; ) {
      const worker = await show(repository, 'login');
      // On a busy machine a heartbeat may come late.
      expect(['ok', 'WARN']).toContain(worker.liveness);
      if (worker.lastBeatAt !== last) heartbeats += 1;
      last = worker.lastBeatAt;
    }
    await untilLife(repository, 'login', 'ok');
    expect(logBytes(storeOf(repository))).toBe(written);
    process.kill(pid, 'SIGSTOP');
    expect((await untilLife(repository, 'login', 'STALE')).trouble).toEqual({
      reason: `Its process ${pid} was suspended (as with Ctrl+Z).`,
      next: `Resume it: \`kill -CONT ${pid}\`.`,
    });
    process.kill(pid, 'SIGCONT');
    await untilLife(repository, 'login', 'ok');
    process.kill(pid, 'SIGKILL');
    expect(await untilLife(repository, 'login', 'DEAD')).toMatchObject({
      state: 'WORKING',
      trouble: { reason: 'Its program was killed by SIGKILL.' },
      program: { pid, exitCode: null },
    });
  });

  it('is dead when it is killed together with its watcher, whoever has its pid then', async () => {
    const repository = makeLaneRepository();
    await spawnLane(repository, 'login');
    const pid = await begin(repository, 'login', 'setInterval(() => {}, 1000)');
    const file = join(storeOf(repository), 'runs', 'login.1.json');
    const noted = JSON.parse(readFileSync(file, 'utf8')) as { watcher: string; program: string };
    const { pid: watcher } = JSON.parse(noted.watcher) as { pid: number };
    process.kill(watcher, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    await until('both are gone', () => !alive(pid) && !alive(watcher));
    const reason = `Its program, process ${pid}, ended without an exit code: it was killed, or the machine was restarted.`;
    expect((await untilLife(repository, 'login', 'DEAD')).trouble?.reason).toBe(reason);
    // The system gives its pid to someone else: this test.
    const program = { ...(JSON.parse(noted.program) as object), pid: process.pid };
    writeFileSync(file, JSON.stringify({ ...noted, program: JSON.stringify(program) }));
    expect(await show(repository, 'login')).toMatchObject({ liveness: 'DEAD', trouble: { reason } });
    // It can be started again.
    const next = await begin(repository, 'login', 'setInterval(() => {}, 1000)');
    expect(await show(repository, 'login')).toMatchObject({ liveness: 'ok', program: { pid: next } });
    expect(readdirSync(join(storeOf(repository), 'runs'))).toEqual(['login.2.json']);
  });

  it('is started once, however often that is said, and ends with its watcher', async () => {
    const repository = makeLaneRepository();
    await spawnLane(repository, 'login');
    const pid = await begin(repository, 'login', 'setInterval(() => {}, 1000)');
    const words = ['worker', 'start', 'login', '--json', '--', userNode, '-e', ''];
    expect(JSON.parse((await run(words, { cwd: repository, actor })).stdout)).toMatchObject({
      data: { worker: { state: 'WORKING', agent: 'node-login', program: { pid } } },
    });
    const { events } = (await answer(['events', 'tail'], { cwd: repository })) as { events: { type: string }[] };
    expect(events.filter(({ type }) => type === 'worker_started')).toHaveLength(1);
    const noted = JSON.parse(readFileSync(join(storeOf(repository), 'runs', 'login.1.json'), 'utf8'));
    process.kill((JSON.parse(noted.watcher) as { pid: number }).pid, 'SIGTERM');
    await until('the program has ended', () => !alive(pid));
    expect((await untilLife(repository, 'login', 'DEAD')).trouble?.reason).toBe(
      'Its program was stopped with its watcher.',
    );
  });

  it('hands its work in by itself, and its log can be followed to the end', async () => {
    const repository = makeLaneRepository();
    const { worktreePath } = await spawnLane(repository, 'login');
    const script = [
      'const { execFileSync: run } = require("child_process");',
      'console.log("token=ghp_abcdefghijklmnopqrstuvwxyz0123456789");',
      'setTimeout(() => {',
      '  require("fs").writeFileSync("login.ts", "export {};\\n");',
      '  for (const words of [["add", "."], ["commit", "-q", "-m", "Limit"]]) run("git", words);',
      '  console.log(String(run("stateroom", ["worker", "done", "--quiet"])));',
      '}, 500);',
    ].join('\n');
    await begin(repository, 'login', script);
    const followed = await finished(start(['worker', 'logs', 'login', '--follow'], { cwd: repository }));
    expect(followed).toMatchObject({ code: 0, stderr: '' });
    expect(followed.stdout.split('\n').slice(-5)).toEqual([
      'token=[redacted]',
      'L-1',
      '',
      expect.stringMatching(/^── \S+ ended with exit code 0$/),
      '',
    ]);
    expect(await show(repository, 'login')).toMatchObject({ state: 'IN_REVIEW', liveness: 'none', trouble: null });
    expect(readdirSync(worktreePath)).toContain('login.ts');
  });

  it('that runs in a terminal is watched by its pid', async () => {
    const repository = makeLaneRepository();
    const { worktreePath: cwd } = await spawnLane(repository, 'login');
    await answer(['worker', 'start'], { cwd, actor });
    const child = start(['mcp'], { cwd: repository });
    const watching = start(['worker', 'heartbeat', '--watch', String(child.pid), '--every', '0.1', '--json'], {
      cwd,
      actor,
    });
    const ended = finished(watching);
    await until('it beats', () =>
      readdirSync(join(storeOf(repository), 'workers')).some(name => name.endsWith('.100')),
    );
    child.kill('SIGKILL');
    expect(JSON.parse((await ended).stdout)).toMatchObject({ data: { lane: 'login', state: 'WORKING', ended: true } });
  });

  it('shows in a status that is watched, anew with each change', async () => {
    const repository = makeLaneRepository();
    await spawnLane(repository, 'login');
    const watching = start(['worker', 'status', '--watch', '--json'], { cwd: repository });
    const ended = finished(watching);
    let lines = 0;
    watching.stdout.on('data', text => {
      lines += String(text).split('\n').length - 1;
    });
    await until('it is shown', () => lines === 1);
    await answer(['worker', 'start', 'login'], { cwd: repository, actor });
    await until('it is shown anew', () => lines === 2);
    await answer(['worker', 'heartbeat', 'login', '--every', '0.05'], { cwd: repository, actor });
    await until('it is shown dead', () => lines >= 3);
    watching.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    const shown = stdout
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { workers: Lane[] }).workers[0]?.worker);
    expect(shown.slice(0, 2)).toMatchObject([{ state: 'ASSIGNED' }, { state: 'WORKING', liveness: 'ok' }]);
    expect(shown[2]?.liveness).not.toBe('ok');
    const text = await run(['worker', 'status'], { cwd: repository });
    expect(text.stdout).toMatch(/\n\n(warn|stale|dead) login: Its heartbeats have stopped\.\n {2}Check its terminal/);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, git, makeDirectory, makeRepository, run, storeOf, writeIn } from './cliRig.js';
import { laneTraces, makeLaneRepository, spawnLane } from './laneRig.js';
import { dieAfter } from './version010/dieAfter.js';
import { expectTooNew, installedVersion010 } from './version010/installedVersion010.js';

const old = installedVersion010();
const { cli: program } = old;

describe('a writer of 0.1.0 that is killed leaves a store in which this version goes on', () => {
  it.each([
    ['with the lock taken', ['queue', 'add', 'Lost'], /^link \S+ \S+stateroom.lock $/],
    ['with a generation begun', ['store', 'compact'], /^rename \S+ \S+journal[.]00000002[.]log $/],
  ])('%s', async (_when, words, call) => {
    const cwd = makeRepository();
    await answer(['queue', 'add', 'Before'], { cwd, actor: 'ada', program });
    const env = dieAfter(makeDirectory(), call);
    expect((await run(words, { cwd, actor: 'ada', program, env })).signal).toBe('SIGKILL');
    await answer(['queue', 'add', 'After'], { cwd, actor: 'ada' });
    await answer(['store', 'compact'], { cwd, actor: 'ada' });
    expect(await answer(['queue', 'list'], { cwd })).toMatchObject({
      items: [{ title: 'After' }, { title: 'Before' }],
    });
    expect(await answer(['store', 'check'], { cwd })).toMatchObject({ ok: true, problems: [] });
    expect(readdirSync(storeOf(cwd))).not.toContain('lock');
    await expectTooNew(cwd, old);
  });
});

describe('a spawner of 0.1.0 that is killed is recovered', () => {
  it.each([
    ['fetch', 'before anything is made'],
    ['branch', 'before the branch is made'],
    ['worktree', 'when the branch is made'],
    ['context', 'when the worktree is made'],
    ['kit', 'when it has its context'],
    ['row', 'when it has all its files'],
  ])('at the step %s, %s', async step => {
    const repository = makeLaneRepository();
    const env = dieAfter(makeDirectory(), new RegExp(`journeys.login[.]json .*"step":"${step}"`));
    const killed = await run(['worker', 'spawn', 'login'], { cwd: repository, actor: 'ada', program, env });
    expect(killed.signal).toBe('SIGKILL');
    expect(laneTraces(repository).intentLogs).toContain('login.json');
    expect(await answer(['lane', 'repair'], { cwd: repository, actor: 'ada' })).toMatchObject({
      settled: [{ lane: 'login', outcome: 'undone', notes: [] }],
    });
    expect(laneTraces(repository)).toEqual({ branches: ['main'], records: [], folders: [], intentLogs: [] });
    await spawnLane(repository, 'login', [], { actor: 'ada' });
  });

  it('in a worktree that was there before, which stays without our files', async () => {
    const repository = makeLaneRepository();
    const made = `${repository}.worktrees/login`;
    git(repository, 'worktree', 'add', '-q', '-b', 'feature/login', made);
    const env = dieAfter(makeDirectory(), /journeys.login[.]json .*"step":"row"/);
    const killed = await run(['lane', 'adopt', made], { cwd: repository, actor: 'ada', program, env });
    expect(killed.signal).toBe('SIGKILL');
    expect(readdirSync(made).sort()).toEqual(['.env.stateroom', '.git', '.worker-ctx.json']);
    expect(await answer(['lane', 'repair'], { cwd: repository, actor: 'ada' })).toMatchObject({
      settled: [{ lane: 'login', outcome: 'undone', notes: [] }],
    });
    expect(readdirSync(made)).toEqual(['.git']);
    expect(laneTraces(repository)).toEqual({
      branches: ['feature/login', 'main'],
      records: ['login'],
      folders: ['login'],
      intentLogs: [],
    });
  });
});

describe('who closes a lane with 0.1.0 and is killed leaves what is recovered', () => {
  it.each([
    ['before all is kept', /journeys.login[.]json .*"kept":null/, 'undone'],
    ['once all is kept', /journeys.login[.]json .*"kept":[{]/, 'finished'],
    ['once the folder is gone', /^(?:rm|rmdir) \S+login[.]removed-[0-9a-f]{8} $/, 'finished'],
  ] as const)('%s', async (_when, call, outcome) => {
    const repository = makeLaneRepository();
    writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Allow');
    git(repository, 'push', '-q', 'origin', 'main');
    const { worktreePath } = await spawnLane(repository, 'login', ['--no-fetch'], { actor: 'ada', program });
    writeIn(worktreePath, 'half.txt', 'Half of it.\n');
    const killed = await run(['worker', 'cancel', 'login'], {
      cwd: repository,
      actor: 'ada',
      program,
      env: dieAfter(makeDirectory(), call),
    });
    expect(killed.signal).toBe('SIGKILL');
    const repaired = await answer(['lane', 'repair'], { cwd: repository, actor: 'ada' });
    expect(repaired).toMatchObject({ settled: [{ lane: 'login', outcome }], missing: [] });
    expect(laneTraces(repository).intentLogs).toEqual([]);
    if (outcome === 'finished') {
      expect(laneTraces(repository)).toMatchObject({ records: [], folders: [] });
      await answer(['worker', 'restore', 'login'], { cwd: repository, actor: 'ada' });
    }
    expect(readFileSync(join(worktreePath, 'half.txt'), 'utf8')).toBe('Half of it.\n');
  });
});

describe('who merges a lane with 0.1.0 and is killed', () => {
  it('once its folder may go leaves what is recovered', async () => {
    const repository = makeLaneRepository();
    writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Allow');
    git(repository, 'push', '-q', 'origin', 'main');
    const { worktreePath } = await spawnLane(repository, 'login', ['--no-fetch'], { actor: 'ada', program });
    // Agents are distinguished by their sessions.
    const by = (actor: string, env = {}) => ({ actor, program, env: { CODEX_SESSION_ID: actor, ...env } });
    await answer(['worker', 'start'], { cwd: worktreePath, ...by('bob') });
    writeIn(worktreePath, 'src/login.ts', 'export {};\n');
    await answer(['worker', 'commit', 'Limit'], { cwd: worktreePath, ...by('bob') });
    await answer(['worker', 'done'], { cwd: worktreePath, ...by('bob') });
    await answer(['worker', 'approve', 'login'], { cwd: repository, ...by('rita') });
    const die = dieAfter(makeDirectory(), /journeys.login[.]json .*"kept":[{]/);
    const killed = await run(['worker', 'merge', 'login'], { cwd: repository, ...by('rita', die) });
    expect(killed.signal).toBe('SIGKILL');
    expect(git(repository, 'ls-tree', '-r', '--name-only', 'main')).toContain('src/login.ts\n');
    const repaired = await answer(['lane', 'repair'], { cwd: repository, actor: 'ada' });
    expect(repaired).toMatchObject({ settled: [{ lane: 'login', outcome: 'finished' }], missing: [] });
    expect(await answer(['lane', 'show', 'login'], { cwd: repository })).toMatchObject({
      status: 'merged',
      worker: { state: 'COMPLETED' },
    });
    expect(laneTraces(repository)).toMatchObject({ records: [], folders: [], intentLogs: [] });
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, git, missingTerminal, programFile, run, runOnTerminal, userNode, writeIn } from './cliRig.js';
import { laneTraces, makeLaneRepository, spawnLane } from './laneRig.js';
import { expectTooNew, installedVersion010 } from './version010/installedVersion010.js';

const old = installedVersion010();
/** What a person at a terminal is answered. */
async function person(program: string, cwd: string, ...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await runOnTerminal([...words, '--json'], { cwd, program });
  const said = JSON.parse(stdout.split('\n')[0] ?? '') as { ok: boolean; data: Record<string, unknown> };
  if (!said.ok) throw new Error(`${words.join(' ')}: ${stdout}`);
  return said.data;
}

describe.skipIf(missingTerminal !== undefined)('a lane that 0.1.0 opened', () => {
  it('and worked in is reviewed, merged and closed', async () => {
    const repository = makeLaneRepository();
    const { worktreePath } = await spawnLane(repository, 'login', ['--no-fetch', '--owns', 'src/**'], {
      actor: 'ada',
      program: old.cli,
    });
    const agent = (program: string, ...words: string[]) => answer(words, { cwd: worktreePath, actor: 'bob', program });
    expect(await agent(old.cli, 'worker', 'start')).toMatchObject({ lane: 'login', state: 'WORKING' });
    expect(await agent(old.cli, 'worker', 'heartbeat', '--every', '60')).toMatchObject({ state: 'WORKING' });
    const words = ['worker', 'run', 'login', '--', userNode, '-e', 'console.log("seven")'];
    expect((await run(words, { cwd: worktreePath, actor: 'bob', program: old.cli })).code).toBe(0);
    writeIn(worktreePath, 'src/login.ts', 'export {};\n');
    expect(await agent(old.cli, 'worker', 'commit', 'Limit')).toMatchObject({ files: ['src/login.ts'] });
    expect(await agent(old.cli, 'worker', 'done')).toMatchObject({ state: 'IN_REVIEW' });

    expect(await agent(programFile, 'worker', 'logs')).toMatchObject({
      text: expect.stringContaining('seven\n'),
      running: false,
    });
    expect(await person(programFile, repository, 'worker', 'request-changes', 'login', '-m', 'Test it')).toMatchObject({
      state: 'WORKING',
    });
    await expectTooNew(worktreePath, old);
    writeIn(worktreePath, 'src/login.spec.ts', 'export {};\n');
    await agent(programFile, 'worker', 'commit', 'Test');
    expect(await agent(programFile, 'worker', 'done')).toMatchObject({ state: 'IN_REVIEW' });
    expect(await person(programFile, repository, 'worker', 'approve', 'login')).toMatchObject({ state: 'APPROVED' });
    expect(await person(programFile, repository, 'worker', 'merge', 'login')).toMatchObject({
      state: 'COMPLETED',
      status: 'merged',
      into: 'main',
    });
    expect(git(repository, 'ls-tree', '-r', '--name-only', 'main')).toBe('src/login.spec.ts\nsrc/login.ts\n');
    expect(laneTraces(repository)).toMatchObject({ records: [], folders: [], intentLogs: [] });
  });

  it('and cancelled is restored and closed', async () => {
    const repository = makeLaneRepository();
    const { worktreePath } = await spawnLane(repository, 'login', ['--no-fetch'], { actor: 'ada', program: old.cli });
    writeIn(worktreePath, 'half.txt', 'Half of it.\n');
    // Kept next to the store, not in git.
    writeIn(worktreePath, '.env', 'TOKEN=1234\n');
    expect(await person(old.cli, repository, 'worker', 'cancel', 'login')).toMatchObject({ status: 'closed' });
    expect(existsSync(worktreePath)).toBe(false);

    expect(await person(programFile, repository, 'worker', 'restore', 'login')).toMatchObject({ status: 'active' });
    expect(readFileSync(join(worktreePath, 'half.txt'), 'utf8')).toBe('Half of it.\n');
    expect(readFileSync(join(worktreePath, '.env'), 'utf8')).toBe('TOKEN=1234\n');
    await expectTooNew(worktreePath, old);
    expect(await person(programFile, repository, 'lane', 'close', 'login', '--reason', 'abandoned')).toMatchObject({
      closeReason: 'abandoned',
    });
    expect(await answer(['lane', 'rescue', 'list'], { cwd: repository })).toMatchObject({
      rescues: [
        { lane: 'login', secrets: 1 },
        { lane: 'login', secrets: 1 },
      ],
    });
  });
});

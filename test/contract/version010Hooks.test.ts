import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answer,
  cleanEnvironment,
  git,
  missingTerminal,
  programFile,
  run,
  runOnTerminal,
  storeOf,
  writeIn,
} from './cliRig.js';
import { makeLaneRepository } from './laneRig.js';
import { expectTooNew, installedVersion010 } from './version010/installedVersion010.js';

const { cli: old } = installedVersion010();
/** That of someone else at the same repository. */
const another = installedVersion010();

/** Runs git as a person would; its exit code and what its hooks said. */
function act(repository: string, ...words: string[]) {
  const { status, stderr } = spawnSync('git', words, {
    cwd: repository,
    env: cleanEnvironment({ STATEROOM_ACTOR: 'Ann' }),
    encoding: 'utf8',
    timeout: 200_000,
    input: '',
  });
  return { status, stderr };
}

/** The hooks that git runs, by name, and the program that they start. */
function hooksOf(repository: string) {
  const folder = git(repository, 'config', 'core.hooksPath').trim();
  const names = readdirSync(folder).sort();
  const shim = readFileSync(join(storeOf(repository), 'bin', 'stateroom'), 'utf8');
  return {
    texts: Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name), 'utf8')])),
    program: /^program='(.*)'$/m.exec(shim)?.[1],
  };
}

interface HooksStatus {
  readonly complete: boolean;
  readonly hooks: readonly { readonly name: string; readonly installed: boolean }[];
}

async function install(repository: string, program: string): Promise<unknown> {
  const { stdout } = await runOnTerminal(['hooks', 'install', '--json'], { cwd: repository, program });
  return JSON.parse(stdout.split('\n')[0] ?? '');
}

describe.skipIf(missingTerminal !== undefined)('hooks that 0.1.0 installed', () => {
  it('gate commits and pushes, with its program while it is there, and once it is gone with this one, which updates them', async () => {
    const repository = makeLaneRepository();
    expect(await install(repository, old)).toMatchObject({ ok: true, data: { complete: true, changed: true } });
    const installed = hooksOf(repository);
    expect(installed.program).toBe(old);
    writeIn(repository, 'src/a.ts', 'export {};\n');
    git(repository, 'add', '.');
    const onMain = act(repository, 'commit', '-m', 'Code');
    expect(onMain.stderr).toContain('stateroom: main is protected, and this commit changes code: src/a.ts.');
    expect(onMain.status).toBe(1);

    const ann = { cwd: repository, actor: 'Ann', program: old };
    await answer(['task', 'start', 'Limit the rate', '--here', '--ref', 'limit-1'], ann);
    expect(act(repository, 'commit', '-m', 'Work').status).toBe(0);
    const { task } = (await answer(['task', 'show', 'T-1'], ann)) as { task: { revision: number } };
    await answer(['task', 'update', '--status', 'review', '--revision', String(task.revision)], ann);
    const push = () => act(repository, 'push', 'origin', 'feature/limit-1');
    expect(push().stderr).toContain('stateroom: the push is refused:');
    expect(push().status).toBe(1);
    expect(hooksOf(repository)).toEqual(installed);

    // This version has one more. It takes the store over, which the hooks tell of as long as they start the program of before.
    const { complete, hooks } = (await answer(['hooks', 'status'], { cwd: repository })) as unknown as HooksStatus;
    const missing = hooks.filter(({ installed }) => !installed).map(({ name }) => name);
    expect({ complete, missing }).toEqual({ complete: false, missing: ['commit-msg'] });

    await expectTooNew(repository, another);
    expect(push().stderr).toContain('The store was written by a newer Stateroom');

    // As an update of the extension removes the version before.
    rmSync(dirname(dirname(old)), { recursive: true });
    expect(push().stderr).toContain(`stateroom: the program has moved from ${old}.`);
    expect(await install(repository, programFile)).toMatchObject({ ok: true, data: { complete: true, changed: true } });
    const updated = hooksOf(repository);
    expect(Object.keys(updated.texts)).toEqual(Object.keys(installed.texts));
    expect(updated.texts['pre-commit']).toContain(
      'removed by “stateroom hooks uninstall”. Changes here are overwritten.',
    );
    expect(updated.program).toBe(programFile);
    expect(push().stderr).toContain('  No passing evidence for this tree.\n');
    expect(push().status).toBe(1);
    expect((await run(['evidence', 'run', '--', 'true'], { ...ann, program: programFile })).code).toBe(0);
    const passed = push();
    expect(passed.stderr).not.toContain('stateroom:');
    expect(passed.status).toBe(0);
  });
});

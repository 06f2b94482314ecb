import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureToolPackage } from '../../build/toolPackage.mjs';
import {
  answer,
  cleanEnvironment,
  git,
  makeDirectory,
  makeRepository,
  runOnTerminal,
  userNode,
  writeIn,
} from './cliRig.js';

/** Where husky and lefthook are installed; a sentence when they cannot be had. */
let tools: { readonly folder: string } | { readonly reason: string };
beforeAll(async () => {
  try {
    tools = { folder: await ensureToolPackage('hook-managers', join(import.meta.dirname, 'hookManagers')) };
  } catch (error) {
    tools = { reason: `husky and lefthook could not be installed from npm: ${String(error).split('\n')[0]}` };
  }
}, 300_000);

const python = process.env.STATEROOM_PRE_COMMIT ?? 'pre-commit';
const missingPreCommit =
  spawnSync(python, ['--version']).status === 0 ? undefined : 'there is no pre-commit; install it with pip';

interface Outcome {
  readonly status: number | null;
  readonly said: string;
}

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const bin = 'folder' in tools ? join(tools.folder, 'node_modules', '.bin') : '';
  return cleanEnvironment({
    STATEROOM_ACTOR: 'Ann',
    PATH: [bin, dirname(userNode), dirname(python), process.env.PATH ?? ''].join(delimiter),
    ...more,
  });
}

function act(directory: string, words: readonly string[], program = 'git'): Outcome {
  const { status, stdout, stderr, error } = spawnSync(program, [...words], {
    cwd: directory,
    env: environment(),
    encoding: 'utf8',
    timeout: 200_000,
    input: '',
  });
  if (error !== undefined) throw error;
  return { status, said: `${stdout}${stderr}` };
}

async function hooks(verb: string, repository: string): Promise<{ code: number | null; said: string }> {
  const { code, stdout } = await runOnTerminal(['hooks', verb], { cwd: repository, actor: 'Ann', columns: 200 });
  return { code, said: stdout };
}

/**
 * A commit of code on main is refused, one on a branch passes, its files are noted, and its push is advised upon; the
 * remote.
 */
async function seeThemWork(repository: string): Promise<string> {
  writeIn(repository, 'src/a.ts', 'export {};\n');
  git(repository, 'add', '.');
  const refused = act(repository, ['commit', '-m', 'Code']);
  expect(refused.status).toBe(1);
  expect(refused.said).toContain('main is protected, and this commit changes code: src/a.ts');
  await answer(['task', 'start', 'Limit the rate', '--here'], { cwd: repository, actor: 'Ann' });
  const committed = act(repository, ['commit', '-m', 'Code']);
  expect(committed.status, committed.said).toBe(0);
  const { events } = await answer(['events', 'tail', '--type', 'files_touched'], { cwd: repository });
  expect(events).toHaveLength(1);
  const remote = join(makeDirectory(), 'remote.git');
  git(repository, 'init', '-q', '--bare', remote);
  const pushed = act(repository, ['push', remote, 'HEAD']);
  expect(pushed.status, pushed.said).toBe(0);
  expect(pushed.said).toContain('does not pass the gate review-ready yet: No passing evidence for this tree.');
  return remote;
}

describe('beside husky', () => {
  it('the hooks are lines in its scripts, which go without a trace', async context => {
    if ('reason' in tools) return context.skip(tools.reason);
    const repository = makeRepository();
    writeIn(repository, 'package.json', '{"name":"sample"}\n');
    writeIn(repository, '.husky/pre-commit', 'echo "husky runs this"');
    act(repository, [], 'husky');
    git(repository, 'add', '.');
    git(repository, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Use husky');
    expect(git(repository, 'config', 'core.hooksPath').trim()).toBe('.husky/_');

    expect(await hooks('install', repository)).toMatchObject({ code: 0 });
    expect((await hooks('install', repository)).said).toContain(
      'Nothing changed. All hooks are installed, alongside husky.',
    );
    expect(git(repository, 'config', 'core.hooksPath').trim()).toBe('.husky/_');
    expect(readFileSync(join(repository, '.husky', 'pre-commit'), 'utf8')).toMatch(
      /^# Written by[\s\S]*\necho "husky runs this"$/,
    );
    expect((await hooks('status', repository)).said).toContain('Git ran each of them here for a trial.');
    git(repository, 'add', '.');
    git(repository, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Use the hooks');
    await seeThemWork(repository);

    await hooks('uninstall', repository);
    expect(readFileSync(join(repository, '.husky', 'pre-commit'), 'utf8')).toBe('echo "husky runs this"');
    expect(existsSync(join(repository, '.husky', 'pre-push'))).toBe(false);
    expect(git(repository, 'config', 'core.hooksPath').trim()).toBe('.husky/_');
  });
});

describe('beside lefthook', () => {
  it('the hooks are told to a person, who adds them', async context => {
    if ('reason' in tools) return context.skip(tools.reason);
    const repository = makeRepository();
    const config = writeIn(
      repository,
      'lefthook.yml',
      'prepare-commit-msg:\n  commands:\n    look:\n      run: echo "lefthook runs this"\n',
    );
    const before = readFileSync(config, 'utf8');
    expect(act(repository, ['install'], 'lefthook').status).toBe(0);
    const told = await hooks('install', repository);
    expect(told.code).toBe(1);
    expect(told.said).toContain('Add to lefthook.yml:');
    expect(readFileSync(config, 'utf8')).toBe(before);

    const { toDo } = (await answer(['hooks', 'status'], { cwd: repository })) as {
      toDo: readonly { readonly text: string }[];
    };
    for (const { text } of toDo) appendFileSync(config, text);
    const installed = act(repository, ['install'], 'lefthook');
    expect(installed.status, installed.said).toBe(0);
    expect((await hooks('install', repository)).said).toContain('All hooks are installed, alongside lefthook.');
    git(repository, 'add', '.');
    git(repository, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Use the hooks');
    await seeThemWork(repository);
    expect(act(repository, ['commit', '--allow-empty', '-m', 'Again']).said).toContain('lefthook runs this');
    writeFileSync(config, readFileSync(config, 'utf8').replace(/^commit-msg:\n(?: .*\n)+/m, ''));
    expect(await answer(['hooks', 'status'], { cwd: repository })).toMatchObject({
      toDo: [{ file: 'lefthook.yml', text: expect.stringMatching(/^commit-msg:\n(?: .*\n)+$/) }],
    });
  });
});

describe('beside pre-commit', () => {
  it('the hooks stand where it runs what was there before itself', async context => {
    if (missingPreCommit !== undefined) return context.skip(missingPreCommit);
    const repository = makeRepository();
    const config =
      'repos:\n- repo: local\n  hooks:\n  - id: look\n    name: look\n    entry: echo pre-commit runs this\n    language: system\n    always_run: true\n    verbose: true\n';
    writeFileSync(join(repository, '.pre-commit-config.yaml'), config);
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Use pre-commit');
    execFileSync(python, ['install'], { cwd: repository, env: environment({ HOME: makeDirectory() }) });
    const theirs = readFileSync(join(repository, '.git', 'hooks', 'pre-commit'), 'utf8');

    const installed = await hooks('install', repository);
    expect(installed.said).toContain('All hooks are installed, alongside pre-commit.');
    expect(readFileSync(join(repository, '.git', 'hooks', 'pre-commit'), 'utf8')).toBe(theirs);
    const remote = await seeThemWork(repository);
    expect(act(repository, ['commit', '--allow-empty', '-m', 'Again']).said).toContain('pre-commit runs this');
    // It takes over a hook of ours without losing it.
    execFileSync(python, ['install', '-t', 'pre-push'], { cwd: repository, env: environment() });
    expect(act(repository, ['push', remote, 'HEAD']).said).toContain('does not pass the gate review-ready yet');
    expect((await hooks('status', repository)).said).toContain('All hooks are installed, alongside pre-commit.');

    await hooks('uninstall', repository);
    expect(readFileSync(join(repository, '.git', 'hooks', 'pre-commit'), 'utf8')).toBe(theirs);
    expect(existsSync(join(repository, '.git', 'hooks', 'pre-commit.legacy'))).toBe(false);
  });
});

describe('beside a folder of hooks that is somebody else’s', () => {
  it('the hooks are told to a person, and no file is touched', async () => {
    const repository = makeRepository();
    const script = writeIn(repository, '.githooks/pre-commit', '#!/bin/sh\nexit 0\n');
    chmodSync(script, 0o755);
    git(repository, 'config', 'core.hooksPath', '.githooks');
    const told = await hooks('install', repository);
    expect(told.code).toBe(1);
    expect(told.said).toContain(`Add to ${script}:`);
    expect(readFileSync(script, 'utf8')).toBe('#!/bin/sh\nexit 0\n');
    const { toDo } = (await answer(['hooks', 'status'], { cwd: repository })) as {
      toDo: readonly { readonly file: string; readonly text: string }[];
    };
    for (const { file, text } of toDo) {
      writeFileSync(file, `#!/bin/sh\n${text}`);
      chmodSync(file, 0o755);
    }
    expect(await hooks('install', repository)).toMatchObject({ code: 0 });
    git(repository, 'add', '.');
    git(repository, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'Use the hooks');
    await seeThemWork(repository);
  });
});

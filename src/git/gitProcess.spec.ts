import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GitProcess } from './gitProcess.js';

const environment = { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
let home = '';
let repository = '';
/** Empty while git makes the worktree `half`. */
let halfFile = '';

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-git-')));
  repository = join(home, 'shop');
  halfFile = join(repository, '.git', 'worktrees', 'half', 'commondir');
  mkdirSync(repository);
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
  const git = (...words: string[]) =>
    execFileSync('git', [...identity, ...words], { cwd: repository, env: environment, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  git('commit', '-q', '--allow-empty', '-m', 'Begin');
  git('worktree', 'add', '-q', '-b', 'half', join(home, 'half'));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A `git` at whose second start the worktree `half` is complete. */
function gitOfSecondStart(name: string): Record<string, string> {
  const folder = join(home, name);
  mkdirSync(folder);
  const script = `#!/bin/sh
PATH='${environment.PATH}'
if [ -e '${folder}/begun' ]; then echo ../.. > '${halfFile}'; fi
touch '${folder}/begun'
exec git "$@"
`;
  writeFileSync(join(folder, 'git'), script);
  chmodSync(join(folder, 'git'), 0o755);
  return { ...environment, PATH: `${folder}:${environment.PATH}` };
}

// Git names the file from the folder that it is in: with and without anything before `worktrees`.
it.each([
  ['the top folder', '.', 'top'],
  ['.git', '.git', 'inside'],
])('adds a worktree from %s while another process is adding one', async (_, from, name) => {
  const directory = join(repository, from);
  await new GitProcess(directory, environment).run(['branch', name]);
  writeFileSync(halfFile, '');
  const git = new GitProcess(directory, gitOfSecondStart(name));
  await git.run(['worktree', 'add', '--quiet', '--', join(home, `${name}-tree`), name]);
  expect(await git.text(['worktree', 'list', '--porcelain'])).toContain(`branch refs/heads/${name}\n`);
});

it('gives up where a worktree stays as it is', async () => {
  const git = new GitProcess(join(repository, '.git'), environment);
  writeFileSync(halfFile, '');
  await expect(git.run(['worktree', 'list'])).rejects.toThrow(
    'git worktree failed with exit code 128: fatal: failed to read worktrees/half/commondir',
  );
});

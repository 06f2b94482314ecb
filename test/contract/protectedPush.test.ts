import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentLog, flip } from '../support/storeFiles.js';
import {
  answer,
  cleanEnvironment,
  git,
  makeDirectory,
  makeRepository,
  run,
  runOnTerminal,
  storeOf,
  writeIn,
} from './cliRig.js';

/** Pushes as a person would; what git and its hooks said. */
function push(repository: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stderr, error } = spawnSync('git', ['push', ...words], {
    cwd: repository,
    env: cleanEnvironment({ STATEROOM_ACTOR: 'Ann', ...env }),
    encoding: 'utf8',
    timeout: 200_000,
    input: '',
  });
  if (error !== undefined) throw error;
  return { status, stderr };
}

const notReady = 'stateroom: push refused: T-1 (fix-1) does not pass the gate close-check.';

/** Main with these settings is at the remote, the hooks are in place, and `feature/fix-1` has one commit and no proof. */
async function repositoryWithTask(settings: object = {}): Promise<string> {
  const repository = makeRepository();
  const config = { gate: { commands: ['npm test'], push: 'review' }, ...settings };
  writeIn(repository, '.stateroom/config.json', JSON.stringify(config));
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'Agree');
  const remote = join(makeDirectory(), 'remote.git');
  git(repository, 'init', '-q', '--bare', remote);
  git(repository, 'remote', 'add', 'origin', remote);
  git(repository, 'push', '-q', 'origin', 'main');
  const { code } = await runOnTerminal(['hooks', 'install'], { cwd: repository, actor: 'Ann' });
  expect(code).toBe(0);
  await answer(['task', 'start', 'Fix it', '--here', '--ref', 'fix-1'], { cwd: repository, actor: 'Ann' });
  writeIn(repository, 'src/a.ts', 'export {};\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'two words');
  return repository;
}

async function toReview(repository: string): Promise<void> {
  const { task } = (await answer(['task', 'show', 'T-1'], { cwd: repository })) as { task: { revision: number } };
  const words = ['task', 'update', '--status', 'review', '--revision', String(task.revision)];
  await answer(words, { cwd: repository, actor: 'Ann' });
}

describe('a push to a protected branch', () => {
  it('is judged by the work that is in it, whatever that is called', async () => {
    const repository = await repositoryWithTask();
    await toReview(repository);
    const branch = git(repository, 'branch', '--show-current').trim();
    const refused = (...words: string[]) => {
      const { status, stderr } = push(repository, words);
      expect(stderr, words.join(' ')).toContain(notReady);
      expect(status).toBe(1);
    };
    refused('origin', `${branch}:main`);
    git(repository, 'branch', 'other');
    refused('origin', 'other:main');
    refused('origin', 'HEAD^{/two words}:refs/heads/main');
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'More');
    refused('origin', 'HEAD~1:refs/heads/main');
    git(repository, 'switch', '-q', '--detach');
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'Loose');
    refused('origin', 'HEAD:main');
    git(repository, 'switch', '-q', 'main');
    git(repository, 'merge', '-q', '--ff-only', branch);
    refused('origin', 'main');
    git(repository, 'branch', '-m', branch, 'renamed');
    refused('origin', 'renamed:main');
    const own = push(repository, ['origin', 'renamed']);
    expect(own.stderr).toContain('T-1 (fix-1) does not pass the gate review-ready.');
    expect(own.status).toBe(1);
  });

  it('passes what is older than the task, with one line about what no task covers', async () => {
    const repository = await repositoryWithTask();
    await toReview(repository);
    git(repository, 'switch', '-q', 'main');
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'Words');
    const { status, stderr } = push(repository, ['origin', 'main']);
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('stateroom: no task covers the commit pushed to main.');
  });

  it('is refused where every push has to be covered and no task is', async () => {
    const repository = await repositoryWithTask({ gate: { push: 'always' } });
    git(repository, 'switch', '-q', 'main');
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'Words');
    const { status, stderr } = push(repository, ['origin', 'main']);
    expect(stderr).toContain('stateroom: no task covers the commit pushed to main.');
    expect(status).toBe(1);
  });

  it('is bound by the settings that are there, not by another base or by what is pushed', async () => {
    const repository = await repositoryWithTask();
    git(repository, 'branch', 'loose', 'main');
    git(repository, 'switch', '-q', 'loose');
    writeIn(
      repository,
      '.stateroom/config.json',
      JSON.stringify({ gate: { push: 'advise' }, protect: { branches: [] } }),
    );
    git(repository, 'add', '.');
    git(repository, 'commit', '-q', '-m', 'Loosen');
    git(repository, 'branch', '-f', 'main', 'loose');
    git(repository, 'switch', '-q', 'feature/fix-1');
    await toReview(repository);
    const words = ['task', 'update', '--base', 'loose', '--revision', '2'];
    expect((await runOnTerminal(words, { cwd: repository, actor: 'Ann' })).code).toBe(0);
    const { status, stderr } = push(repository, ['origin', 'feature/fix-1:main']);
    expect(stderr).toContain(notReady);
    expect(stderr).toContain('No passing run of “npm test” for this tree.');
    expect(status).toBe(1);
  });

  it('knows protected branches by globs', async () => {
    const repository = await repositoryWithTask({ protect: { branches: ['main', 'release/*'] } });
    const { status, stderr } = push(repository, ['origin', 'HEAD:refs/heads/release/2']);
    expect(stderr).toContain(notReady);
    expect(status).toBe(1);
  });
});

describe('a task that is over', () => {
  it('lets what was judged pass, and refuses commits after it', async () => {
    const repository = await repositoryWithTask({ gate: {} });
    expect((await run(['evidence', 'run', '--', 'true'], { cwd: repository, actor: 'Ann' })).code).toBe(0);
    await answer(['task', 'finish'], { cwd: repository, actor: 'Ann' });
    git(repository, 'commit', '-q', '--allow-empty', '-m', 'After');
    const refused = push(repository, ['origin', 'feature/fix-1:main']);
    expect(refused.stderr).toContain('stateroom: push refused: T-1 (fix-1) is done.');
    expect(refused.stderr).toContain('feature/fix-1 has commits that were made after T-1 (fix-1) was done.');
    expect(refused.status).toBe(1);
    git(repository, 'reset', '-q', '--hard', 'HEAD~1');
    git(repository, 'switch', '-q', 'main');
    git(repository, 'merge', '-q', '--ff-only', 'feature/fix-1');
    const passed = push(repository, ['origin', 'main']);
    expect(passed.status, passed.stderr).toBe(0);
    expect(passed.stderr).not.toContain('stateroom:');
  });

  it('is judged like a live one when it was put away before it was done', async () => {
    const repository = await repositoryWithTask();
    await answer(['task', 'archive', 'T-1'], { cwd: repository, actor: 'Ann' });
    git(repository, 'switch', '-q', 'main');
    git(repository, 'merge', '-q', '--no-ff', '-m', 'Merge', 'feature/fix-1');
    const { status, stderr } = push(repository, ['origin', 'main']);
    expect(stderr).toContain(notReady);
    expect(stderr).toContain('  T-1 is archived.\n');
    expect(status).toBe(1);
  });
});

describe('a push that cannot be judged is closed', () => {
  it('behind a damage with good records before it', async () => {
    const repository = await repositoryWithTask();
    const log = currentLog(storeOf(repository));
    flip(log, statSync(log).size >> 1);
    const { status, stderr } = push(repository, ['origin', 'feature/fix-1:main']);
    expect(stderr).toContain('stateroom: the push could not be checked: ');
    expect(status).toBe(1);
  });

  it('when git’s line cannot be read', async () => {
    const repository = await repositoryWithTask();
    const { code, stderr, stdout } = await run(['hooks', 'run', 'pre-push', '--input', '-'], {
      cwd: repository,
      input: 'nonsense\n',
    });
    expect(stdout + stderr).toContain(
      'stateroom: the push could not be checked: cannot parse this line from git: nonsense',
    );
    expect(code).toBe(1);
  });

  it('when the program is not there, with a true sentence', async () => {
    const repository = await repositoryWithTask();
    const shim = join(storeOf(repository), 'bin', 'stateroom');
    chmodSync(shim, 0o644);
    const kept = push(repository, ['origin', 'HEAD']);
    expect(kept.stderr).toContain('cannot be run, so nothing was checked. Fix it with: stateroom hooks install');
    expect(kept.status).toBe(1);
    rmSync(shim);
    expect(push(repository, ['origin', 'HEAD']).status).toBe(1);
  });

  it('and judged by the repository’s own store alone', async () => {
    const repository = await repositoryWithTask();
    const { status, stderr } = push(repository, ['origin', 'feature/fix-1:main'], { STATEROOM_STORE: makeDirectory() });
    expect(stderr).toContain(notReady);
    expect(status).toBe(1);
  });
});

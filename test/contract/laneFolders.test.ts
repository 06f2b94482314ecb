import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, cleanEnvironment, git, makeDirectory, programFile, run, userNode, writeIn } from './cliRig.js';
import { makeLaneRepository, spawnLane } from './laneRig.js';

/** Never works in the lane, which is why it may cancel it here. */
const actor = 'bob';

/** A repository with a remote, whose agents may cancel. */
function makeRepository(home = makeDirectory()): string {
  const repository = makeLaneRepository(home);
  writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'Let agents review');
  git(repository, 'push', '-q', 'origin', 'main');
  return repository;
}

describe('a lane', () => {
  it('of a submodule with settings for single worktrees works in its own folder', async () => {
    const home = makeDirectory();
    const library = makeRepository();
    const above = join(home, 'above');
    mkdirSync(above);
    git(above, 'init', '-q', '-b', 'main');
    git(above, 'submodule', '--quiet', 'add', library, 'lib');
    const submodule = join(above, 'lib');
    for (const [name, value] of [
      ['user.name', 'Ann'],
      ['user.email', 'ann@example.com'],
      ['extensions.worktreeConfig', 'true'],
    ] as const) {
      git(submodule, 'config', name, value);
    }
    const { worktreePath } = await spawnLane(submodule, 'login', ['--no-fetch']);
    expect(worktreePath).toBe(join(above, 'lib.worktrees', 'login'));
    expect(git(worktreePath, 'rev-parse', '--show-toplevel')).toBe(`${worktreePath}\n`);
    writeIn(worktreePath, 'new.txt', 'precious\n');
    await answer(['worker', 'cancel', 'login'], { cwd: submodule, actor });
    expect(existsSync(worktreePath)).toBe(false);
    await answer(['worker', 'restore', 'login'], { cwd: submodule, actor });
    expect(readFileSync(join(worktreePath, 'new.txt'), 'utf8')).toBe('precious\n');
    expect(git(worktreePath, 'rev-parse', '--show-toplevel')).toBe(`${worktreePath}\n`);
  });

  it('is left alone in a second view of the repository that does not have its folder', async context => {
    const repository = makeRepository();
    const { worktreePath } = await spawnLane(repository, 'login');
    writeIn(worktreePath, 'new.txt', 'precious\n');
    const views = makeDirectory();
    const home = dirname(repository);
    mkdirSync(join(views, 'shop'));
    /** Runs the program where the repository is at another path, and nothing is at the path that git has on record. */
    const elsewhere = (...words: string[]): string => {
      const script = 'mount --bind "$1" "$2" && mount -t tmpfs none "$3" && cd "$2" && shift 3 && exec "$@"';
      const program = [userNode, programFile, ...words, '--json'];
      try {
        const args = ['-rm', 'sh', '-c', script, 'sh', repository, join(views, 'shop'), home, ...program];
        const env = cleanEnvironment({ STATEROOM_ACTOR: actor });
        return execFileSync('unshare', args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
      } catch (error) {
        const { stdout = '' } = error as { stdout?: string };
        if (stdout === '') context.skip('no second view can be mounted here; it takes user namespaces of Linux');
        return stdout;
      }
    };
    const away = `the folder ${worktreePath} is not visible from here; it may be in another mount or container`;
    expect(JSON.parse(elsewhere('worker', 'cancel', 'login'))).toMatchObject({
      code: 'conflict',
      message: `L-1 (login) stays open: ${away}.`,
    });
    expect(JSON.parse(elsewhere('lane', 'repair'))).toMatchObject({
      data: { repaired: [], missing: [{ lane: 'login', why: away }] },
    });
    expect(git(repository, 'worktree', 'list', '--porcelain')).toContain(`worktree ${worktreePath}\n`);
    expect(git(worktreePath, 'status', '--porcelain')).toBe('?? new.txt\n');
    await answer(['worker', 'cancel', 'login'], { cwd: repository, actor });
    await answer(['worker', 'restore', 'login'], { cwd: repository, actor });
    expect(readFileSync(join(worktreePath, 'new.txt'), 'utf8')).toBe('precious\n');
    expect((await run(['doctor'], { cwd: repository })).stdout).not.toContain('not visible');
  });
});

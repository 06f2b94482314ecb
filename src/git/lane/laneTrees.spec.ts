import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository, repositoryEnvironment } from '../../../test/support/gitTestRepository.js';
import { openFileCache } from '../../platform/fileCache.js';
import { GitFailure } from '../gitFailure.js';
import { GitProcess } from '../gitProcess.js';
import { readLaneSettings } from './laneSettings.js';
import { type LaneTrees, openLaneTrees } from './laneTrees.js';

let repo: GitTestRepository;

beforeEach(() => {
  repo = new GitTestRepository();
});

afterEach(() => repo.close());

function treesOf(commonDir: string, variables: Readonly<Record<string, string>> = {}): LaneTrees {
  const [secretsFolder, kept] = [join(repo.directory, 'secrets'), openFileCache(join(repo.directory, 'kept'))];
  const inThrowAwayTree = () => Promise.reject(new Error('not asked for'));
  return openLaneTrees({
    commonDir,
    secretsFolder,
    cache: kept,
    environment: { ...repositoryEnvironment(), ...variables },
    inThrowAwayTree,
  });
}

describe('the main worktree', () => {
  it.each([
    ['of a repository', () => join(repo.repository, '.git'), () => repo.repository],
    [
      'of one whose directory is elsewhere',
      () => {
        repo.git('init', '-q', '--separate-git-dir', join(repo.directory, 'elsewhere'), join(repo.directory, 'apart'));
        return join(repo.directory, 'elsewhere');
      },
      () => join(repo.directory, 'elsewhere'),
    ],
    [
      'of a bare one',
      () => {
        repo.git('clone', '-q', '--bare', '.', join(repo.directory, 'bare.git'));
        return join(repo.directory, 'bare.git');
      },
      () => join(repo.directory, 'bare.git'),
    ],
    [
      'of a submodule',
      () => {
        repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', repo.repository, 'part');
        return join(repo.repository, '.git', 'modules', 'part');
      },
      () => join(repo.repository, 'part'),
    ],
    [
      'of a repository that has files and is called bare',
      () => {
        repo.git('config', 'core.bare', 'true');
        return join(repo.repository, '.git');
      },
      () => repo.repository,
    ],
  ])('%s is listed first, in its own folder where that is known', async (_what, make, expected) => {
    const trees = treesOf(make());
    expect(await trees.mainDirectory()).toBe(expected());
    expect((await trees.list())[0]?.directory).toBe(expected());
  });
});

it('works where git was told to accept no bare repository that it finds itself', async () => {
  const explicit = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.bareRepository', GIT_CONFIG_VALUE_0: 'explicit' };
  const trees = treesOf(join(repo.repository, '.git'), explicit);
  expect((await trees.list()).map(({ directory }) => directory)).toEqual([repo.repository]);
  const bare = join(repo.directory, 'shop.git');
  repo.git('clone', '-q', '--bare', '.', bare);
  expect(await treesOf(bare, explicit).fetch('main')).toBe('fetched');
});

describe('the settings that opening a lane depends on', () => {
  const settings = () => readLaneSettings(new GitProcess(repo.repository, repositoryEnvironment()));

  it('are those that git has, the last value of each', async () => {
    expect(await settings()).toEqual({ ignoresCase: false, hasRemote: false });
    repo.git('remote', 'add', 'other', '/nowhere');
    repo.git('config', 'core.ignoreCase', 'no');
    expect(await settings()).toEqual({ ignoresCase: false, hasRemote: false });
    for (const word of ['true', 'YES', 'on', '1', '2', '-1', '+1', '0x1', '0X0a', '010', '1k', '0x10M', '1G']) {
      repo.git('config', 'core.ignoreCase', word);
      expect(repo.git('config', '--type=bool', 'core.ignoreCase'), word).toBe('true');
      expect([word, await settings()]).toEqual([word, { ignoresCase: true, hasRemote: false }]);
    }
    for (const word of ['false', 'No', 'off', '0', '-0', '+0', '0x0', '00', '0k', '']) {
      repo.git('config', 'core.ignoreCase', word);
      expect(repo.git('config', '--type=bool', 'core.ignoreCase'), word).toBe('false');
      expect([word, await settings()]).toEqual([word, { ignoresCase: false, hasRemote: false }]);
    }
    repo.git('config', '--unset', 'core.ignoreCase');
    appendFileSync(join(repo.repository, '.git', 'config'), '[core]\n\tignoreCase\n');
    expect(await settings()).toEqual({ ignoresCase: true, hasRemote: false });
    repo.git('config', '--add', 'core.ignoreCase', '0');
    repo.git('remote', 'add', 'origin', '/nowhere');
    expect(await settings()).toEqual({ ignoresCase: false, hasRemote: true });
  });

  it('are not made up where git cannot read them, and are asked for again', async () => {
    const trees = treesOf(join(repo.repository, '.git'));
    const whole = readFileSync(join(repo.repository, '.git', 'config'), 'utf8');
    repo.write('.git/config', '[core');
    await expect(settings()).rejects.toThrow(GitFailure);
    await expect(trees.takenBy(join(repo.repository, 'README'))).rejects.toThrow(GitFailure);
    repo.write('.git/config', whole);
    expect(await trees.takenBy(join(repo.repository, 'README'))).toBeUndefined();
  });
});

describe('a fetch', () => {
  it('asks again whether there is a remote, whatever the one before found', async () => {
    const trees = treesOf(join(repo.repository, '.git'));
    expect(await trees.fetch('main')).toBe('noRemote');
    repo.git('remote', 'add', 'origin', repo.repository);
    expect(await trees.fetch('main')).toBe('fetched');
    repo.git('remote', 'remove', 'origin');
    expect(await trees.fetch('main')).toBe('noRemote');
  });

  it('says that there is no remote where another process removed it since it was seen', async () => {
    repo.git('remote', 'add', 'origin', repo.repository);
    const trees = treesOf(join(repo.repository, '.git'));
    // Reads the settings, in which there is one.
    expect(await trees.branchTwin('main')).toBeUndefined();
    repo.git('remote', 'remove', 'origin');
    expect(await trees.fetch('main')).toBe('noRemote');
  });

  it('asks again for a remote that was made since there was none', async () => {
    const trees = treesOf(join(repo.repository, '.git'));
    expect(await trees.branchTwin('main')).toBeUndefined();
    repo.git('remote', 'add', 'origin', repo.repository);
    expect(await trees.fetch('main')).toBe('fetched');
  });
});

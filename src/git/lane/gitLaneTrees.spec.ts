import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRoom, roomEnvironment } from '../../../test/support/gitRoom.js';
import { openKeptFiles } from '../../platform/keptFiles.js';
import { GitFailure, GitProcess } from '../gitProcess.js';
import { GitLaneTrees } from './gitLaneTrees.js';
import { readLaneSettings } from './laneSettings.js';

let room: GitRoom;

beforeEach(() => {
  room = new GitRoom();
});

afterEach(() => room.close());

function treesOf(commonDir: string): GitLaneTrees {
  const [secretsFolder, kept] = [join(room.directory, 'secrets'), openKeptFiles(join(room.directory, 'kept'))];
  const inThrowAwayTree = () => Promise.reject(new Error('not asked for'));
  return new GitLaneTrees({ commonDir, secretsFolder, kept, environment: roomEnvironment(), inThrowAwayTree });
}

describe('the main work tree, without asking git', () => {
  it.each([
    ['of a repository', () => join(room.repository, '.git'), () => room.repository],
    [
      'of one whose directory is elsewhere',
      () => {
        room.git('init', '-q', '--separate-git-dir', join(room.directory, 'elsewhere'), join(room.directory, 'apart'));
        return join(room.directory, 'elsewhere');
      },
      () => join(room.directory, 'elsewhere'),
    ],
    [
      'of a bare one',
      () => {
        room.git('clone', '-q', '--bare', '.', join(room.directory, 'bare.git'));
        return join(room.directory, 'bare.git');
      },
      () => join(room.directory, 'bare.git'),
    ],
    [
      'of a submodule',
      () => {
        room.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', room.repository, 'part');
        return join(room.repository, '.git', 'modules', 'part');
      },
      () => join(room.repository, '.git', 'modules', 'part'),
    ],
  ])('%s is the one that git lists first', async (_what, make, expected) => {
    const trees = treesOf(make());
    expect(await trees.mainDirectory()).toBe(expected());
    expect((await trees.list())[0]?.directory).toBe(expected());
  });
});

describe('the settings that opening a lane depends on', () => {
  const settings = () => readLaneSettings(new GitProcess(room.repository, roomEnvironment()));

  it('are those that git has, the last value of each', async () => {
    expect(await settings()).toEqual({ ignoresCase: false, hasRemote: false });
    room.git('remote', 'add', 'other', '/nowhere');
    room.git('config', 'core.ignoreCase', 'no');
    expect(await settings()).toEqual({ ignoresCase: false, hasRemote: false });
    for (const word of ['true', 'YES', 'on', '1', '2', '-1', '+1', '0x1', '0X0a', '010', '1k', '0x10M', '1G']) {
      room.git('config', 'core.ignoreCase', word);
      expect(room.git('config', '--type=bool', 'core.ignoreCase'), word).toBe('true');
      expect([word, await settings()]).toEqual([word, { ignoresCase: true, hasRemote: false }]);
    }
    for (const word of ['false', 'No', 'off', '0', '-0', '+0', '0x0', '00', '0k', '']) {
      room.git('config', 'core.ignoreCase', word);
      expect(room.git('config', '--type=bool', 'core.ignoreCase'), word).toBe('false');
      expect([word, await settings()]).toEqual([word, { ignoresCase: false, hasRemote: false }]);
    }
    room.git('config', '--unset', 'core.ignoreCase');
    appendFileSync(join(room.repository, '.git', 'config'), '[core]\n\tignoreCase\n');
    expect(await settings()).toEqual({ ignoresCase: true, hasRemote: false });
    room.git('config', '--add', 'core.ignoreCase', '0');
    room.git('remote', 'add', 'origin', '/nowhere');
    expect(await settings()).toEqual({ ignoresCase: false, hasRemote: true });
  });

  it('are not made up where git cannot read them, and are asked for again', async () => {
    const trees = treesOf(join(room.repository, '.git'));
    const whole = readFileSync(join(room.repository, '.git', 'config'), 'utf8');
    room.write('.git/config', '[core');
    await expect(settings()).rejects.toThrow(GitFailure);
    await expect(trees.takenBy(join(room.repository, 'README'))).rejects.toThrow(GitFailure);
    room.write('.git/config', whole);
    expect(await trees.takenBy(join(room.repository, 'README'))).toBeUndefined();
  });
});

describe('a fetch', () => {
  it('asks again whether there is a remote, whatever the one before found', async () => {
    const trees = treesOf(join(room.repository, '.git'));
    expect(await trees.fetch('main')).toBe('noRemote');
    room.git('remote', 'add', 'origin', room.repository);
    expect(await trees.fetch('main')).toBe('fetched');
    room.git('remote', 'remove', 'origin');
    expect(await trees.fetch('main')).toBe('noRemote');
  });

  it('says that there is no remote where another process removed it since it was seen', async () => {
    room.git('remote', 'add', 'origin', room.repository);
    const trees = treesOf(join(room.repository, '.git'));
    // Reads the settings, in which there is one.
    expect(await trees.branchTwin('main')).toBeUndefined();
    room.git('remote', 'remove', 'origin');
    expect(await trees.fetch('main')).toBe('noRemote');
  });

  it('asks again for a remote that was made since there was none', async () => {
    const trees = treesOf(join(room.repository, '.git'));
    expect(await trees.branchTwin('main')).toBeUndefined();
    room.git('remote', 'add', 'origin', room.repository);
    expect(await trees.fetch('main')).toBe('fetched');
  });
});

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitRoom, roomEnvironment } from '../../../test/support/gitRoom.js';
import { openKeptFiles } from '../../platform/keptFiles.js';
import { GitProcess } from '../gitProcess.js';
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
    for (const word of ['true', 'YES', 'on', '1', '2']) {
      room.git('config', 'core.ignoreCase', word);
      expect([word, await settings()]).toEqual([word, { ignoresCase: true, hasRemote: false }]);
    }
    room.git('config', '--add', 'core.ignoreCase', '0');
    room.git('remote', 'add', 'origin', '/nowhere');
    expect(await settings()).toEqual({ ignoresCase: false, hasRemote: true });
  });

  it('are none where git cannot read them', async () => {
    room.write('.git/config', '[core');
    expect(await settings()).toEqual({ ignoresCase: false, hasRemote: false });
  });
});

describe('a fetch', () => {
  it('asks again whether there is a remote, whatever was read before', async () => {
    const trees = treesOf(join(room.repository, '.git'));
    expect(await trees.branchTwin('main')).toBeUndefined();
    expect(await trees.fetch('main')).toBe('noRemote');
    const remote = join(room.directory, 'remote.git');
    room.git('clone', '-q', '--bare', '.', remote);
    room.git('remote', 'add', 'origin', remote);
    expect(await trees.fetch('main')).toBe('fetched');
    room.git('remote', 'remove', 'origin');
    expect(await trees.fetch('main')).toBe('noRemote');
  });
});

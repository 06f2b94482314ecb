import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateRepository } from './repositoryLocation.js';

let home = '';

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-location-')));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function git(directory: string, ...words: string[]): void {
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'protocol.file.allow=always'];
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(inherited), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', [...identity, ...words], { cwd: directory, env, stdio: 'pipe' });
}

/** A repository with one commit. */
function repository(name: string, ...options: string[]): string {
  const directory = join(home, name);
  mkdirSync(directory);
  git(directory, 'init', '-q', '-b', 'main', ...options);
  if (!options.includes('--bare')) git(directory, 'commit', '-q', '--allow-empty', '-m', 'Begin');
  return directory;
}

function folder(...parts: string[]): string {
  const directory = join(home, ...parts);
  mkdirSync(directory, { recursive: true });
  return directory;
}

describe('locateRepository', () => {
  it('finds an ordinary repository from its root, a subfolder and its git directory', () => {
    const root = repository('plain');
    const expected = {
      commonDir: join(home, 'plain/.git'),
      worktreeRoot: join(home, 'plain'),
      storeDirectory: join(home, 'plain/.git/stateroom'),
    };
    expect(locateRepository(root)).toEqual(expected);
    expect(locateRepository(folder('plain/a/b'))).toEqual(expected);
    expect(locateRepository(join(root, '.git'))).toEqual(expected);
    expect(locateRepository(join(root, '.git/hooks'))).toEqual(expected);
  });

  it('gives every linked worktree the store of its repository', () => {
    const root = repository('linked');
    git(root, 'worktree', 'add', '-q', '-b', 'feature', join(home, 'linked-feature'));
    expect(locateRepository(folder('linked-feature/src'))).toEqual({
      commonDir: join(home, 'linked/.git'),
      worktreeRoot: join(home, 'linked-feature'),
      storeDirectory: join(home, 'linked/.git/stateroom'),
    });
  });

  it('gives a submodule, and a worktree of it, a store of its own', () => {
    const library = repository('library');
    const root = repository('super');
    git(root, 'submodule', '--quiet', 'add', library, 'lib');
    git(join(root, 'lib'), 'worktree', 'add', '-q', '-b', 'side', join(home, 'lib-side'));
    const storeDirectory = join(home, 'super/.git/modules/lib/stateroom');
    expect(locateRepository(join(root, 'lib'))).toMatchObject({ worktreeRoot: join(root, 'lib'), storeDirectory });
    expect(locateRepository(join(home, 'lib-side'))).toMatchObject({
      worktreeRoot: join(home, 'lib-side'),
      storeDirectory,
    });
    expect(locateRepository(root)).toMatchObject({ storeDirectory: join(home, 'super/.git/stateroom') });
  });

  it('follows a separate git directory', () => {
    repository('apart', `--separate-git-dir=${join(home, 'apart.git')}`);
    expect(locateRepository(folder('apart/deep'))).toEqual({
      commonDir: join(home, 'apart.git'),
      worktreeRoot: join(home, 'apart'),
      storeDirectory: join(home, 'apart.git/stateroom'),
    });
  });

  it('finds a bare repository, which has no worktree, and a worktree linked to it', () => {
    const root = repository('seed');
    git(root, 'clone', '-q', '--bare', root, join(home, 'bare.git'));
    git(join(home, 'bare.git'), 'worktree', 'add', '-q', '-b', 'work', join(home, 'bare-work'));
    const shared = { commonDir: join(home, 'bare.git'), storeDirectory: join(home, 'bare.git/stateroom') };
    expect(locateRepository(join(home, 'bare.git'))).toEqual({ ...shared, worktreeRoot: undefined });
    expect(locateRepository(join(home, 'bare.git/refs'))).toEqual({ ...shared, worktreeRoot: undefined });
    expect(locateRepository(join(home, 'bare-work'))).toEqual({ ...shared, worktreeRoot: join(home, 'bare-work') });
  });

  it('sees one repository through a symbolic link', () => {
    const root = repository('real');
    symlinkSync(root, join(home, 'alias'));
    expect(locateRepository(join(home, 'alias'))).toMatchObject({ storeDirectory: join(root, '.git/stateroom') });
  });

  it('passes over a folder that is only called .git', () => {
    const root = repository('outer');
    folder('outer/inner/.git');
    expect(locateRepository(join(root, 'inner'))).toMatchObject({ worktreeRoot: root });
  });

  it('refuses outside git, saying how to go on', () => {
    expect(locateRepository(folder('nothing'))).toEqual({
      refused: true,
      code: 'no_repository',
      message: `${join(home, 'nothing')} is not inside a git repository.`,
      hint: 'Change to a repository, name one with --repo <dir>, or set a folder for the store with --store <dir>.',
    });
    expect(locateRepository(join(home, 'missing'))).toMatchObject({
      code: 'no_repository',
      message: `Folder ${join(home, 'missing')} not found.`,
    });
  });

  it.each([
    ['garbage', 'no git file at all', 'is not a valid .git file: it does not contain “gitdir: <path>”.'],
    ['empty', '', 'is not a valid .git file: it does not contain “gitdir: <path>”.'],
    ['away', 'gitdir: /nowhere/at/all\n', 'points to /nowhere/at/all, which is not a git directory.'],
  ])('names a .git file that leads nowhere (%s)', (name, text, problem) => {
    const directory = folder(`broken-${name}`);
    writeFileSync(join(directory, '.git'), text);
    expect(locateRepository(directory)).toMatchObject({
      code: 'no_repository',
      message: `${join(directory, '.git')} ${problem}`,
    });
  });

  it('names a commondir that leads nowhere', () => {
    const root = repository('moved');
    git(root, 'worktree', 'add', '-q', '-b', 'feature', join(home, 'moved-feature'));
    const file = join(root, '.git/worktrees/moved-feature/commondir');
    writeFileSync(file, '../../gone\n');
    expect(locateRepository(join(home, 'moved-feature'))).toMatchObject({
      code: 'no_repository',
      message: `${file} points to “../../gone”, which is not a git directory.`,
    });
  });

  describe('with the environment of a hook', () => {
    it('ignores a GIT_DIR of another repository and of another worktree', () => {
      const root = repository('hooked');
      const other = repository('other');
      const environment = { GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: join(other, '.git/index') };
      expect(locateRepository(root, environment)).toMatchObject({ worktreeRoot: root });
      expect(locateRepository(folder('nowhere'), environment)).toMatchObject({ code: 'no_repository' });
    });

    it('agrees with the GIT_DIR of its own worktree', () => {
      const root = repository('own');
      git(root, 'worktree', 'add', '-q', '-b', 'feature', join(home, 'own-feature'));
      const environment = { GIT_DIR: join(root, '.git/worktrees/own-feature') };
      const storeDirectory = join(root, '.git/stateroom');
      expect(locateRepository(join(home, 'own-feature'), environment)).toMatchObject({ storeDirectory });
    });

    it('takes GIT_DIR where no repository encloses the folder and GIT_WORK_TREE claims it', () => {
      repository('dotfiles', '--bare');
      const tree = folder('tree/config');
      const environment = { GIT_DIR: join(home, 'dotfiles'), GIT_WORK_TREE: join(home, 'tree') };
      expect(locateRepository(tree, environment)).toEqual({
        commonDir: join(home, 'dotfiles'),
        worktreeRoot: join(home, 'tree'),
        storeDirectory: join(home, 'dotfiles/stateroom'),
      });
      expect(locateRepository(folder('elsewhere'), environment)).toMatchObject({ code: 'no_repository' });
    });
  });
});

import { existsSync } from 'node:fs';
import files, { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../test/editor/scratchRepository.js';
import { GitFailure } from './gitFailure.js';
import { openWorkTree } from './openWorkTree.js';
import type { WorkTree } from './workTree.js';

let repository: ScratchRepository;
let tree: WorkTree;

/** What a hook inherits from git, naming another place than the one that is asked about. */
const hookEnvironment = {
  ...process.env,
  GIT_DIR: '/nowhere/.git',
  GIT_INDEX_FILE: '/nowhere/index',
  GIT_WORK_TREE: '/nowhere',
  GIT_PREFIX: 'x/',
  EDITOR: 'vi',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

function open(directory: string): WorkTree {
  const found = openWorkTree(directory, hookEnvironment);
  if (found === undefined) throw new Error(`${directory} is in no worktree`);
  return found;
}

beforeEach(async () => {
  repository = await makeScratchRepository('with space é');
  tree = open(repository.path);
});

afterEach(() => repository.remove());

describe('where it stands', () => {
  it('knows its folders in the main worktree, a folder of it and a linked one', async () => {
    await repository.write('src/deep/a.ts', 'a\n');
    const linked = await repository.addWorktree('feature/x-1');
    const deep = open(join(repository.path, 'src/deep'));
    expect([deep.root, deep.folder]).toEqual([repository.path, 'src/deep']);
    expect([tree.folder, tree.gitDir, tree.commonDir]).toEqual([
      '',
      join(repository.path, '.git'),
      join(repository.path, '.git'),
    ]);
    expect(open(linked).commonDir).toBe(join(repository.path, '.git'));
    expect(open(linked).gitDir).toBe(join(repository.path, '.git/worktrees/feature-x-1'));
  });

  it('tells HEAD on a branch, packed, detached and unborn', async () => {
    const commit = await repository.git('rev-parse', 'HEAD');
    expect(await tree.head()).toEqual({ commit, branch: 'main' });
    await repository.git('pack-refs', '--all');
    expect(await tree.head()).toEqual({ commit, branch: 'main' });
    await repository.git('checkout', '--quiet', '--detach');
    expect(await tree.head()).toEqual({ commit, branch: undefined });
    await repository.git('checkout', '--quiet', '--orphan', 'fresh');
    expect(await tree.head()).toEqual({ commit: undefined, branch: 'fresh' });
  });
});

describe('commits', () => {
  it('names a commit in full, and none for what does not exist', async () => {
    const commit = await repository.git('rev-parse', 'HEAD');
    expect(await tree.resolveCommit(commit.slice(0, 8))).toBe(commit);
    expect(await tree.resolveCommit(' main ')).toBe(commit);
    for (const made of ['0123456789012345678901234567890123456789', 'deadbeef', '', '--all', 'HEAD..main', 'a\nb']) {
      expect(await tree.resolveCommit(made)).toBeUndefined();
    }
  });

  it('finds a branch by its full name, however git keeps it', async () => {
    const commit = await repository.git('rev-parse', 'HEAD');
    await repository.git('branch', 'topic/1.2-é');
    await repository.git('update-ref', 'refs/remotes/origin/main', commit);
    await repository.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    const names = ['refs/heads/main', 'refs/heads/topic/1.2-é', 'refs/remotes/origin/main', 'refs/heads/alias'];
    const findAll = () => Promise.all(names.map(name => tree.resolveCommit(name)));
    expect(await findAll()).toEqual([commit, commit, commit, commit]);
    await repository.git('pack-refs', '--all');
    expect(await findAll()).toEqual([commit, commit, commit, commit]);
    // A file goes before what is packed.
    await repository.git('commit', '--quiet', '--allow-empty', '--message=Second');
    const second = await repository.git('rev-parse', 'HEAD');
    expect(await findAll()).toEqual([second, commit, commit, second]);
    await writeFile(join(tree.commonDir, 'ORIG_HEAD'), `${commit}\n`);
    await writeFile(join(tree.commonDir, 'refs/heads/main.lock'), `${commit}\n`);
    const none = [
      'heads/other',
      'heads/topic',
      'heads/main/x',
      'heads/../../ORIG_HEAD',
      'heads/main.lock',
      'remotes/origin/m',
    ];
    expect(await Promise.all(none.map(name => tree.resolveCommit(`refs/${name}`)))).toEqual(none.map(() => undefined));
    expect(await tree.branchExists('topic')).toBe(false);
  });

  it('lists where branches stand, however git keeps them', async () => {
    const first = await repository.git('rev-parse', 'HEAD');
    await repository.git('branch', 'topic/packed');
    await repository.git('pack-refs', '--all');
    await repository.git('commit', '--quiet', '--allow-empty', '--message=Second');
    const second = await repository.git('rev-parse', 'HEAD');
    await repository.git('branch', 'topic/loose');
    await writeFile(join(tree.commonDir, 'refs/heads/main.lock'), 'x');
    const plain = new Map([
      ['main', second],
      ['topic/loose', second],
      ['topic/packed', first],
    ]);
    expect(await tree.branchTips()).toEqual(plain);
    expect(await tree.branchTips(second)).toEqual(new Map([...plain].filter(([, commit]) => commit === second)));
    await repository.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/topic/packed');
    expect(await tree.branchTips()).toEqual(new Map([...plain, ['alias', first]]));
    await repository.git('symbolic-ref', '--delete', 'refs/heads/alias');
    await repository.git('branch', 'ä', first);
    expect(await tree.branchTips()).toEqual(new Map([...plain, ['ä', first]]));
  });

  it('takes the default branch from the remote, else main, master or trunk, else what the main worktree is on', async () => {
    const commit = await repository.git('rev-parse', 'HEAD');
    await repository.git('branch', '--move', 'main', 'master');
    expect(await tree.defaultBranch()).toBe('master');
    await repository.git('branch', 'main');
    expect(await tree.defaultBranch()).toBe('main');
    await repository.git('update-ref', 'refs/remotes/origin/release/next', commit);
    await repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/release/next');
    expect(await tree.defaultBranch()).toBe('release/next');
    for (const target of ['refs/remotes/origin/gone', 'refs/heads/master']) {
      await repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', target);
      expect([target, await tree.defaultBranch()]).toEqual([target, 'main']);
    }
    await repository.git('branch', '--move', 'main', 'trunk');
    await repository.git('branch', '--move', 'master', 'stem');
    await repository.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD');
    expect(await tree.defaultBranch()).toBe('trunk');
    await repository.git('branch', '--move', 'trunk', 'twig');
    expect(await tree.defaultBranch()).toBe('stem');
    await repository.git('branch', '--move', 'stem', 'feature/stem');
    expect(await tree.defaultBranch()).toBeUndefined();
    await repository.git('branch', '--quiet', '--delete', '--force', 'twig');
    expect(await tree.defaultBranch()).toBe('feature/stem');
  });

  it('compares commits', async () => {
    const first = await repository.git('rev-parse', 'HEAD');
    await repository.git('commit', '--quiet', '--allow-empty', '--message=Second');
    await repository.git('checkout', '--quiet', '--orphan', 'apart');
    await repository.git('commit', '--quiet', '--allow-empty', '--message=Apart');
    expect(await tree.isAncestor(first, 'main')).toBe(true);
    expect(await tree.isAncestor('main', first)).toBe(false);
    expect(await tree.mergeBase(first, 'main')).toBe(first);
    expect(await tree.mergeBase('apart', 'main')).toBeUndefined();
    const [main, apart] = [await repository.git('rev-parse', 'main'), await repository.git('rev-parse', 'apart')];
    expect(await tree.commitsOn(first, main)).toEqual({ commits: new Set([main]), onTop: true });
    expect(await tree.commitsOn(main, first)).toEqual({ commits: new Set(), onTop: false });
    expect(await tree.commitsOn(main, main)).toEqual({ commits: new Set(), onTop: true });
    expect(await tree.commitsOn(apart, main)).toEqual({ commits: new Set([main, first]), onTop: false });
    expect(await tree.branchExists('main')).toBe(true);
    expect(await tree.branchExists('other')).toBe(false);
    expect(await tree.defaultBranch()).toBe('main');
  });

  it('reads files and blobs of a commit and of the worktree', async () => {
    await repository.write('README.md', 'now\n');
    expect(await tree.readText('README.md')).toBe('now\n');
    expect(await tree.readText('README.md', 'HEAD')).toBe('# with space é\n');
    expect(await tree.readText('none.md', 'HEAD')).toBeUndefined();
    expect(await tree.readText('none.md')).toBeUndefined();
    expect(await tree.blobsOf(['README.md', 'none.md'], 'HEAD')).toEqual(
      new Map([['README.md', await repository.git('rev-parse', 'HEAD:README.md')]]),
    );
    await expect(tree.readText('../outside')).rejects.toMatchObject({
      refusal: { message: `../outside is not inside the worktree ${repository.path}.` },
    });
    await tree.writeText('made/here.md', 'text\n');
    expect(await readFile(join(repository.path, 'made/here.md'), 'utf8')).toBe('text\n');
  });

  it('are written through links within the worktree, and not out of it', async () => {
    await mkdir(join(repository.path, 'made'));
    const outside = await mkdtemp(join(dirname(repository.path), 'outside-'));
    await symlink(join(repository.path, 'made'), join(repository.path, 'within'));
    await symlink(outside, join(repository.path, 'out'));
    await tree.writeText('within/here.md', 'text\n');
    expect(await readFile(join(repository.path, 'made/here.md'), 'utf8')).toBe('text\n');
    for (const path of ['out/there.md', 'out/new/there.md']) {
      await expect(tree.writeText(path, 'text\n')).rejects.toMatchObject({
        refusal: { message: { key: 'git.pathOutside' } },
      });
    }
    expect(await readdir(outside)).toEqual([]);
    await rm(outside, { recursive: true });
  });
});

describe('what stands at a path', () => {
  it('tells files and folders whose names begin as the way out does', async () => {
    await repository.write('..foo', 'text\n');
    await repository.write('..bar/a:b.txt', 'text\n');
    expect(await Promise.all(['..foo', '..bar', '..bar/a:b.txt'].map(path => tree.kindOf(path)))).toEqual([
      'file',
      'folder',
      'file',
    ]);
    expect(openWorkTree(join(repository.path, '..bar'), {})?.folder).toBe('..bar');
    await expect(tree.kindOf('..')).rejects.toMatchObject({
      refusal: { message: `.. is not inside the worktree ${repository.path}.` },
    });
  });

  it('tells files, folders and links, also those behind a link', async () => {
    await repository.write('docs/plan.md', 'text\n');
    await symlink(join(repository.path, 'docs'), join(repository.path, 'away'));
    await symlink('plan.md', join(repository.path, 'docs/link.md'));
    const kinds = ['docs/plan.md', 'docs', 'docs/link.md', 'away', 'away/plan.md', 'none.md', 'docs/plan.md/none'];
    expect(await Promise.all(kinds.map(path => tree.kindOf(path)))).toEqual([
      'file',
      'folder',
      'link',
      'link',
      'link',
      undefined,
      undefined,
    ]);
    await expect(tree.kindOf('../outside')).rejects.toMatchObject({
      refusal: { message: `../outside is not inside the worktree ${repository.path}.` },
    });
  });

  it('takes a path that no file can have for absent, and one that cannot be looked at for neither', async () => {
    expect(await Promise.all(['a'.repeat(5000), 'a\0b'].map(path => tree.kindOf(path)))).toEqual([
      undefined,
      undefined,
    ]);
    const { lstat } = files;
    const failing = () => Promise.reject(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }));
    files.lstat = failing as typeof lstat;
    syncBuiltinESMExports();
    try {
      await expect(tree.kindOf('docs')).rejects.toThrow('EACCES');
    } finally {
      files.lstat = lstat;
      syncBuiltinESMExports();
    }
  });
});

describe('changes', () => {
  it('lists edits, staged or not, renames and new files, without its own', async () => {
    await repository.write('old name.ts', 'export const one = 1;\nexport const two = 2;\n');
    await repository.write('gone.ts', 'gone\n');
    await repository.write('.gitignore', 'ignored.txt\n');
    await repository.git('add', '.');
    await repository.git('commit', '--quiet', '--message=Files');
    await repository.git('mv', 'old name.ts', 'new\tname.ts');
    await rm(join(repository.path, 'gone.ts'));
    await repository.write('README.md', 'changed\n');
    await repository.write('fresh é.ts', 'fresh\n');
    await repository.write('ignored.txt', 'x');
    await repository.write('.stateroom/config.json', '{}');
    await repository.write('CURRENT_TASK.json', '{}');
    expect([...(await tree.changes())].sort((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: 'fresh é.ts', kind: 'add' },
      { path: 'gone.ts', kind: 'delete' },
      { path: 'new\tname.ts', kind: 'rename', oldPath: 'old name.ts' },
      { path: 'README.md', kind: 'edit' },
    ]);
    expect(await tree.changesBetween('HEAD~1', 'HEAD')).toEqual([
      { path: '.gitignore', kind: 'add' },
      { path: 'gone.ts', kind: 'add' },
      { path: 'old name.ts', kind: 'add' },
    ]);
  });

  it('leaves out what git does not follow yet, when told so', async () => {
    await repository.write('staged.ts', 'staged\n');
    await repository.git('add', 'staged.ts');
    await repository.write('fresh.ts', 'fresh\n');
    expect(await tree.changes({ untracked: false })).toEqual([{ path: 'staged.ts', kind: 'add' }]);
  });

  it('lists everything as new in a repository without commits', async () => {
    await repository.git('checkout', '--quiet', '--orphan', 'fresh');
    expect(await tree.changes()).toEqual([{ path: 'README.md', kind: 'add' }]);
  });
});

describe('committing', () => {
  it('commits tracked changes, and new files only when asked', async () => {
    await repository.write('README.md', 'changed\n');
    await repository.write('new.ts', 'new\n');
    const first = await tree.commit('Change', {});
    expect(await repository.git('show', '--name-only', '--format=%s', first)).toBe('Change\n\nREADME.md');
    const second = await tree.commit('Add', { untracked: true });
    expect(await repository.git('show', '--name-only', '--format=%s', second)).toBe('Add\n\nnew.ts');
    expect(await repository.git('status', '--porcelain')).toBe('');
  });

  it('commits named paths alone', async () => {
    await repository.write('src/a.ts', 'a\n');
    await repository.write('b.ts', 'b\n');
    await repository.git('add', 'b.ts');
    const commit = await tree.commit('Only one', { paths: ['src'], untracked: true });
    expect(await repository.git('show', '--name-only', '--format=', commit)).toBe('src/a.ts');
    expect(await repository.git('status', '--porcelain')).toBe('A  b.ts');
  });

  it('leaves the index as it was when a hook says no, and tells what the hook said', async () => {
    await repository.write('.git/hooks/pre-commit', '#!/bin/sh\necho "lint failed in a.ts"\nexit 1\n');
    await repository.git('update-index', '--refresh');
    const { chmod } = await import('node:fs/promises');
    await chmod(join(repository.path, '.git/hooks/pre-commit'), 0o755);
    await repository.write('new.ts', 'new\n');
    const failure = await tree.commit('Add', { untracked: true }).catch(error => error as GitFailure);
    expect(failure).toBeInstanceOf(GitFailure);
    expect((failure as GitFailure).said).toBe('lint failed in a.ts');
    expect(await repository.git('status', '--porcelain')).toBe('?? new.ts');
    expect((await readdir(join(repository.path, '.git'))).filter(name => name.includes('stateroom'))).toEqual([]);
  });
});

describe('branches and worktrees', () => {
  it('makes a branch here, or in a linked worktree, and lists them', async () => {
    const commit = await repository.git('rev-parse', 'HEAD');
    await repository.write('README.md', 'carried\n');
    await tree.switchToNewBranch('feature/here-1');
    const linked = join(repository.path, '..', 'linked');
    await tree.addWorkTree(linked, 'feature/there-1', 'main');
    expect(await tree.list()).toEqual([
      { directory: repository.path, branch: 'feature/here-1', commit },
      { directory: linked, branch: 'feature/there-1', commit },
    ]);
    expect(await tree.readText('README.md')).toBe('carried\n');
  });

  it('leaves nothing of a worktree in which a hook failed', async () => {
    const hook = join(repository.path, '.git', 'hooks', 'post-checkout');
    await mkdir(dirname(hook), { recursive: true });
    await writeFile(hook, '#!/bin/sh\necho "git-lfs is not there" >&2\nexit 3\n', { mode: 0o755 });
    const linked = join(repository.path, '..', 'linked');
    await expect(tree.addWorkTree(linked, 'feature/there-1', 'main')).rejects.toThrow('git-lfs is not there');
    expect(await tree.list()).toHaveLength(1);
    expect(await tree.branchExists('feature/there-1')).toBe(false);
    expect(existsSync(linked)).toBe(false);
  });

  it('tells whether a branch merges', async () => {
    await tree.switchToNewBranch('one');
    await repository.write('README.md', 'one\n');
    await tree.commit('One', {});
    await repository.git('checkout', '--quiet', '-b', 'two', 'main');
    await repository.write('README.md', 'two\n');
    await tree.commit('Two', {});
    expect(await tree.mergesCleanly('one', 'main')).toBe(true);
    expect(await tree.mergesCleanly('one', 'two')).toBe(false);
  });

  it('runs work in a tree that is gone afterwards, also when the work fails', async () => {
    let seen = '';
    const readme = await tree.inThrowAwayTree('HEAD', async directory => {
      seen = directory;
      return readFile(join(directory, 'README.md'), 'utf8');
    });
    expect(readme).toBe('# with space é\n');
    expect(existsSync(seen)).toBe(false);
    await expect(tree.inThrowAwayTree('HEAD', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await tree.list()).toHaveLength(1);
  });

  it('knows others whose folders are away for a while as before, with what is staged there', async () => {
    const other = join(repository.path, '..', 'other');
    const away = join(repository.path, '..', 'away');
    const mine = join(repository.path, '..', 'mine');
    await repository.git('worktree', 'add', '--quiet', '-b', 'other', other);
    await repository.git('worktree', 'add', '--quiet', '-b', 'mine', mine);
    await writeFile(join(other, 'staged.txt'), 'staged\n');
    await repository.git('-C', other, 'add', 'staged.txt');
    await rename(other, away);
    await rm(mine, { recursive: true });
    await tree.inThrowAwayTree('HEAD', () => Promise.resolve());
    await tree.attachWorkTree(mine, 'mine');
    await rename(away, other);
    expect(await repository.git('-C', other, 'status', '--porcelain')).toBe('A  staged.txt');
    expect(await repository.git('-C', mine, 'status', '--porcelain')).toBe('');
  });

  it('lists the files that are worth a look: no ignored ones, none of ours, none that look like a secret', async () => {
    await repository.write('.gitignore', 'dist/\n');
    await repository.write('dist/out.js', 'x\n');
    await repository.write('src/é a.ts', 'x\n');
    await repository.write('.env', 'TOKEN=1\n');
    await repository.write('.env.example', 'TOKEN=\n');
    await repository.write('deploy/id_rsa', 'x\n');
    await repository.write('.stateroom/plans/one.md', '# One\n');
    await repository.git('add', '.env', '.gitignore');
    expect(await tree.paths()).toEqual(['.env.example', '.gitignore', 'README.md', 'src/é a.ts']);
  });

  it('knows what is in progress', async () => {
    expect(await tree.operationInProgress()).toBeUndefined();
    await tree.switchToNewBranch('one');
    await repository.write('README.md', 'one\n');
    await tree.commit('One', {});
    await repository.git('checkout', '--quiet', 'main');
    await repository.write('README.md', 'two\n');
    await tree.commit('Two', {});
    await repository.git('merge', 'one').catch(() => undefined);
    expect(await tree.operationInProgress()).toBe('merge');
    await repository.git('merge', '--abort');
    await repository.git('rebase', 'one').catch(() => undefined);
    expect(await tree.operationInProgress()).toBe('rebase');
  });
});

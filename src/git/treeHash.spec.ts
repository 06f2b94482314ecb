import { appendFile, chmod, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../test/editor/scratchRepository.js';
import { openWorkTree } from './openWorkTree.js';
import type { WorkTree } from './workTree.js';

let repository: ScratchRepository;
let tree: WorkTree;

function open(directory: string): WorkTree {
  const found = openWorkTree(directory, { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' });
  if (found === undefined) throw new Error(`${directory} is in no worktree`);
  return found;
}

beforeEach(async () => {
  repository = await makeScratchRepository('hashed here');
  await repository.write('src/a.ts', 'one\ntwo\n');
  await repository.write('.gitignore', 'ignored.log\nout/\n');
  await repository.git('add', '.');
  await repository.git('commit', '--quiet', '--message=Files');
  tree = open(repository.path);
});

afterEach(() => repository.remove());

const at = (path: string) => join(repository.path, path);
/** What the worktree has to be after an act, as it was before it. */
type Act = readonly [string, () => Promise<unknown>];

describe('the same hash', () => {
  const acts: readonly Act[] = [
    ['a touched time', () => utimes(at('src/a.ts'), 1_000_000_000, 1_000_000_000)],
    ['an ignored file', () => repository.write('ignored.log', 'x')],
    ['an ignored folder', () => repository.write('out/x/y', 'x')],
    [
      'an edit taken back',
      () => repository.write('src/a.ts', 'x').then(() => repository.write('src/a.ts', 'one\ntwo\n')),
    ],
    ['another branch name', () => repository.git('switch', '--quiet', '-c', 'other')],
    ['an amend of the message alone', () => repository.git('commit', '--quiet', '--amend', '--message=Else')],
    ['a detached HEAD', () => repository.git('checkout', '--quiet', '--detach')],
    ['an empty folder', () => mkdir(at('empty'))],
    [
      'a worktree of the repository within it, which somebody works in',
      async () => {
        await repository.git('worktree', 'add', '--quiet', '-b', 'within', '.claude/worktrees/within');
        await repository.write('.claude/worktrees/within/src/a.ts', 'another\n');
        await repository.write('.claude/worktrees/within/new.ts', 'new\n');
        expect(await tree.changes()).toEqual([]);
      },
    ],
    ['Stateroom’s own files', () => repository.write('.stateroom/plans/p.md', '- [ ] x\n')],
    ['the summary of the task', () => repository.write('CURRENT_TASK.json', '{}')],
    [
      'an edit of Stateroom’s own files that are tracked',
      async () => {
        await repository.write('.stateroom/config.json', '{}');
        await repository.write('CURRENT_TASK.json', '{}');
        await repository.git('add', '.');
        await repository.git('commit', '--quiet', '--message=Config');
        await repository.write('.stateroom/config.json', '{ }');
        await rm(at('CURRENT_TASK.json'));
      },
    ],
    [
      'a commit of Stateroom’s own files',
      async () => {
        await repository.write('.stateroom/config.json', '{}');
        await repository.git('add', '.stateroom');
        await repository.git('commit', '--quiet', '--message=Config');
      },
    ],
  ];
  it.each(acts)('after %s', async (_, act) => {
    const before = await tree.treeHash();
    await act();
    expect(await tree.treeHash()).toBe(before);
    expect(await tree.treeHashOf('HEAD')).toBe(before);
  });

  it('before and after a commit on this exact tree, however it was staged', async () => {
    await repository.write('src/a.ts', 'changed\n');
    await repository.write('new é\t.ts', 'new\n');
    await rm(at('README.md'));
    const before = await tree.treeHash();
    await repository.git('add', 'src/a.ts');
    expect(await tree.treeHash()).toBe(before);
    await repository.git('add', '--intent-to-add', 'new é\t.ts');
    expect(await tree.treeHash()).toBe(before);
    await repository.git('add', '--all');
    expect(await tree.treeHash()).toBe(before);
    await repository.git('commit', '--quiet', '--message=All');
    expect(await tree.treeHash()).toBe(before);
    expect(await tree.treeHashOf('HEAD')).toBe(before);
    expect(await repository.git('rev-parse', 'HEAD^{tree}')).toBe(before);
  });

  it('in a linked worktree and in a folder of it', async () => {
    const linked = await repository.addWorktree('other');
    expect(await open(linked).treeHash()).toBe(await tree.treeHash());
    expect(await open(join(linked, 'src')).treeHash()).toBe(await tree.treeHash());
  });
});

describe('another hash', () => {
  const acts: readonly Act[] = [
    ['an edit of a tracked file', () => appendFile(at('src/a.ts'), 'three\n')],
    ['an edit of the same length', () => writeFile(at('src/a.ts'), 'one\ntwO\n')],
    [
      'an edit that git was told to take for unchanged',
      async () => {
        await repository.git('update-index', '--assume-unchanged', 'src/a.ts');
        await appendFile(at('src/a.ts'), 'three\n');
        expect(await tree.changes()).toEqual([{ path: 'src/a.ts', kind: 'edit' }]);
      },
    ],
    [
      'an edit that git was told to skip',
      async () => {
        await repository.git('update-index', '--skip-worktree', 'src/a.ts');
        await appendFile(at('src/a.ts'), 'three\n');
        expect(await tree.changes()).toEqual([{ path: 'src/a.ts', kind: 'edit' }]);
      },
    ],
    ...['2001-02-03T04:05:06Z', '2137-02-03T04:05:06Z'].map(
      (time): Act => [
        `an edit of the same size in the second of the one before, with its time put back to ${time}`,
        async () => {
          const file = at('src/a.ts');
          const past = new Date(time);
          const secondOf = async () => Math.floor((await stat(file)).ctimeMs / 1000);
          // On a busy machine the second may pass in between: then once more, from the text that is committed.
          for (let isSame = false; !isSame; ) {
            await writeFile(file, 'one\ntwo\n');
            await utimes(file, past, past);
            await repository.git('update-index', '--refresh');
            const before = await secondOf();
            // The clock of files ticks every few milliseconds.
            await wait(20);
            await writeFile(file, 'one\ntwO\n');
            await utimes(file, past, past);
            isSame = (await secondOf()) === before;
          }
          expect(await repository.git('status', '--porcelain')).toBe('');
          expect(await tree.changes()).toEqual([{ path: 'src/a.ts', kind: 'edit' }]);
        },
      ],
    ),
    ['a file in Stateroom’s folder that is not its own', () => repository.write('.stateroom/lib/a.ts', 'x')],
    [
      'a commit of a file in Stateroom’s folder that is not its own',
      async () => {
        await repository.write('.stateroom/lib/a.ts', 'x');
        await repository.write('.stateroom/config.json', '{}');
        await repository.git('add', '.');
        const edited = await tree.treeHash();
        await repository.git('commit', '--quiet', '--message=Library');
        expect(await tree.treeHashOf('HEAD')).toBe(edited);
        expect(await tree.treeHash()).toBe(edited);
      },
    ],
    ['a staged edit', () => repository.write('src/a.ts', 'x\n').then(() => repository.git('add', 'src/a.ts'))],
    ['a new file that is not ignored', () => repository.write('src/new.ts', '')],
    ['a deleted file', () => rm(at('src/a.ts'))],
    ['an execute bit', () => chmod(at('src/a.ts'), 0o755)],
    ['a file that became a link', () => rm(at('src/a.ts')).then(() => symlink('../README.md', at('src/a.ts')))],
    [
      'an amend that changes the tree',
      async () => {
        await repository.write('src/a.ts', 'amended\n');
        await repository.git('commit', '--quiet', '--amend', '--all', '--no-edit');
      },
    ],
    ['a checkout that changes the tree', () => repository.git('checkout', '--quiet', 'HEAD~1')],
    [
      'a forced add of an ignored file',
      () => repository.write('ignored.log', 'x').then(() => repository.git('add', '--force', 'ignored.log')),
    ],
  ];
  it.each(acts)('after %s', async (_, act) => {
    const before = await tree.treeHash();
    await act();
    expect(await tree.treeHash()).not.toBe(before);
  });
});

describe('in unusual places', () => {
  it('hashes a repository without commits', async () => {
    await repository.git('checkout', '--quiet', '--orphan', 'fresh');
    await repository.git('rm', '--quiet', '-r', '--cached', '.');
    const before = await tree.treeHash();
    await repository.git('add', '.');
    await repository.git('commit', '--quiet', '--message=First');
    expect(await tree.treeHashOf('HEAD')).toBe(before);
  });

  it('hashes an empty repository without an index', async () => {
    const empty = await makeScratchRepository('empty');
    await rm(join(empty.path, '.git'), { recursive: true });
    await rm(join(empty.path, 'README.md'));
    await empty.git('init', '--quiet');
    expect(await open(empty.path).treeHash()).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
    await empty.remove();
  });

  it('hashes what stands there in the middle of a merge', async () => {
    await repository.git('switch', '--quiet', '-c', 'one');
    await repository.write('src/a.ts', 'ours\n');
    await repository.git('commit', '--quiet', '--all', '--message=Ours');
    await repository.git('checkout', '--quiet', '-b', 'two', 'main');
    await repository.write('src/a.ts', 'theirs\n');
    await repository.git('commit', '--quiet', '--all', '--message=Theirs');
    await repository.git('merge', 'one').catch(() => undefined);
    const status = await repository.git('status', '--porcelain');
    expect(status).toBe('UU src/a.ts');
    const inConflict = await tree.treeHash();
    await repository.write('src/a.ts', 'both\n');
    const resolved = await tree.treeHash();
    expect(resolved).not.toBe(inConflict);
    expect(await repository.git('status', '--porcelain')).toBe(status);
    await repository.git('commit', '--quiet', '--all', '--no-edit');
    expect(await tree.treeHashOf('HEAD')).toBe(resolved);
  });

  it('sees edits in a submodule, and leaves one alone that is not checked out', async () => {
    const library = await makeScratchRepository('library');
    await repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.path, 'lib');
    await repository.git('commit', '--quiet', '--message=Library');
    const clean = await tree.treeHash();
    expect(await tree.treeHashOf('HEAD')).toBe(clean);
    await appendFile(at('lib/README.md'), 'edited\n');
    const edited = await tree.treeHash();
    expect(edited).not.toBe(clean);
    await writeFile(at('lib/new.ts'), 'new\n');
    expect(await tree.treeHash()).not.toBe(edited);
    await rm(at('lib/new.ts'));
    expect(await tree.treeHash()).toBe(edited);
    await repository.git('submodule', '--quiet', 'deinit', '--force', 'lib');
    expect(await tree.treeHash()).toBe(clean);
    await library.remove();
  });

  it('leaves repositories within this one to themselves', async () => {
    const before = await tree.treeHash();
    await repository.git('init', '--quiet', 'nested');
    await repository.write('nested/file.ts', 'x');
    await repository.git('worktree', 'add', '--quiet', '-b', 'inner', at('inner'));
    expect(await tree.treeHash()).toBe(before);
  });

  it('follows filters, as git does', async () => {
    await repository.write('.gitattributes', '*.txt text eol=crlf\n');
    await repository.write('lines.txt', 'a\r\nb\r\n');
    const before = await tree.treeHash();
    await repository.git('add', '.');
    await repository.git('commit', '--quiet', '--message=Lines');
    expect(await tree.treeHashOf('HEAD')).toBe(before);
    expect(await tree.treeHash()).toBe(before);
  });

  it('does not take files that a sparse checkout leaves out for deleted ones', async () => {
    const before = await tree.treeHash();
    await repository.git('sparse-checkout', 'set', '--no-cone', '/README.md');
    expect((await readdir(repository.path)).includes('src')).toBe(false);
    expect(await tree.treeHash()).toBe(before);
  });
});

it('leaves the index, the objects and the temporary folder as they were', async () => {
  await repository.write('src/new.ts', 'never seen before\n');
  await repository.write('src/a.ts', 'nor this\n');
  const index = await readFile(at('.git/index'));
  const objects = await repository.git('count-objects', '--verbose');
  const temporary = join(repository.path, '..', 'temporary');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  await tree.treeHash();
  expect((await readFile(at('.git/index'))).equals(index)).toBe(true);
  expect(await repository.git('count-objects', '--verbose')).toBe(objects);
  expect(await readdir(temporary)).toEqual([]);
});

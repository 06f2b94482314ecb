import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../../test/editor/scratchRepository.js';
import { GitProcess } from '../gitProcess.js';
import { isSameChange } from './isSameChange.js';

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const numbers = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`);
/** Forty lines, some of which are others. */
const lines = (changed: Readonly<Record<number, string>> = {}): string =>
  numbers.map((line, index) => changed[index + 1] ?? line).join('');

let repository: ScratchRepository;
let approved: string;

const git = (...words: string[]): Promise<string> => repository.git(...words);
const head = (): Promise<string> => git('rev-parse', 'HEAD');

async function commit(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) await repository.write(path, text);
  await git('add', '--all');
  await git('commit', '--quiet', '--message=Change');
}

/** Commits on main, where the lane is not. */
async function onMain(files: Readonly<Record<string, string>>): Promise<void> {
  await git('switch', '--quiet', 'main');
  await commit(files);
  await git('switch', '--quiet', 'lane');
}

async function holds(onto = 'main'): Promise<boolean> {
  const commonDir = join(repository.path, '.git');
  const gitIn = (directory: string) => new GitProcess(directory, environment);
  return isSameChange({ commonDir, git: gitIn(commonDir), gitIn }, { from: approved, to: await head(), onto });
}

beforeEach(async () => {
  repository = await makeScratchRepository('rebased', { files: { 'a.txt': lines() } });
  await git('switch', '--quiet', '-c', 'lane');
  await commit({ 'a.txt': lines({ 10: 'ten\n' }) });
  await commit({ 'a.txt': lines({ 10: 'ten\n', 20: 'twenty\n' }), 'new.py': 'if a:\n  b()\n' });
  approved = await head();
});
afterEach(() => repository.remove());

describe('the change of a branch', () => {
  it('stays the same over a rebase, also where the base changed other lines of the same file', async () => {
    await onMain({ 'b.txt': 'b\n', 'a.txt': lines({ 1: 'one\n', 40: 'forty\nforty-one\n' }) });
    await git('rebase', '--quiet', 'main');
    expect(await head()).not.toBe(approved);
    expect(await holds()).toBe(true);
  });

  it('stays the same in one commit, in another order, with other messages, and with the base merged into it', async () => {
    await git('reset', '--quiet', '--soft', 'main');
    await git('commit', '--quiet', '--message=All at once');
    expect(await holds()).toBe(true);
    await git('commit', '--quiet', '--amend', '--message=Once more');
    expect(await holds()).toBe(true);
    await onMain({ 'b.txt': 'b\n' });
    await git('merge', '--quiet', '--no-edit', 'main');
    expect(await holds()).toBe(true);
  });

  it.each([
    ['a line', { 'a.txt': lines({ 10: 'ten\n', 20: 'twenty!\n' }) }],
    ['a space at the beginning of a line', { 'new.py': 'if a:\nb()\n' }],
    ['one more file', { 'more.txt': '' }],
    ['a line that only moved', { 'a.txt': lines({ 10: 'ten\n', 21: 'twenty\n' }) }],
  ])('is another one when %s was edited with the rebase', async (_, files) => {
    await onMain({ 'b.txt': 'b\n' });
    await git('rebase', '--quiet', 'main');
    expect(await holds()).toBe(true);
    for (const [path, text] of Object.entries(files)) await repository.write(path, text);
    await git('add', '--all');
    await git('commit', '--quiet', '--amend', '--no-edit');
    expect(await holds()).toBe(false);
  });

  it('is another one when a file became a program', async () => {
    await git('update-index', '--chmod=+x', 'a.txt');
    await git('commit', '--quiet', '--amend', '--no-edit');
    expect(await holds()).toBe(false);
  });

  it('is another one when the base changed the same lines, also as the branch did', async () => {
    await onMain({ 'a.txt': lines({ 20: 'zwanzig\n' }) });
    await git('rebase', '--quiet', '--strategy-option=theirs', 'main');
    expect(await holds()).toBe(false);
    await git('reset', '--quiet', '--hard', approved);
    await onMain({ 'a.txt': lines({ 20: 'twenty\n' }) });
    await git('rebase', '--quiet', '--strategy-option=theirs', 'main');
    expect(await git('diff', '--stat', 'main', 'HEAD')).toContain('a.txt');
    expect(await holds()).toBe(false);
  });

  it('is another one when a commit was left out, when nothing is left, and when the base went back', async () => {
    await git('reset', '--quiet', '--hard', 'HEAD~1');
    expect(await holds()).toBe(false);
    await git('reset', '--quiet', '--hard', 'main');
    expect(await holds()).toBe(false);
    await onMain({ 'b.txt': 'b\n' });
    await git('switch', '--quiet', '-C', 'lane', approved);
    await git('rebase', '--quiet', 'main');
    approved = await head();
    await git('rebase', '--quiet', '--onto', 'main~1', 'main');
    expect(await holds()).toBe(false);
  });

  it('is unknown, and so not the same, when the commit is gone', async () => {
    approved = '1234567890123456789012345678901234567890';
    expect(await holds()).toBe(false);
    expect(await holds('no-such-branch')).toBe(false);
  });
});

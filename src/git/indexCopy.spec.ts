import { lstatSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeScratchRepository, type ScratchRepository } from '../../test/editor/scratchRepository.js';
import { GitProcess } from './gitProcess.js';
import { listChanges } from './lane/listChanges.js';
import { changesSince } from './lane/readChanges.js';
import { openWorkTree } from './openWorkTree.js';
import type { WorkTree } from './workTree.js';

let repository: ScratchRepository;
let lane: string;
let git: GitProcess;
let tree: WorkTree;

beforeEach(async () => {
  repository = await makeScratchRepository('index', { files: { 'same.txt': 'same\n', 'other.txt': 'other\n' } });
  lane = await repository.addWorktree('login');
  const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' };
  git = new GitProcess(lane, environment);
  const found = openWorkTree(lane, environment);
  if (found === undefined) throw new Error(`${lane} is in no worktree`);
  tree = found;
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync('.cache/temporary', { recursive: true, force: true });
  return repository.remove();
});

/** Paths that each reader of a worktree's changes tells. */
const readers: readonly (readonly [string, (base: string) => Promise<readonly string[]>])[] = [
  ['the changes that are not committed', async () => (await tree.changes()).map(({ path }) => path)],
  ['a diff', async base => (await tree.diff(base)).map(({ path }) => path)],
  ['the files that a lane changes', async base => (await listChanges(git, base)).map(({ path }) => path)],
  ['the lines that a lane changes', async base => [...(await changesSince(git, base)).files.keys()]],
];

// A program that commits at that moment would find the index locked.
it.each(readers)('the index is not written for %s', async (_, read) => {
  const base = await repository.git('rev-parse', 'HEAD');
  writeFileSync(join(lane, 'other.txt'), 'changed\n');
  utimesSync(join(lane, 'same.txt'), 1_700_000_000, 1_700_000_000);
  const index = join(tree.gitDir, 'index');
  const before = lstatSync(index);
  expect(await read(base)).toEqual(['other.txt']);
  const after = lstatSync(index);
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

it.each([
  ['relative', '.cache/temporary'],
  ['no folder', '/dev/null'],
])('changes are told as well where the folder for temporary files is %s', async (_, temporary) => {
  const base = await repository.git('rev-parse', 'HEAD');
  writeFileSync(join(lane, 'other.txt'), 'changed\n');
  mkdirSync('.cache/temporary', { recursive: true });
  vi.stubEnv('TMPDIR', temporary);
  for (const [, read] of readers) expect(await read(base)).toEqual(['other.txt']);
});

import { lstat, mkdir, readdir, readFile, realpath, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { dayFile } from './dayFile.js';
import { sampleFile } from './sampleFile.js';
import type { Commit, Files } from './shop.js';
import { git, type Tools } from './tools.js';

const mark = 'Created by Stateroom as a sample. “Stateroom: Remove Sample Repository” deletes this folder.\n';

/** Email in the settings of a sample's repository, by which it is recognized. */
const sampleEmail = 'robin@example.com';

export const repositoryName = 'shop';

/** Folder of the repository in samples of version 0.1.0. */
const earlierName = 'harbour';

/**
 * Makes the folder with a repository, and fills it. Leaves nothing behind when it fails or is cancelled.
 * @param home an absolute path where nothing is yet, or an empty folder
 * @returns the main worktree
 * @throws Error with a sentence for people
 */
export async function makeHome(
  home: string,
  tools: Tools,
  fill: (repository: string) => Promise<void>,
): Promise<string> {
  // A file of this name, or an unreadable folder, fails here, before anything is ours.
  const isNew = (await mkdir(home, { recursive: true })) !== undefined;
  if ((await readdir(home)).length > 0) throw new Error(`${home} is not empty: choose another folder.`);
  const repository = join(home, repositoryName);
  await mkdir(repository);
  try {
    await writeFile(join(home, sampleFile), mark);
    await git(tools, repository, ['init', '--quiet', '--initial-branch=main']);
    await git(tools, repository, ['config', 'user.name', 'Robin']);
    await git(tools, repository, ['config', 'user.email', sampleEmail]);
    await fill(repository);
    return repository;
  } catch (error) {
    // Remove only our own entries: others may have been added meanwhile.
    for (const name of [repositoryName, `${repositoryName}.worktrees`, sampleFile, dayFile])
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    if (isNew) await rmdir(home).catch(() => undefined);
    throw error;
  }
}

/** Makes a commit in a worktree; `at` in ms. */
export async function makeCommit(
  tools: Tools,
  folder: string,
  { author, message, files }: Commit,
  at: number,
): Promise<void> {
  await putFiles(folder, files);
  await git(tools, folder, ['add', '--all']);
  const words = ['commit', '--quiet', '--no-verify', `--message=${message}`];
  await git(tools, folder, words, identityOf(author, at));
}

/** Returns the variables that make git record a commit under this name; `at` in ms, default now. */
export function identityOf(name: string, at?: number): Readonly<Record<string, string>> {
  const called = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const email = `${name.toLowerCase()}@example.com`;
  const date = at === undefined ? undefined : new Date(at).toISOString();
  return {
    ...{ GIT_AUTHOR_NAME: called, GIT_AUTHOR_EMAIL: email },
    ...{ GIT_COMMITTER_NAME: called, GIT_COMMITTER_EMAIL: email },
    ...(date === undefined ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }),
  };
}

export async function putFiles(folder: string, files: Files): Promise<void> {
  for (const [file, change] of Object.entries(files)) {
    const path = join(folder, file);
    const isWhole = typeof change === 'string' && !change.startsWith('\n');
    let text = isWhole ? '' : await readFile(path, 'utf8');
    if (typeof change === 'string') text += change;
    else
      for (let at = 0; at < change.length; at += 2) text = text.replace(change[at] ?? '', () => change[at + 1] ?? '');
    await putFile(path, text);
  }
}

export async function putFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

export type Obstacle = 'no-sample' | 'more-in-it' | 'has-remote';

/** Returns the reason why a folder is not just a sample: it must have our mark, our folders alone and no remote. */
export async function sampleObstacle(home: string): Promise<Obstacle | undefined> {
  const isPlain = (await lstat(join(home, sampleFile)).catch(() => undefined))?.isFile() === true;
  const present = isPlain ? await readFile(join(home, sampleFile), 'utf8') : undefined;
  if (present !== mark) return 'no-sample';
  const names = await readdir(home);
  const repository = names.includes(earlierName) ? earlierName : repositoryName;
  for (const name of names) if (!(await isOfSample(home, repository, name))) return 'more-in-it';
  const settings = await readFile(join(home, repository, '.git', 'config'), 'utf8').catch(() => '');
  return /^\s*\[remote /m.test(settings) ? 'has-remote' : undefined;
}

/** The mark alone proves nothing: the repository must be ours, and the other folders its worktrees. */
async function isOfSample(home: string, repository: string, name: string): Promise<boolean> {
  if (name === sampleFile || name === dayFile) return true;
  const folder = join(home, name);
  if ((await lstat(folder)).isDirectory() === false) return false;
  if (name === repository) {
    const settings = await readFile(join(folder, '.git', 'config'), 'utf8').catch(() => '');
    return settings.includes(`email = ${sampleEmail}`);
  }
  const trees = join(await realpath(home), repository, '.git', 'worktrees');
  // Version 0.1.0 made worktrees beside the repository, too.
  if (name !== `${repository}.worktrees`) return name.startsWith(`${repository}-`) && isTreeOfSample(trees, folder);
  for (const lane of await readdir(folder)) if (!(await isTreeOfSample(trees, join(folder, lane)))) return false;
  return true;
}

/** Returns true for a linked worktree of the sample's repository, or the empty folder of a former one. */
async function isTreeOfSample(trees: string, folder: string): Promise<boolean> {
  if ((await lstat(folder)).isDirectory() === false) return false;
  if ((await readdir(folder)).length === 0) return true;
  const text = await readFile(join(folder, '.git'), 'utf8').catch(() => '');
  const target = /^gitdir: (.+)$/m.exec(text)?.[1]?.trim();
  if (target === undefined) return false;
  return dirname(await realpath(resolve(folder, target)).catch(() => '')) === trees;
}

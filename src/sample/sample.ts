import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { branches, type Commit, calls, commits } from './story.js';
import { git, stateroom, type Tools } from './tools.js';

export type { Tools } from './tools.js';

/** The file by which a folder is known as a sample of ours. */
const markFile = '.stateroom-sample';
const mark = 'Made by Stateroom as a sample: “Stateroom: Remove the Sample” removes this folder.\n';

/** The repository's folder within the sample's. */
const repositoryName = 'harbour';

/** What making a sample tells as it goes: how many of how many steps are done. */
export type Progress = (done: number, total: number) => void;

/**
 * Makes a git repository that shows every kind of thing there is: a small project with a history, branches and linked work
 * trees, and a store with work items, a task, a review and a lane. When it fails or is cancelled nothing of it is left.
 *
 * @param home an absolute path where nothing is yet, or an empty folder
 * @returns the main work tree
 * @throws Error with a sentence for people
 */
export async function makeSample(home: string, tools: Tools, progress: Progress = () => undefined): Promise<string> {
  const present = await readdir(home).catch(() => undefined);
  if (present !== undefined && present.length > 0) throw new Error(`${home} is not empty: choose another folder.`);
  const repository = join(home, repositoryName);
  try {
    await mkdir(repository, { recursive: true });
    await writeFile(join(home, markFile), mark);
    await fill(home, repository, tools, progress);
    return repository;
  } catch (error) {
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    if (present !== undefined) await mkdir(home, { recursive: true });
    throw error;
  }
}

async function fill(home: string, repository: string, tools: Tools, progress: Progress): Promise<void> {
  const total = commits.length + branches.length + calls.length;
  let done = 0;
  const step = (): void => progress(++done, total);
  await git(tools, repository, ['init', '--quiet', '--initial-branch=main']);
  await git(tools, repository, ['config', 'user.name', 'Robin']);
  await git(tools, repository, ['config', 'user.email', 'robin@example.com']);
  for (const commit of commits) {
    await make(tools, repository, commit);
    step();
  }
  for (const { branch, commits: own, unfinished = {} } of branches) {
    const folder = join(home, `${repositoryName}-${branch.replace('/', '-')}`);
    await git(tools, repository, ['worktree', 'add', '--quiet', '-b', branch, folder, 'main']);
    for (const commit of own) await make(tools, folder, commit);
    for (const [file, text] of Object.entries(unfinished)) await put(join(folder, file), text);
    step();
  }
  for (const { words, actor, at } of calls) {
    await stateroom(tools, at === undefined ? repository : join(home, at), actor, words);
    step();
  }
}

async function make(tools: Tools, folder: string, { author, date, message, files }: Commit): Promise<void> {
  for (const [file, text] of Object.entries(files)) await put(join(folder, file), text);
  await git(tools, folder, ['add', '--all']);
  const at = `${date}T09:00:00+00:00`;
  const [name, email] = [author, `${author.toLowerCase()}@example.com`];
  await git(tools, folder, ['commit', '--quiet', '--no-verify', `--message=${message}`], {
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: at },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: at },
  });
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Why a folder may not be removed as a sample. */
export type Obstacle = 'no-sample' | 'more-in-it' | 'has-remote';

/** Says whether a folder is a sample and nothing else: our mark, our folders alone, and no remote that somebody added. */
export async function sampleObstacle(home: string): Promise<Obstacle | undefined> {
  const present = await readFile(join(home, markFile), 'utf8').catch(() => undefined);
  if (present !== mark) return 'no-sample';
  const own = new Set([
    ...[markFile, repositoryName, `${repositoryName}.worktrees`],
    ...branches.map(({ branch }) => `${repositoryName}-${branch.replace('/', '-')}`),
  ]);
  if ((await readdir(home)).some(name => !own.has(name))) return 'more-in-it';
  const settings = await readFile(join(home, repositoryName, '.git', 'config'), 'utf8').catch(() => '');
  return /^\s*\[remote /m.test(settings) ? 'has-remote' : undefined;
}

/** Removes a sample's folder; gives why it was left as it is. */
export async function removeSample(home: string): Promise<Obstacle | undefined> {
  const obstacle = await sampleObstacle(home);
  if (obstacle === undefined) await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  return obstacle;
}

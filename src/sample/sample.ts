import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { branchFolder, makeCommit, makeHome, type Obstacle, putFile, sampleObstacle } from './home.js';
import { branches, calls, commits } from './story.js';
import { git, stateroom, type Tools } from './tools.js';

export type { Day, Turn } from './day/playDay.js';
export { playDay } from './day/playDay.js';
export { makeDay, takeDay } from './day/stage.js';
export type { Obstacle } from './home.js';
export { sampleObstacle } from './home.js';
export type { Tools } from './tools.js';

/** What making a sample tells as it goes: how many of how many steps are done. */
export type Progress = (done: number, total: number) => void;

/**
 * Makes a git repository that shows every kind of thing there is: a small project with a history, branches and linked work
 * trees, and a store with work items, a task, a review and a lane. When it fails or is cancelled nothing of it is left.
 *
 * @param home an absolute path where nothing is yet, or an empty folder
 * @returns the main worktree
 * @throws Error with a sentence for people
 */
export async function makeSample(home: string, tools: Tools, progress: Progress = () => undefined): Promise<string> {
  return makeHome(home, tools, repository => fill(home, repository, tools, progress));
}

async function fill(home: string, repository: string, tools: Tools, progress: Progress): Promise<void> {
  const total = commits.length + branches.length + calls.length;
  let done = 0;
  const step = (): void => progress(++done, total);
  for (const commit of commits) {
    await makeCommit(tools, repository, commit);
    step();
  }
  for (const { branch, commits: own, unfinished = {} } of branches) {
    const folder = join(home, branchFolder(branch));
    await git(tools, repository, ['worktree', 'add', '--quiet', '-b', branch, folder, 'main']);
    for (const commit of own) await makeCommit(tools, folder, commit);
    for (const [file, text] of Object.entries(unfinished)) await putFile(join(folder, file), text);
    step();
  }
  for (const { words, actor, at } of calls) {
    await stateroom(tools, at === undefined ? repository : join(home, at), actor, words);
    step();
  }
}

/** Removes a sample's folder; gives why it was left as it is. */
export async function removeSample(home: string): Promise<Obstacle | undefined> {
  const obstacle = await sampleObstacle(home);
  if (obstacle === undefined) await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  return obstacle;
}

import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.js';
import { agents, history, type Step } from './history.js';
import { identityOf, makeCommit, makeHome, type Obstacle, putFiles, sampleObstacle } from './home.js';
import { momentsBefore } from './moments.js';
import { PastProgram } from './pastProgram.js';
import { commits } from './shop.js';
import type { Tools } from './tools.js';

const day = 24 * 60 * 60 * 1000;

export type { Day, Turn } from './day/playDay.js';
export { playDay } from './day/playDay.js';
export { makeDay, takeDay } from './day/stage.js';
export type { Obstacle } from './home.js';
export { sampleObstacle } from './home.js';
export type { Tools } from './tools.js';

export type Progress = (done: number, total: number) => void;

/**
 * Three weeks of work on a web shop up to now. Leaves nothing behind when it fails or is cancelled.
 * @param home an absolute path where nothing is yet, or an empty folder
 * @returns the main worktree
 * @throws Error with a sentence for people
 */
export async function makeSample(home: string, tools: Tools, progress: Progress = () => undefined): Promise<string> {
  return makeHome(home, tools, repository => fill(repository, tools, progress));
}

async function fill(repository: string, tools: Tools, progress: Progress): Promise<void> {
  const now = systemClock.now();
  const moment = momentsBefore(now);
  const steps = history()
    .map(step => ({ ...step, at: moment(step.at) }))
    .sort((one, other) => one.at - other.at);
  const total = commits.length + steps.length;
  let done = 0;
  for (const [index, commit] of commits.entries()) {
    await makeCommit(tools, repository, commit, now - (28 - index) * day);
    progress(++done, total);
  }
  const program = new PastProgram(tools, repository);
  try {
    for (const step of steps) {
      await take(step, step.tree === undefined ? repository : join(`${repository}.worktrees`, step.tree));
      progress(++done, total);
    }
  } finally {
    await program.end();
  }

  async function take(
    { at, by, words = [], input, isOptional, files, message }: Moved,
    directory: string,
  ): Promise<void> {
    if (files !== undefined && message === undefined) return putFiles(directory, files);
    if (files !== undefined) return makeCommit(tools, directory, { author: by, message: message ?? '', files }, at);
    const call = { at, directory, actor: by, agent: agents[by], input, identity: identityOf(by, at) };
    const given = await Promise.all(words.map((word, index) => lineOf(word, join(directory, words[index - 2] ?? ''))));
    await program.call({ ...call, words: given }).catch(error => {
      if (isOptional !== true || tools.signal?.aborted) throw error;
    });
  }
}

type Moved = Omit<Step, 'at'> & { readonly at: number };

/** Replaces `~text` by the number of the line that contains the text. */
async function lineOf(word: string, file: string): Promise<string> {
  if (!word.startsWith('~')) return word;
  const lines = (await readFile(file, 'utf8')).split('\n');
  return String(lines.findIndex(line => line.includes(word.slice(1))) + 1);
}

/** Removes a sample's folder; returns the reason if it was not removed. */
export async function removeSample(home: string): Promise<Obstacle | undefined> {
  const obstacle = await sampleObstacle(home);
  if (obstacle === undefined) await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  return obstacle;
}

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../platform/clock.js';
import { dayFile } from '../dayFile.js';
import { makeCommit, makeHome, sampleObstacle } from '../home.js';
import { commits } from '../shop.js';
import { stateroom, type Tools } from '../tools.js';
import { dayItems } from './dayStory.js';

export interface DayPace {
  /** Time for which each step stays visible, ms. */
  readonly pauseMs: number;
  /** Heartbeat interval of the worker that stops responding, ms; it is DEAD after a hundred of them. */
  readonly beatMs: number;
}

/** About two minutes, with the silent worker DEAD towards the end. */
const usualPace: DayPace = { pauseMs: 2500, beatMs: 600 };

/**
 * Leaves nothing behind when it fails or is cancelled.
 * @param home an absolute path where nothing is yet, or an empty folder
 * @returns the main worktree
 * @throws Error with a sentence for people
 */
export async function makeDay(
  home: string,
  tools: Tools,
  progress: (done: number, total: number) => void = () => undefined,
  pace: DayPace = usualPace,
): Promise<string> {
  const total = commits.length + dayItems.length;
  let done = 0;
  return makeHome(home, tools, async repository => {
    for (const [index, commit] of commits.entries()) {
      await makeCommit(tools, repository, commit, systemClock.now() - (commits.length - index) * 24 * 60 * 60 * 1000);
      progress(++done, total);
    }
    for (const { id, title, label } of dayItems) {
      await stateroom(tools, repository, 'plan-agent', ['queue', 'add', title, '--id', id, '--label', label]);
      progress(++done, total);
    }
    await writeFile(join(home, dayFile), JSON.stringify(pace));
  });
}

/** Undefined for all but one caller: removing the file decides the race. The folder must be an intact sample. */
export async function takeDay(home: string): Promise<DayPace | undefined> {
  const pace = await readPace(home);
  if (pace === undefined || (await sampleObstacle(home)) !== undefined) return undefined;
  return rm(join(home, dayFile)).then(
    () => pace,
    () => undefined,
  );
}

async function readPace(home: string): Promise<DayPace | undefined> {
  try {
    const { pauseMs, beatMs } = JSON.parse(await readFile(join(home, dayFile), 'utf8')) as Partial<DayPace>;
    return typeof pauseMs === 'number' && typeof beatMs === 'number' ? { pauseMs, beatMs } : undefined;
  } catch {
    return undefined;
  }
}

import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Counts, count } from './count.js';
import { Lanes } from './lanes.js';
import { inOneFolder, inWorktrees } from './plain.js';
import { tasks, writeProject } from './project.js';
import type { Programs } from './session.js';
import { World } from './world.js';

export const ways = ['folder', 'worktrees', 'stateroom'] as const;
export type Way = (typeof ways)[number];

export interface Order {
  readonly way: Way;
  readonly agents: number;
  /** How many rows of the table, from the first one. */
  readonly tasks: number;
  readonly seed: number;
  /** An empty or missing folder; removed at the end. */
  readonly place: string;
  readonly programs: Programs;
}

export interface Outcome extends Counts {
  /** Bytes of the list of tools of a session in a lane, and commands of the person; 0 without Stateroom. */
  readonly fixedBytes: number;
  readonly acts: number;
}

/** Runs agents in a repository of their own, and counts what came of it. */
export async function runWay({ way, agents, tasks: some, seed, place, programs }: Order): Promise<Outcome> {
  const root = join(place, 'shop');
  mkdirSync(root, { recursive: true });
  const world = new World(tasks.slice(0, some), environment(programs, place), seed);
  try {
    writeProject(root, world.tasks);
    await world.git(root, 'init', '-q', '-b', 'main');
    await world.git(root, 'config', 'user.name', 'Ada');
    await world.git(root, 'config', 'user.email', 'ada@example.com');
    await world.git(root, 'config', 'gc.auto', '0');
    await world.git(root, 'add', '.');
    await world.git(root, 'commit', '-q', '-m', 'Begin');
    const began = performance.now();
    let [fixedBytes, acts] = [0, 0];
    if (way === 'folder') await inOneFolder(world, root, agents);
    else if (way === 'worktrees') await inWorktrees(world, root, agents);
    else {
      const lanes = new Lanes(world, root, programs);
      await lanes.run(agents).finally(() => lanes.end());
      ({ fixedBytes, acts } = lanes);
    }
    return { ...(await count(world, root, (performance.now() - began) / 1000)), fixedBytes, acts };
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function environment({ node }: Programs, place: string): Record<string, string> {
  return {
    PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
    HOME: join(place, 'home'),
    LANG: 'C.UTF-8',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
}

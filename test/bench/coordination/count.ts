import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, isIn, type Slice } from './project.js';
import type { World } from './world.js';

/** What came of one way of working. */
export interface Counts {
  readonly tasks: number;
  /** Slices that an agent had committed, or called done, and that the merged tree does not have whole and once. */
  readonly lost: readonly string[];
  /** Tasks that were begun while, or after, another agent worked on them. */
  readonly twice: readonly number[];
  /** Tasks whose test passes on the merged tree. */
  readonly green: number;
  /** Slices whose edits had to be made again; and those of tasks whose agent was killed. */
  readonly again: number;
  readonly againAfterKill: number;
  readonly returned: number;
  readonly refused: number;
  /** Calls and bytes by which agents coordinated, by kind. */
  readonly coordination: readonly (readonly [string, { readonly calls: number; readonly bytes: number }])[];
  readonly seconds: number;
}

/** Counts on a fresh checkout of main, by the ids of patches and by the tests. */
export async function count(world: World, root: string, seconds: number): Promise<Counts> {
  const tree = `${root}.merged`;
  await world.git(root, 'worktree', 'add', '-q', '--detach', tree, 'main');
  const lost: string[] = [];
  let green = 0;
  for (const task of world.tasks) {
    for (const slice of task.slices) {
      const commits = [...(world.commits.get(slice.message) ?? [])];
      if (commits.length === 0 && !world.done.has(task.number)) continue;
      if (!(hasLines(tree, slice) && (await hasPatch(world, root, slice, commits)))) lost.push(slice.message);
    }
    if ((await world.run(tree, ['node', 'test/run.mjs', String(task.number)])).code === 0) green += 1;
  }
  return {
    tasks: world.tasks.length,
    lost,
    twice: [...world.takes].filter(([, times]) => times > 1).map(([number]) => number),
    green,
    again: world.again.length,
    againAfterKill: world.again.filter(({ task }) => world.killed.has(task)).length,
    returned: world.returned,
    refused: world.refused,
    coordination: [...world.coordination].sort(([, left], [, right]) => right.bytes - left.bytes),
    seconds,
  };
}

function hasLines(tree: string, slice: Slice): boolean {
  return slice.changes.every(change => {
    const path = join(tree, change.file);
    return isIn(change, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  });
}

/** Whether main has a patch of one of the commits, as far as it concerns the files of the slice; true if there are none. */
async function hasPatch(world: World, root: string, slice: Slice, commits: readonly string[]): Promise<boolean> {
  if (commits.length === 0) return true;
  const idsOf = async (words: readonly string[]): Promise<string[]> => {
    const patches = await world.git(root, ...words, '-p', '-U0', '--', ...filesOf(slice));
    const { output } = await world.run(root, ['git', 'patch-id', '--stable'], {}, patches);
    return output.split('\n').map(line => line.split(' ')[0] ?? '');
  };
  const own = await idsOf(['show', ...commits]);
  const merged = new Set(await idsOf(['log', 'main']));
  return own.some(id => id !== '' && merged.has(id));
}

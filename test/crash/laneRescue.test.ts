import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answer, cleanEnvironment, git, writeIn } from '../contract/cliRig.js';
import { makeLaneRepository, spawnLane } from '../contract/laneRig.js';
import {
  cleanFiles,
  cleanSettings,
  DirtyTree,
  dirtyActs,
  dirtyConflicts,
  random,
  type Some,
  writeLargeBinary,
} from '../support/dirtyTree.js';
import { sized } from './support/size.js';

const actor = 'ada';

/** Trees among which all acts are dealt out once. */
const treesADeal = 3;
const trees =
  process.env.STATEROOM_RESCUES === undefined ? sized(200, treesADeal) : Number(process.env.STATEROOM_RESCUES);

/** Written again with the lane. */
const ours = ['.env.stateroom', '.worker-ctx.json'];

interface Plan {
  /** What is done to the tree, in this order. */
  readonly acts: readonly string[];
  readonly hasLargeBinary: boolean;
  /** Whether its branches are gone as well by the time it is restored. */
  readonly losesBranches: boolean;
}

/** Every act in each three trees, in another company and order each time; every second tree stops in an operation. */
function planOf(number: number): Plan {
  const deal = Math.floor((number - 1) / treesADeal);
  const dealt = shuffled(Object.keys(dirtyActs), random(deal * 7919 + 1));
  const acts = dealt.filter((_, index) => index % treesADeal === (number - 1) % treesADeal);
  const some = random(number * 104_729);
  const conflicts = Object.keys(dirtyConflicts);
  const conflict = number % 2 === 0 ? [] : [conflicts[((number - 1) / 2) % conflicts.length] ?? ''];
  const at = some(acts.length + 1);
  return {
    acts: [...acts.slice(0, at), ...conflict, ...acts.slice(at)],
    hasLargeBinary: number % 10 === 2,
    losesBranches: number % 3 === 0,
  };
}

function shuffled(names: readonly string[], some: Some): string[] {
  const left = [...names];
  return names.map(() => left.splice(some(left.length), 1)[0] ?? '');
}

/** On `main`: a repository with something of all that the acts change, whose agents may cancel. */
function makeFullRepository(): string {
  const repository = makeLaneRepository();
  for (const [name, value] of Object.entries(cleanSettings)) git(repository, 'config', name, value);
  writeIn(repository, '.stateroom/config.json', '{"lane":{"agentsMayReview":true}}\n');
  writeIn(repository, 'README.md', 'Read me\n');
  for (const [path, text] of Object.entries(cleanFiles)) writeIn(repository, path, text);
  git(repository, 'add', '.');
  git(repository, 'commit', '-q', '-m', 'Files');
  git(repository, 'push', '-q', 'origin', 'main');
  return repository;
}

describe('a dirty worktree that is cancelled and restored', () => {
  it.each(Array.from({ length: trees }, (_, index) => index + 1))('is what it was: tree %i', async number => {
    const plan = planOf(number);
    const did = `${plan.acts.join(', ')}${plan.hasLargeBinary ? ', 20 MB' : ''}`;
    const repository = makeFullRepository();
    const { worktreePath, branch } = await spawnLane(repository, 'login', ['--no-fetch']);
    const tree = new DirtyTree(worktreePath, cleanEnvironment());
    const some = random(number * 7919);
    const acts = { ...dirtyActs, ...dirtyConflicts };
    for (const name of plan.acts) acts[name]?.(tree, some);
    if (plan.hasLargeBinary) writeLargeBinary(tree, number);
    const before = tree.look(ours);

    const cancelled = await answer(['worker', 'cancel', 'login'], { cwd: repository, actor });
    // 20 MB of ignored files are the most that is kept of such.
    expect(cancelled, did).toMatchObject({ state: 'FAILED', status: 'closed', worktree: 'removed', leftBehind: [] });
    expect(existsSync(worktreePath)).toBe(false);
    expect(git(repository, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
    // As a month later: what nothing refers to is gone.
    if (plan.losesBranches) git(repository, 'branch', '-q', '-D', branch);
    git(repository, 'reflog', 'expire', '--expire=now', '--all');
    git(repository, 'prune', '--expire=now');

    const restored = await answer(['worker', 'restore', 'login'], { cwd: repository, actor });
    expect(restored, did).toMatchObject({ state: 'ASSIGNED', status: 'active', missingSecrets: [] });
    expect(tree.look(ours), did).toEqual(before);
    expect(git(repository, 'fsck', '--connectivity-only', '--no-dangling')).toBe('');
    expect(existsSync(join(worktreePath, '.env.stateroom'))).toBe(true);
  });
});

import type { GitProcess } from '../gitProcess.js';
import type { GitPlace } from './lanePlace.js';

export interface BranchPair {
  readonly branch: string;
  readonly base: string;
}

/** In commits. */
export interface BranchDistance {
  readonly ahead: number;
  readonly behind: number;
}

/** Omits missing branches and those without a base, which is the local and the remote branch together. Starts three processes. */
export async function branchDistances(
  { git }: Pick<GitPlace, 'git'>,
  pairs: readonly BranchPair[],
): Promise<ReadonlyMap<string, BranchDistance>> {
  const tips = await tipsOf(git, pairs);
  const present = pairs.flatMap(({ branch, base }) => {
    const tip = tips.get(local(branch));
    const bases = [local(base), remote(base)].flatMap(name => tips.get(name) ?? []);
    return tip === undefined || bases.length === 0 ? [] : [{ branch, tip, bases }];
  });
  const parents = await historyOf(git, [...new Set(present.flatMap(({ tip, bases }) => [tip, ...bases]))]);
  const reached = new Map<string, ReadonlySet<string>>();
  const reach = (starts: readonly string[]): ReadonlySet<string> => {
    const key = starts.join(' ');
    const found = reached.get(key) ?? reachable(starts, parents);
    reached.set(key, found);
    return found;
  };
  return new Map(
    present.map(({ branch, tip, bases }) => {
      const own = reach([tip]);
      const others = reach(bases);
      return [branch, { ahead: countMissing(own, others), behind: countMissing(others, own) }];
    }),
  );
}

const local = (branch: string): string => `refs/heads/${branch}`;
const remote = (branch: string): string => `refs/remotes/origin/${branch}`;

async function tipsOf(git: GitProcess, pairs: readonly BranchPair[]): Promise<ReadonlyMap<string, string>> {
  const names = new Set(pairs.flatMap(({ branch, base }) => [local(branch), local(base), remote(base)]));
  if (names.size === 0) return new Map();
  const listed = await git.text(['for-each-ref', '--format=%(objectname) %(refname)', ...names]);
  const lines = listed.split('\n').filter(line => line !== '');
  const all = lines.map(line => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))] as const);
  // A pattern also matches everything below it.
  return new Map(all.filter(([name]) => names.has(name)));
}

/** Returns the parents of all commits that some tips lack; shared commits make no difference. */
async function historyOf(git: GitProcess, tips: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (tips.length < 2) return new Map();
  const { stdout: shared } = await git.run(['merge-base', '--octopus', ...tips], { answers: [1] });
  const without = shared.split('\n').flatMap(commit => (commit === '' ? [] : `^${commit}`));
  const input = [...tips, ...without].map(line => `${line}\n`).join('');
  const lines = (await git.text(['rev-list', '--parents', '--stdin'], { input })).split('\n');
  return new Map(
    lines.map(line => {
      const [commit = '', ...parents] = line.split(' ');
      return [commit, parents];
    }),
  );
}

function reachable(starts: readonly string[], parents: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const next = [...starts];
  for (let commit = next.pop(); commit !== undefined; commit = next.pop()) {
    const above = parents.get(commit);
    if (above === undefined || found.has(commit)) continue;
    found.add(commit);
    next.push(...above);
  }
  return found;
}

function countMissing(these: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const commit of these) if (!others.has(commit)) count += 1;
  return count;
}

import { GitFailure } from '../gitFailure.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import type { GitPlace } from './lanePlace.js';
import { listCommitsByReflog } from './reflogBranches.js';

/** A stash, or the tip of commits that no branch, tag or worktree reaches. */
export interface LostCommit {
  readonly kind: 'stash' | 'droppedStash' | 'commit';
  readonly commit: string;
  readonly subject: string;
  readonly author: string;
  /** ms UTC. */
  readonly committedAt: number;
  /** Branch that it was made on, by reflog or stash. */
  readonly branch: string | undefined;
  /** Number of commits that only this one reaches, itself included. */
  readonly commits: number;
  /** Number of files that differ from the last commit that is not lost. */
  readonly files: number;
}

interface LostQuery {
  /** Earliest commit time, ms UTC. */
  readonly since: number;
  readonly signal?: AbortSignal | undefined;
  /** Max duration of the search of all objects, ms; afterwards only commits in reflogs are listed. */
  readonly searchMs?: number;
}

interface FoundLost {
  readonly found: readonly LostCommit[];
  /** False if the search of all objects timed out. */
  readonly isComplete: boolean;
}

interface RawCommit {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly committedAt: number;
  readonly author: string;
  readonly subject: string;
}

const searchMs = 20_000;
/** A partial clone would fetch everything that was ever lost. */
const offline = { GIT_NO_LAZY_FETCH: '1' } as const;
const format = '--format=%H%n%T%n%P%n%ct%n%an%n%s';
const stashFormat = '--format=%H%n%T%n%P%n%ct%n%an%n%gs';
/** Subjects by `git stash`: `WIP on main: 1a2b3c4 Add`, `On main: half done`. */
const stashSubject = /^(?:WIP on|On) (.+?): /;
/** Subjects of a stash's parts: its index and its untracked files. */
const partSubject = /^(?:index|untracked files) on .+?: /;
/** Pruned backups must not be found again. */
const ofRescue = /^Rescue of lane /;

/** Read-only. */
export async function findLostCommits(
  place: GitPlace,
  { since, signal, searchMs: limit = searchMs }: LostQuery,
): Promise<FoundLost> {
  const { git } = place;
  const stashes = await readStashes(git);
  const searched = await unreachable(git, signal, limit);
  const raw = await readCommits(git, searched ?? (await unreachableByReflog(git)));
  const known = new Map(raw.map(one => [one.commit, one]));
  const isParent = new Set(raw.flatMap(({ parents }) => parents));
  const isStashed = new Set(stashes.map(({ commit }) => commit));
  const tips = raw.filter(
    ({ commit, subject }) => !isParent.has(commit) && !isStashed.has(commit) && !ofRescue.test(subject),
  );
  const recent = [...stashes, ...tips].filter(({ committedAt }) => committedAt >= since);
  if (recent.length === 0) return { found: [], isComplete: searched !== undefined };
  const branches = await listCommitsByReflog(git);
  const pairs = recent.map(one => pairOf(one, known));
  const counts = await countFiles(git, pairs);
  const found = recent.map((one, at): LostCommit => {
    const { commit, subject, author, committedAt } = one;
    const isStash = isStashed.has(commit);
    const hasStashShape = isStashShape(one);
    return {
      kind: isStash ? 'stash' : hasStashShape ? 'droppedStash' : 'commit',
      commit,
      subject,
      author,
      committedAt,
      branch: hasStashShape || isStash ? stashSubject.exec(subject)?.[1] : branches.get(commit),
      commits: hasStashShape || isStash ? 1 : (pairs[at]?.commits ?? 1),
      files: counts[at] ?? 0,
    };
  });
  found.sort((one, other) => other.committedAt - one.committedAt || (one.commit < other.commit ? -1 : 1));
  return { found, isComplete: searched !== undefined };
}

/** A stash has its base, its index and sometimes its untracked files as parents. */
export function isStashShape({ parents, subject }: Pick<RawCommit, 'parents' | 'subject'>): boolean {
  return (parents.length === 2 || parents.length === 3) && stashSubject.test(subject);
}

/** Matches a stash's commit of the index or of untracked files. */
export function isStashPart({ parents, subject }: Pick<RawCommit, 'parents' | 'subject'>): boolean {
  return parents.length <= 1 && partSubject.test(subject);
}

/** Returns commits in the order of `ids`. */
export async function readCommits(git: GitProcess, ids: readonly string[]): Promise<RawCommit[]> {
  if (ids.length === 0) return [];
  const input = ids.map(id => `${id}\n`).join('');
  const args = ['log', '--no-walk=unsorted', '--stdin', '-z', '--no-show-signature', format];
  return rawCommits(await git.text(args, { input, variables: offline }));
}

function rawCommits(text: string): RawCommit[] {
  return splitNul(text).map(entry => {
    const [commit = '', tree = '', parents = '', seconds, author = '', ...subject] = entry.split('\n');
    return {
      commit,
      tree,
      parents: parents === '' ? [] : parents.split(' '),
      committedAt: Number(seconds) * 1000,
      author,
      subject: subject.join(' '),
    };
  });
}

async function readStashes(git: GitProcess): Promise<RawCommit[]> {
  if ((await git.line(['rev-parse', '--verify', '--quiet', 'refs/stash'])) === undefined) return [];
  return rawCommits(await git.text(['log', '-g', '-z', '--no-show-signature', stashFormat, 'refs/stash', '--']));
}

/** Returns undefined after `limit` ms. */
async function unreachable(
  git: GitProcess,
  stop: AbortSignal | undefined,
  limit: number,
): Promise<string[] | undefined> {
  const timeout = AbortSignal.timeout(limit);
  const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
  const args = ['fsck', '--unreachable', '--no-reflogs', '--connectivity-only', '--no-dangling', '--no-progress'];
  // Other problems of the repository also set the exit code.
  const answers = Array.from({ length: 32 }, (_, code) => code);
  try {
    const text = await git.text(args, { answers, signal, variables: offline });
    return [...text.matchAll(/^unreachable commit ([0-9a-f]+)$/gm)].map(([, id = '']) => id);
  } catch (error) {
    if (stop?.aborted === true || !timeout.aborted) throw error;
    return undefined;
  }
}

/** Faster; limited to reflogs. */
async function unreachableByReflog(git: GitProcess): Promise<string[]> {
  const listed = await git.text(['worktree', 'list', '--porcelain']);
  const heads = [...listed.matchAll(/^HEAD ([0-9a-f]+)$/gm)].map(([, id = '']) => id).filter(id => !/^0+$/.test(id));
  const text = await git
    .text(['rev-list', '--reflog', '--ignore-missing', '--not', '--all', ...heads, '--'], { variables: offline })
    .catch(error => {
      if (error instanceof GitFailure) return '';
      throw error;
    });
  return text.split('\n').filter(line => line !== '');
}

interface TreePair {
  /** The last commit that is not lost, and the lost one; the first is undefined if everything is lost. */
  readonly trees: readonly (readonly [before: string | undefined, after: string])[];
  readonly commits: number;
}

/** Compares the commit with its first ancestor, by first parents, that is not lost. */
function pairOf(tip: RawCommit, known: ReadonlyMap<string, RawCommit>): TreePair {
  if (isStashShape(tip)) {
    const [base, , untracked] = tip.parents;
    const whole = untracked === undefined ? [] : ([[undefined, `${untracked}^{tree}`]] as const);
    return { trees: [[`${base}^{tree}`, tip.tree], ...whole], commits: 1 };
  }
  let commits = 1;
  let [parent] = tip.parents;
  for (let next = known.get(parent ?? ''); next !== undefined; next = known.get(parent ?? '')) {
    commits += 1;
    [parent] = next.parents;
  }
  return { trees: [[parent === undefined ? undefined : `${parent}^{tree}`, tip.tree]], commits };
}

function countFiles(git: GitProcess, pairs: readonly TreePair[]): Promise<number[]> {
  const flat = pairs.flatMap(({ trees }, pair) => trees.map(([before, after]) => ({ pair, before, after })));
  return sumFiles(git, pairs.length, flat);
}

/** Sums differing files by `pair`. Trees may be any revision; `before` is undefined for no files, missing trees count 0. */
export async function sumFiles(
  git: GitProcess,
  length: number,
  asked: readonly { readonly pair: number; readonly before: string | undefined; readonly after: string }[],
): Promise<number[]> {
  const sums = Array.from({ length }, () => 0);
  const names = [...new Set(asked.flatMap(({ before, after }) => (before === undefined ? [after] : [before, after])))];
  const checked = await git.text(['cat-file', '--batch-check=%(objectname)'], {
    input: names.map(name => `${name}\n`).join(''),
    variables: offline,
  });
  const ids = new Map(checked.split('\n').map((id, at) => [names[at] ?? '', /^[0-9a-f]+$/.test(id) ? id : undefined]));
  const empty = (await git.text(['hash-object', '-t', 'tree', '--stdin'])).trim();
  const pairs = asked.flatMap(({ pair, before, after }) => {
    const [from, to] = [before === undefined ? empty : ids.get(before), ids.get(after)];
    return from === undefined || to === undefined || from === to ? [] : [{ pair, line: `${from} ${to}` }];
  });
  if (pairs.length === 0) return sums;
  const input = [...new Set(pairs.map(({ line }) => `${line}\n`))].join('');
  const text = await git.text(['diff-tree', '--stdin', '-r', '-z', '--name-only', '--no-renames'], {
    input,
    variables: offline,
  });
  const counts = new Map<string, number>();
  let line = '';
  for (const part of text.split(/[\0\n]/)) {
    if (/^[0-9a-f]{40,64} [0-9a-f]{40,64}$/.test(part)) line = part;
    else if (part !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  for (const { pair, line: of } of pairs) sums[pair] = (sums[pair] ?? 0) + (counts.get(of) ?? 0);
  return sums;
}

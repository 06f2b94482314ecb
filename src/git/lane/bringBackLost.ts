import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../../platform/temporaryFolder.js';
import type { GitProcess } from '../gitProcess.js';
import type { Rescue } from '../rescue/rescue.js';
import { branchCommit, createBranch } from './branches.js';
import { restoreTree } from './keepTrees.js';
import type { LanePlace } from './lanePlace.js';
import { isStashPart, isStashShape, readCommits } from './lostCommits.js';
import { treeWithoutSecrets } from './withoutSecrets.js';

export interface FoundCommit {
  readonly commit: string;
  readonly isStash: boolean;
}

/** Takes a full or abbreviated id; returns undefined if it is missing or ambiguous. */
export async function lostCommitAt({ git }: LanePlace, id: string): Promise<FoundCommit | undefined> {
  if (!/^[0-9a-f]{7,64}$/i.test(id)) return undefined;
  const commit = await git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${id}^{commit}`]);
  const [found] = commit === undefined ? [] : await readCommits(git, [commit]);
  return found && { commit: found.commit, isStash: isStashShape(found) };
}

/**
 * Turns a stash into commits: its index, if that differs, then all files, including new ones. Leaves out files that look like
 * secrets, also of a stash's part; returns the base if nothing else changed. Returns other commits unchanged. New commits
 * have no reference yet.
 */
export async function commitsOfLost(place: LanePlace, { commit, isStash }: FoundCommit): Promise<BroughtBack> {
  const [found] = await readCommits(place.git, [commit]);
  if (found === undefined) return { commit, leftOut: [] };
  if (!isStash) return isStashPart(found) ? commitOfPart(place, found) : { commit, leftOut: [] };
  const { git } = place;
  const [base = '', stagedId = '', untracked] = found.parents;
  const [staged] = await readCommits(git, [stagedId]);
  const below = staged === undefined ? { commit: base, leftOut: [] } : await commitOfPart(place, staged);
  const whole = await treeWithoutSecrets(place, base, [found.tree, ...(untracked === undefined ? [] : [untracked])]);
  const [baseTree, belowTree] = (await git.text(['rev-parse', `${base}^{tree}`, `${below.commit}^{tree}`])).split('\n');
  const leftOut = [...new Set([...below.leftOut, ...whole.leftOut])].sort();
  const parent = belowTree === whole.tree || belowTree === baseTree ? base : below.commit;
  if (parent === base && whole.tree === baseTree) return { commit: base, leftOut };
  return { commit: await commitLike(git, { tree: whole.tree, parent, like: commit }), leftOut };
}

interface BroughtBack {
  readonly commit: string;
  /** Sorted. */
  readonly leftOut: string[];
}

async function commitOfPart(
  place: LanePlace,
  { commit, tree, parents }: { commit: string; tree: string; parents: readonly string[] },
): Promise<BroughtBack> {
  const [parent] = parents;
  const kept = await treeWithoutSecrets(place, parent, [tree]);
  if (kept.leftOut.length === 0) return { commit, leftOut: [] };
  const isEmpty = parent !== undefined && kept.tree === (await place.git.line(['rev-parse', `${parent}^{tree}`]));
  if (isEmpty) return { commit: parent, leftOut: kept.leftOut };
  return { commit: await commitLike(place.git, { tree: kept.tree, parent, like: commit }), leftOut: kept.leftOut };
}

/** Copies author, time and message. */
async function commitLike(
  git: GitProcess,
  { tree, parent, like, message }: { tree: string; parent: string | undefined; like: string; message?: string },
): Promise<string> {
  const show = ['log', '--max-count=1', '--no-show-signature', '--format=%an%n%ae%n%ad%n%B', '--date=raw', like, '--'];
  const [name = '', email = '', date = '', ...said] = (await git.text(show)).split('\n');
  const variables = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
  const args = [
    '-c',
    'commit.gpgSign=false',
    'commit-tree',
    tree,
    ...(parent === undefined ? [] : ['-p', parent]),
    '-F',
    '-',
  ];
  return (await git.text(args, { input: message ?? said.join('\n').trimEnd(), variables })).trim();
}

/** Commits a backup like `git add --all`, without ignored files and those that look like secrets; its base if nothing remains. */
export async function commitOfRescue(
  place: LanePlace,
  rescue: Rescue,
): Promise<{ readonly commit: string } | { readonly refused: string }> {
  const { head, secrets, lane } = rescue.manifest;
  const folder = await makeTemporaryFolder('lost');
  const directory = join(folder, 'tree');
  try {
    const answer = await restoreTree(place, rescue, directory, { detached: true });
    if (answer.outcome === 'refused') return { refused: answer.text };
    const inside = place.gitIn(directory);
    await inside.run(['add', '--all']);
    const input = secrets.map(({ path }) => `:(top,literal)${path}\0`).join('');
    if (input !== '')
      await inside.run(['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul'], { input });
    const tree = (await inside.text(['write-tree'])).trim();
    if (tree === (await inside.text(['rev-parse', 'HEAD^{tree}'])).trim()) return { commit: head };
    const message = `Uncommitted work of lane ${lane}`;
    return { commit: await commitLike(place.git, { tree, parent: head, like: rescue.commit, message }) };
  } finally {
    await place.git.run(['worktree', 'remove', '--force', directory], { answers: [128] });
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a branch at a commit without a checkout. If the name is taken at another commit, uses the next free name with
 * `mayRename`, else returns undefined. `made` is false for an existing branch at the commit.
 */
export async function branchForLost(
  place: LanePlace,
  { branch, commit, mayRename }: { branch: string; commit: string; mayRename: boolean },
): Promise<{ readonly branch: string; readonly made: boolean } | undefined> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? branch : `${branch}-${number}`;
    const present = await branchCommit(place, name);
    if (present === commit) return { branch: name, made: false };
    if (present !== undefined && !mayRename) return undefined;
    if (present !== undefined) continue;
    await createBranch(place, name, commit);
    return { branch: name, made: true };
  }
}

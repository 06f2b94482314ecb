import { lstat, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readRegularFile } from '../../platform/regularFile.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { withIndexCopy } from '../indexCopy.js';
import { requireOwnTree } from '../ownTree.js';
import { isSecretName, isSecretText, maxSecretLength } from '../rescue/secretFile.js';
import type { LanePlace } from './lanePlace.js';

const root = 'refs/stateroom/step/';
/** Latest steps of a lane that are kept. */
const maxSteps = 200;

/** The files of a lane's worktree after a step of its agent, as git would commit them. */
export interface LaneStep {
  /** 1, 2, … of its lane. */
  readonly number: number;
  /** Has no parents: it keeps files, and no commits of the branch. */
  readonly commit: string;
  readonly tree: string;
}

/** Oldest first. */
export async function listSteps({ git }: Pick<LanePlace, 'git'>, lane: string): Promise<LaneStep[]> {
  const lines = await git.text(['for-each-ref', '--format=%(objectname) %(tree) %(refname)', `${root}${lane}/`]);
  return lines
    .split('\n')
    .flatMap(line => {
      const [, commit = '', tree = '', number = ''] = /^(\S+) (\S+) refs\/\S+\/(\d+)$/.exec(line) ?? [];
      return number === '' ? [] : [{ number: Number(number), commit, tree }];
    })
    .sort((one, other) => one.number - other.number);
}

/** Keeps the files of a worktree if they differ from `before`; returns the step and the paths that changed since, or undefined. */
export async function keepStep(
  { git, gitIn }: Pick<LanePlace, 'git' | 'gitIn'>,
  { lane, directory, before }: { readonly lane: string; readonly directory: string; readonly before?: LaneStep },
): Promise<{ readonly step: LaneStep; readonly paths: readonly string[] } | undefined> {
  const inside = gitIn(directory);
  await requireOwnTree(inside);
  const tree = await treeOf(inside);
  if (tree === undefined || tree === before?.tree) return undefined;
  const number = (before?.number ?? 0) + 1;
  const commit = await commitOf(inside, tree, number);
  await git.run(['update-ref', `${root}${lane}/${number}`, commit]);
  if (number > maxSteps) await git.run(['update-ref', '-d', `${root}${lane}/${number - maxSteps}`]);
  return {
    step: { number, commit, tree },
    paths: before === undefined ? [] : await differing(inside, before.tree, tree),
  };
}

/**
 * Gives the worktree the files of a step; commits, branch and index stay. Ignored files and those that look like secrets are in no
 * step, and stay. Returns the changed paths.
 */
export async function restoreStep(
  { gitIn }: Pick<LanePlace, 'gitIn'>,
  { directory, step }: { readonly directory: string; readonly step: LaneStep },
): Promise<readonly string[]> {
  const inside = gitIn(directory);
  await requireOwnTree(inside);
  const present = await treeOf(inside);
  if (present === undefined) throw new Error(`The files of ${directory} cannot be read.`);
  const paths: string[] = [];
  for (const path of await differing(inside, present, step.tree))
    if (!(await isSecret(join(directory, path)))) paths.push(path);
  if (paths.length === 0) return [];
  const there = new Set(splitNul(await inside.text(['ls-tree', '-r', '-z', '--name-only', step.tree])));
  await withIndexCopy(inside, async variables => {
    if (variables.GIT_INDEX_FILE === undefined) throw new Error('The index cannot be copied.');
    for (const path of paths) if (!there.has(path)) await removeFile(directory, path);
    await inside.run(['read-tree', step.tree], { variables });
    const input = paths.flatMap(path => (there.has(path) ? [`${path}\0`] : [])).join('');
    await inside.run(['checkout-index', '--force', '--quiet', '-z', '--stdin'], { variables, input });
  });
  return paths;
}

/** Deletes the steps of an ended lane. */
export async function forgetSteps({ git }: Pick<LanePlace, 'git'>, lane: string): Promise<void> {
  const refs = (await git.text(['for-each-ref', '--format=delete %(refname)', `${root}${lane}/`])).trim();
  if (refs !== '') await git.run(['update-ref', '--stdin'], { input: `${refs}\n` });
}

/** HEAD's tree with what differs in the worktree, without secrets; undefined without a commit, or if the index cannot be copied. */
function treeOf(git: GitProcess): Promise<string | undefined> {
  return withIndexCopy(git, async variables => {
    const head = await git.line(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
    if (variables.GIT_INDEX_FILE === undefined || head === undefined) return undefined;
    const compare = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', head, '--'];
    const changed = splitNul(await git.text(compare, { variables }));
    const others = splitNul(await git.text(['ls-files', '-z', '--others', '--exclude-standard'], { variables }));
    const kept: string[] = [];
    for (const path of [...changed, ...others])
      if (!path.endsWith('/') && !(await isSecret(join(git.directory, path)))) kept.push(path);
    await git.run(['read-tree', head], { variables });
    // Those that are committed too: no step may take them away.
    const secrets = splitNul(await git.text(['ls-files', '-z'], { variables })).filter(isSecretName);
    const without = ['update-index', '--force-remove', '-z', '--stdin'];
    if (secrets.length > 0) await git.run(without, { variables, input: secrets.map(path => `${path}\0`).join('') });
    const input = kept.map(path => `${path}\0`).join('');
    await git.run(['update-index', '--add', '--remove', '-z', '--stdin'], { variables, input });
    return (await git.text(['write-tree'], { variables })).trim();
  });
}

async function isSecret(file: string): Promise<boolean> {
  if (isSecretName(file)) return true;
  const read = await readRegularFile(file, { maxBytes: maxSecretLength, followsLinks: false });
  return read !== undefined && 'content' in read && isSecretText(read.content.toString('latin1'));
}

async function commitOf(git: GitProcess, tree: string, number: number): Promise<string> {
  const variables: Record<string, string> = {};
  for (const who of ['AUTHOR', 'COMMITTER']) {
    variables[`GIT_${who}_NAME`] = 'Stateroom';
    variables[`GIT_${who}_EMAIL`] = 'stateroom@localhost';
  }
  const args = ['-c', 'commit.gpgSign=false', 'commit-tree', tree, '-m', `Step ${number}`];
  return (await git.text(args, { variables })).trim();
}

async function differing(git: GitProcess, one: string, other: string): Promise<string[]> {
  return splitNul(await git.text(['diff-tree', '-r', '-z', '--name-only', '--no-renames', one, other]));
}

/** Removes a file, and the folders that it leaves empty; nothing behind a link. */
async function removeFile(directory: string, path: string): Promise<void> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if ((await lstat(join(directory, folder)).catch(() => undefined))?.isDirectory() !== true) return;
  await rm(join(directory, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    if (
      !(await rmdir(join(directory, folder)).then(
        () => true,
        () => false,
      ))
    )
      return;
}

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RescueManifest, SecretFile } from '../../domain/lane/rescueManifest.js';
import { syncFolder } from '../../platform/files.js';
import { insteadOf } from '../../platform/insteadOf.js';
import { makeOwnFolder, requireOwnFolder } from '../../platform/ownFolder.js';
import { readRegularFile } from '../../platform/regularFile.js';
import { makeTemporaryFolder } from '../../platform/temporaryFolder.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { withIndexCopy } from '../indexCopy.js';
import { operationInProgress } from '../operationInProgress.js';
import { exceptReviewed } from '../reviewedHeads.js';
import { type LeftFiles, listFiles } from './listFiles.js';
import { idsIn, rebasedBranch, stateFiles } from './operationState.js';
import { type RawGit, withRawGit } from './rawGit.js';
import { filesPart, indexPart, manifestPart, type Rescue, rescueRef, stagesPart, statePart } from './rescue.js';
import { isSecretName, isSecretText, maxSecretLength } from './secretFile.js';

export interface KeptPlace {
  readonly git: GitProcess;
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

export interface KeepOptions {
  readonly lane: string;
  /** ms UTC. */
  readonly now: number;
  /** Max bytes of ignored files to keep. */
  readonly ignoredBytes: number;
  /** Absolute path, next to the store, for files that look like secrets. */
  readonly secretsFolder: string;
}

/** Max commits that only this worktree's reflog knows. */
const maxLost = 100;
/** Max positions of HEAD to check, newest first: as many as any system's command line takes. */
const maxSeen = 500;

/**
 * Keeps content that git may lack: files byte for byte with modes, the raw index and its objects, an operation in progress,
 * and commits of HEAD, branch and reflog. Does not change the worktree. Rejects with a `GitFailure` or an error of the file
 * system, without a reference made. `restoreWorkTree` is the reverse.
 */
export async function keepWorkTree(place: KeptPlace, options: KeepOptions): Promise<Rescue> {
  // Names are times: a rescue at the same moment gets a later one.
  for (let { now } = options; ; now += 1) {
    const kept = await keepAt(place, { ...options, now });
    if (kept !== 'taken') return kept;
  }
}

async function keepAt(place: KeptPlace, options: KeepOptions): Promise<Rescue | 'taken'> {
  const { git, commonDir } = place;
  const ref = rescueRef(options.lane, options.now);
  const isTaken = async () => (await git.line(['rev-parse', '--verify', '--quiet', ref])) !== undefined;
  if (await isTaken()) return 'taken';
  const head = await headOf(git, options);
  const state = await stateFiles(place.gitDir);
  const files = await listFiles(place, options.ignoredBytes);
  const secretsFolder = join(options.secretsFolder, ref.slice(ref.lastIndexOf('/') + 1));
  const manifest = await describe(place, options, { head, files });
  const { plain, secrets } = await separate(place, files.paths, head);
  if (secrets.length > 0 && !(await madeFolder(secretsFolder))) return 'taken';
  try {
    return await withRawGit({ git, commonDir, sha256: head.length === 64 }, async raw => {
      const kept = { ...manifest, secrets: await keepSecrets(place.root, secrets, secretsFolder) };
      const tree = await treeOfAll(place, raw, { plain, state, manifest: kept });
      const parents = await commitsToKeep(place, { head, manifest: kept, state });
      const commit = await commitTree(git, { tree, parents, lane: options.lane, now: options.now });
      // An empty old value prevents replacing another rescue.
      await git.run(['-c', 'core.fsync=all', 'update-ref', ref, commit, '0'.repeat(head.length)]);
      return { ref, commit, manifest: kept };
    });
  } catch (error) {
    if (secrets.length > 0) await rm(secretsFolder, { recursive: true, force: true });
    if (await isTaken()) return 'taken';
    throw error;
  }
}

/** Makes an empty commit for a branch without any. */
async function headOf(git: GitProcess, { lane, now }: KeepOptions): Promise<string> {
  const head = await git.line(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head !== undefined) return head;
  const tree = (await git.text(['mktree'])).trim();
  return commitTree(git, { tree, parents: [], lane, now });
}

async function describe(
  { git, root, gitDir }: KeptPlace,
  { lane, now }: KeepOptions,
  { head, files }: { head: string; files: LeftFiles },
): Promise<Omit<RescueManifest, 'secrets'>> {
  const headRef = (await git.line(['symbolic-ref', '--quiet', 'HEAD'])) ?? null;
  const names = [headRef, await rebasedBranch(gitDir)].filter(name => name !== null && name !== undefined);
  const branches: Record<string, string> = {};
  for (const name of names) {
    const commit = await git.line(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    if (commit !== undefined) branches[name] = commit;
  }
  const own = await git.text([
    'for-each-ref',
    '--format=%(refname) %(objectname)',
    'refs/bisect/',
    'refs/worktree/',
    'refs/rewritten/',
  ]);
  const ownReferences = own.split('\n').flatMap(line => {
    const [name, id] = line.split(' ');
    return name === undefined || id === undefined ? [] : [[name, id] as const];
  });
  return {
    version: 1,
    lane,
    keptAt: now,
    directory: root,
    headRef,
    head,
    branches,
    ownReferences: Object.fromEntries(ownReferences),
    operation: (await operationInProgress(gitDir)) ?? null,
    modes: files.modes,
    emptyFolders: [...files.emptyFolders],
    leftBehind: [...files.leftBehind],
  };
}

interface Separated {
  readonly plain: readonly string[];
  readonly secrets: readonly string[];
}

/** Separates files that look like secrets and that git does not have unchanged. */
async function separate(place: KeptPlace, paths: readonly string[], head: string): Promise<Separated> {
  const changed = new Set(await changedPaths(place.git, head));
  const plain: string[] = [];
  const secrets: string[] = [];
  for (const path of paths) {
    (changed.has(path) && (await isSecret(join(place.root, path))) ? secrets : plain).push(path);
  }
  return { plain, secrets };
}

/** Returns paths that differ from HEAD, that git skips, and new ones, ignored or not. */
async function changedPaths(git: GitProcess, head: string): Promise<string[]> {
  const [differing, others, marked] = await Promise.all([
    withIndexCopy(git, variables =>
      git.text(['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', head, '--'], { variables }),
    ),
    git.text(['ls-files', '-z', '--others']),
    git.text(['ls-files', '-z', '-v', '--cached']),
  ]);
  const unseen = splitNul(marked).flatMap(entry => (/^[Sa-z] /.test(entry) ? [entry.slice(2)] : []));
  return [...splitNul(differing), ...splitNul(others), ...unseen];
}

async function isSecret(file: string): Promise<boolean> {
  const kind = await lstat(file).catch(() => undefined);
  if (kind?.isFile() !== true) return false;
  if (isSecretName(file)) return true;
  if (kind.size > maxSecretLength) return false;
  const read = await readRegularFile(file, { maxBytes: maxSecretLength, followsLinks: false });
  if (read === undefined || 'problem' in read) return false;
  return isSecretText(read.content.toString('latin1'));
}

/** Returns false if it exists: then it is another rescue's. */
async function madeFolder(folder: string): Promise<boolean> {
  // Neither the folder beside the store nor the lane's may be a link.
  await requireOwnFolder(dirname(dirname(folder)));
  await makeOwnFolder(dirname(folder));
  return mkdir(folder, { mode: 0o700 }).then(() => true, insteadOf('EEXIST', false));
}

async function keepSecrets(root: string, paths: readonly string[], folder: string): Promise<SecretFile[]> {
  const kept: SecretFile[] = [];
  if (paths.length === 0) return kept;
  for (const path of paths) {
    const copy = randomBytes(8).toString('hex');
    const { mode } = await lstat(join(root, path));
    const file = await open(join(folder, copy), 'wx', 0o600);
    try {
      await file.writeFile(await readFile(join(root, path)));
      await file.sync();
    } finally {
      await file.close();
    }
    kept.push({ path, copy, mode: mode & 0o777 });
  }
  await syncFolder(folder);
  return kept;
}

interface Content {
  readonly plain: readonly string[];
  readonly state: readonly string[];
  readonly manifest: RescueManifest;
}

async function treeOfAll(place: KeptPlace, raw: RawGit, { plain, state, manifest }: Content): Promise<string> {
  const folder = await makeTemporaryFolder('rescue-state');
  try {
    const copies: string[] = [manifestPart];
    await writeFile(join(folder, manifestPart), `${JSON.stringify(manifest, undefined, 2)}\n`);
    if (await copied(join(place.gitDir, 'index'), join(folder, indexPart))) copies.push(indexPart);
    for (const path of state) {
      const copy = `${statePart}/${path}`;
      await mkdir(dirname(join(folder, copy)), { recursive: true });
      if (await copied(join(place.gitDir, path), join(folder, copy))) copies.push(copy);
    }
    const around = await raw.treeOf(folder, copies);
    const parts: Record<string, string> = { [filesPart]: await raw.treeOf(place.root, plain) };
    const stages = await stagedEntries(place.git);
    if (stages.length > 0) parts[stagesPart] = await raw.treeOfEntries(stages);
    return await raw.treeOfTrees(parts, around);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts each entry under its stage, to keep an index in the middle of a merge whole. */
async function stagedEntries(git: GitProcess): Promise<string[]> {
  return splitNul(await git.text(['ls-files', '--stage', '-z'])).map(entry => {
    const [, mode, id, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]+)$/.exec(entry) ?? [];
    return `${mode} ${id} 0\t${stage}/${path}`;
  });
}

function copied(from: string, to: string): Promise<boolean> {
  return copyFile(from, to).then(() => true, insteadOf('ENOENT', false));
}

interface Reachable {
  readonly head: string;
  readonly manifest: RescueManifest;
  readonly state: readonly string[];
}

/** Returns HEAD first, then commits that branches, the operation and the reflog need. */
async function commitsToKeep(place: KeptPlace, { head, manifest, state }: Reachable): Promise<string[]> {
  const { git, gitDir } = place;
  const inFiles = await idsIn(
    gitDir,
    state.filter(path => path !== 'logs/HEAD'),
  );
  const named = [...Object.values(manifest.branches), ...Object.values(manifest.ownReferences), ...inFiles];
  const commits = await existingCommits(git, named);
  return [...new Set([head, ...commits, ...(await lostCommits(place))])];
}

async function existingCommits(git: GitProcess, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const input = ids.map(id => `${id}^{commit}\n`).join('');
  const lines = (await git.text(['cat-file', '--batch-check'], { input })).split('\n');
  return lines.flatMap(line => (/^[0-9a-f]+ commit \d+$/.test(line) ? [line.slice(0, line.indexOf(' '))] : []));
}

/** Returns commits of HEAD's reflog that no reference reaches, as after `reset --hard`. */
async function lostCommits({ git, gitDir }: KeptPlace): Promise<string[]> {
  const reflog = ['rev-list', '--walk-reflogs', 'HEAD', '--'];
  const { exitCode, stdout } = await git.run(reflog, { answers: [128] });
  // Git reads no reflog of a HEAD without a commit.
  const listed = exitCode === 0 ? stdout.split('\n').filter(line => line !== '') : await reflogIds(gitDir);
  const seen = [...new Set(listed)].slice(0, maxSeen);
  if (seen.length === 0) return [];
  // Options by stdin require git 2.42.
  const args = ['rev-list', '--ignore-missing', ...seen, '--not', exceptReviewed, '--all', '--'];
  const lost = await git.run(args, { answers: [128] });
  if (lost.exitCode !== 0) return [];
  const commits = new Set(lost.stdout.split('\n').filter(line => line !== ''));
  return seen.filter(commit => commits.has(commit)).slice(0, maxLost);
}

async function reflogIds(gitDir: string): Promise<string[]> {
  const isThere = existsSync(join(gitDir, 'logs', 'HEAD'));
  return isThere ? (await idsIn(gitDir, ['logs/HEAD'])).reverse() : [];
}

interface RescueCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly lane: string;
  readonly now: number;
}

async function commitTree(git: GitProcess, { tree, parents, lane, now }: RescueCommit): Promise<string> {
  const at = `${Math.floor(now / 1000)} +0000`;
  const who = { NAME: 'Stateroom', EMAIL: 'stateroom@localhost', DATE: at };
  const variables = Object.fromEntries(
    Object.entries(who).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]),
  );
  const args = ['commit-tree', tree, ...parents.flatMap(parent => ['-p', parent]), '-m', `Rescue of lane ${lane}`];
  return (await git.text(['-c', 'core.fsync=all', '-c', 'commit.gpgSign=false', ...args], { variables })).trim();
}

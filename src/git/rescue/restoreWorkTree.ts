import { chmod, copyFile, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readManifest } from '../../domain/lane/rescueManifest.js';
import { insteadOf } from '../../platform/insteadOf.js';
import { isOwnFolder, requireOwnFolder } from '../../platform/ownFolder.js';
import { readRegularFile } from '../../platform/regularFile.js';
import { makeTemporaryFolder } from '../../platform/temporaryFolder.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { listWorkTrees } from '../listWorkTrees.js';
import { claimOwnTree } from '../ownTree.js';
import { registrationOf } from '../registrationOf.js';
import { type RawGit, withRawGit } from './rawGit.js';
import { filesPart, indexPart, manifestPart, type Rescue, rescueRoot, statePart } from './rescue.js';

export interface RestorePlace {
  readonly git: GitProcess;
  readonly commonDir: string;
  readonly gitIn: (directory: string) => GitProcess;
}

export interface RestoreOptions {
  /** Absolute path that is missing or an empty folder. */
  readonly directory: string;
  /** As given to `keepWorkTree`. */
  readonly secretsFolder: string;
  /** Detaches HEAD at the kept commit, to leave the branch free. */
  readonly detached?: boolean;
  /** Called with the git directory before the worktree has any files. */
  readonly onAdded?: (gitDir: string) => Promise<void>;
}

export interface Restored {
  readonly directory: string;
  readonly branch: string | undefined;
  /** Old to new names, for branches that have moved elsewhere. */
  readonly renamedBranches: Readonly<Record<string, string>>;
  /** Secrets whose copies are gone. */
  readonly missingSecrets: readonly string[];
}

/** For reasons that a person can resolve. */
export class RestoreRefused extends Error {
  readonly reason: 'occupied' | 'unreadable';

  constructor(reason: 'occupied' | 'unreadable', message: string) {
    super(message);
    this.name = 'RestoreRefused';
    this.reason = reason;
  }
}

/** Newest first; of all lanes without `lane`. */
export async function listRescues(git: GitProcess, lane?: string): Promise<Rescue[]> {
  const prefix = lane === undefined ? rescueRoot : `${rescueRoot}${lane}/`;
  const lines = await git.text(['for-each-ref', '--format=%(objectname) %(refname)', prefix]);
  const found: Rescue[] = [];
  for (const line of lines.split('\n')) {
    const [, commit, ref] = /^([0-9a-f]+) (refs\/.+)$/.exec(line) ?? [];
    if (commit === undefined || ref === undefined) continue;
    const manifest = await manifestOf(git, commit);
    // Secrets are stored under the lane's name.
    if (manifest !== undefined && ref.startsWith(`${rescueRoot}${manifest.lane}/`))
      found.push({ ref, commit, manifest });
  }
  return found.sort((left, right) => right.manifest.keptAt - left.manifest.keptAt);
}

async function manifestOf(git: GitProcess, commit: string): Promise<Rescue['manifest'] | undefined> {
  const { exitCode, stdout } = await git.run(['cat-file', 'blob', `${commit}:${manifestPart}`], { answers: [128] });
  return exitCode === 0 ? readManifest(stdout) : undefined;
}

/**
 * Restores branch, files, index, modes, empty folders and operation as they were kept, and keeps the rescue. Throws
 * `RestoreRefused` if something is in the way, and errors of git and the file system; then removes all that it made.
 */
export async function restoreWorkTree(place: RestorePlace, rescue: Rescue, options: RestoreOptions): Promise<Restored> {
  const { git } = place;
  const { directory } = options;
  const { manifest } = rescue;
  await refuseOccupied(directory);
  await refuseRegistered(place.commonDir, directory);
  const made = new Map<string, string>();
  const inside = place.gitIn(directory);
  let isAdded = false;
  try {
    const renamedBranches = await restoreBranches(git, manifest.branches, made);
    await git.run(['worktree', 'add', '--no-checkout', '--detach', directory, manifest.head]);
    isAdded = true;
    await claimOwnTree(inside);
    const gitDir = (await inside.text(['rev-parse', '--absolute-git-dir'])).trim();
    await options.onAdded?.(gitDir);
    const sha256 = manifest.head.length === 64;
    const missingSecrets = await withRawGit({ git, commonDir: place.commonDir, sha256 }, async raw => {
      await raw.checkOut(`${rescue.commit}:${filesPart}`, directory);
      const missing = await restoreSecrets(rescue, options);
      for (const folder of manifest.emptyFolders) await makeInside(directory, folder);
      await restoreModes(directory, manifest.modes);
      await restoreState(raw, place, { rescue, gitDir });
      // The state includes settings of the old folder.
      await claimOwnTree(inside);
      return missing;
    });
    const to = { git: inside, commonDir: place.commonDir };
    const branch = options.detached === true ? undefined : await restoreHead(to, rescue, renamedBranches);
    for (const [name, id] of Object.entries(manifest.ownReferences)) {
      await inside.run(['update-ref', name, id]);
    }
    // The index has times and inodes of the old files.
    await inside.run(['update-index', '-q', '--refresh', '--unmerged'], { answers: [1] });
    return { directory, branch, renamedBranches, missingSecrets };
  } catch (error) {
    // Otherwise another process made it; git removes what it could not add.
    if (isAdded) await git.run(['worktree', 'remove', '--force', directory], { answers: [128] });
    for (const [name, commit] of made) {
      await git.run(['update-ref', '-d', name, commit], { answers: [1, 128] });
    }
    throw error;
  }
}

async function refuseOccupied(directory: string): Promise<void> {
  const names = await readdir(directory)
    .catch(insteadOf('ENOENT', []))
    .catch(() => {
      throw new RestoreRefused('occupied', `${directory} is not an empty folder.`);
    });
  if (names.length > 0) throw new RestoreRefused('occupied', `${directory} already exists and is not empty.`);
}

/** Git still has the index and more of a missing folder, which would be lost. */
async function refuseRegistered(commonDir: string, directory: string): Promise<void> {
  if ((await registrationOf(commonDir, directory)) === undefined) return;
  const what = `Git still has a worktree at ${directory}, with staged changes`;
  throw new RestoreRefused('occupied', `${what}, but its folder is missing.`);
}

/** Restores deleted branches, recorded in `made`. Commits of a branch that has moved get another name. */
async function restoreBranches(
  git: GitProcess,
  branches: Readonly<Record<string, string>>,
  made: Map<string, string>,
): Promise<Record<string, string>> {
  const renamed: Record<string, string> = {};
  for (const [name, commit] of Object.entries(branches)) {
    for (let tries = 1; ; tries += 1) {
      const candidate = tries === 1 ? name : `${name}-restored${tries === 2 ? '' : `-${tries - 1}`}`;
      const now = await git.line(['rev-parse', '--verify', '--quiet', candidate]);
      if (now === undefined) {
        await git.run(['update-ref', candidate, commit, '0'.repeat(commit.length)]);
        made.set(candidate, commit);
      }
      if (now !== undefined && now !== commit) continue;
      if (candidate !== name) renamed[name] = candidate;
      break;
    }
  }
  return renamed;
}

/** Rejects if a link leads out of the worktree. */
async function makeInside(directory: string, folder: string): Promise<void> {
  let path = directory;
  for (const part of folder.split('/').filter(one => one !== '' && one !== '.')) {
    path = join(path, part);
    await mkdir(path).catch(insteadOf('EEXIST', undefined));
    await requireOwnFolder(path);
  }
}

/** Returns false behind a link, whose target is not the worktree's. */
async function isInside(directory: string, path: string): Promise<boolean> {
  let at = directory;
  for (const part of path.split('/')) {
    at = join(at, part);
    if ((await lstat(at).catch(() => undefined))?.isSymbolicLink() === true) return false;
  }
  return true;
}

/** Sets modes of content before those of folders, which may deny access; skips missing files. */
async function restoreModes(directory: string, modes: Readonly<Record<string, number>>): Promise<void> {
  const deepestFirst = Object.entries(modes).sort(([one], [other]) => (one < other ? 1 : -1));
  for (const [path, mode] of deepestFirst) {
    if (await isInside(directory, path)) await chmod(join(directory, path), mode).catch(insteadOf('ENOENT', undefined));
  }
}

/** Secrets were read whole when they were kept. */
const maxSecretLength = 1024 * 1024 * 1024;

async function restoreSecrets({ ref, manifest }: Rescue, options: RestoreOptions): Promise<string[]> {
  const folder = join(options.secretsFolder, ref.slice(ref.lastIndexOf('/') + 1));
  const isOurs = (await isOwnFolder(options.secretsFolder)) && (await isOwnFolder(folder));
  const missing: string[] = [];
  for (const { path, copy, mode } of manifest.secrets) {
    const target = join(options.directory, path);
    await makeInside(options.directory, dirname(path));
    const kept = isOurs
      ? await readRegularFile(join(folder, copy), { maxBytes: maxSecretLength, followsLinks: false })
      : undefined;
    if (kept === undefined || 'problem' in kept || !(await isInside(options.directory, path))) {
      missing.push(path);
      continue;
    }
    await writeFile(target, kept.content);
    await chmod(target, mode);
  }
  return missing;
}

async function restoreState(
  raw: RawGit,
  { git }: RestorePlace,
  { rescue, gitDir }: { rescue: Rescue; gitDir: string },
): Promise<void> {
  const names = splitNul(await git.text(['ls-tree', '-r', '-z', '--name-only', rescue.commit, indexPart, statePart]));
  const folder = await makeTemporaryFolder('restore');
  try {
    const parts = await raw.treeWith(rescue.commit, [indexPart, statePart]);
    await raw.checkOut(parts, folder);
    for (const name of names) {
      const target = join(gitDir, name === indexPart ? 'index' : name.slice(statePart.length + 1));
      await mkdir(dirname(target), { recursive: true });
      await copyFile(join(folder, name), target);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Leaves HEAD detached if it was, or if the branch is checked out elsewhere. */
async function restoreHead(
  { git, commonDir }: Pick<RestorePlace, 'git' | 'commonDir'>,
  { manifest }: Rescue,
  renamed: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  if (manifest.headRef === null) return undefined;
  const name = renamed[manifest.headRef] ?? manifest.headRef;
  const short = name.replace(/^refs\/heads\//, '');
  const { trees, gone } = await listWorkTrees(git, commonDir);
  if ([...trees, ...gone].some(({ branch }) => branch === short)) return undefined;
  await git.run(['symbolic-ref', 'HEAD', name]);
  return short;
}

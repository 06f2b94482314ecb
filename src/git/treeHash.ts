import { lstat, rm } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { makeTemporaryFolder } from '../platform/temporaryFolder.js';
import { type GitProcess, splitNul } from './gitProcess.js';
import { copyIndex, withIndexCopy } from './indexCopy.js';
import { type IndexEntry, listIndex, unseenChanges } from './indexEntries.js';
import { looseAttributes, withOwnReading } from './ownReading.js';
import { ownDocuments, ownPaths, type TreeAsIs } from './workTree.js';

export interface HashPlace {
  readonly git: GitProcess;
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  /** `changed` if the submodule's worktree differs from its HEAD. */
  hashSubmodule(path: string): Promise<{ readonly hash: string; readonly changed: boolean }>;
}

/** Temporary index and object store. */
export interface Scratch {
  readonly index: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Hashes tracked and new files without Stateroom's own and the untracked `without`; `leftOut` are those of a sparse checkout, hashed as in the index. */
export function hashWorkTree(place: HashPlace, without: ReadonlySet<string> = new Set()): Promise<TreeAsIs> {
  return withOwnReading(place, reading => hashFiles(place, reading, without));
}

async function hashFiles(
  place: HashPlace,
  reading: Readonly<Record<string, string>>,
  without: ReadonlySet<string>,
): Promise<TreeAsIs> {
  return inScratch(place.commonDir, async scratch => {
    const { git } = place;
    const variables = { ...reading, ...scratch.variables };
    await copyIndex(join(place.gitDir, 'index'), scratch.index);
    const [{ entries, tracked, untracked: listed, own, submodules, unwatched }] = await Promise.all([
      listFiles(git, variables),
      git.run(['add', '--update'], { variables }),
    ]);
    const loose = looseAttributes(place.root, tracked);
    const untracked = [...new Set([...listed.filter(path => !without.has(path)), ...loose])];
    const unseen = await unseenChanges(place.root, entries);
    await lookAgain(git, variables, unseen);
    const shown = await watchAgain(place, variables, unwatched);
    if (untracked.length + shown.length + unseen.length > 0) {
      // Also removes files that disappeared since they were listed.
      const input = endEach([...untracked, ...shown, ...unseen.map(({ path }) => path)]);
      await git.run(['update-index', '--add', '--remove', '-z', '--stdin'], { variables, input });
    }
    await takeOut(git, variables, own);
    const marks = await marksOfChanged(place, submodules);
    if (marks.length > 0) {
      await git.run(['update-index', '-z', '--index-info'], { variables, input: endEach(marks) });
    }
    const hash = (await git.text(['write-tree', '--missing-ok'], { variables })).trim();
    const seen = new Set(shown);
    const gone = unwatched.filter(({ path, maySkip }) => maySkip && !seen.has(path)).map(({ path }) => path);
    return { hash, leftOut: gone.length === 0 ? [] : topmost(gone, tracked), untracked: listed };
  });
}

/** Returns the sorted top paths that contain nothing else that is tracked. */
function topmost(paths: readonly string[], tracked: readonly string[]): string[] {
  const gone = new Set(paths);
  const kept = new Set(['.']);
  for (const path of tracked) {
    if (gone.has(path)) continue;
    for (let folder = dirname(path); !kept.has(folder); folder = dirname(folder)) kept.add(folder);
  }
  const tops = paths.map(path => {
    let top = path;
    while (!kept.has(dirname(top))) top = dirname(top);
    return top;
  });
  return [...new Set(tops)].sort();
}

/** Undefined with unmerged paths, which no commit can have. */
export async function hashIndex({ git, gitDir, commonDir }: HashPlace): Promise<string | undefined> {
  if ((await git.text(['ls-files', '--unmerged', '-z'])) !== '') return undefined;
  return inScratch(commonDir, async ({ index, variables }) => {
    await copyIndex(join(gitDir, 'index'), index);
    return (await git.text(['write-tree'], { variables })).trim();
  });
}

/** By git directory and full id. */
const commitCache = new Map<string, string>();
const maxCached = 500;

export async function hashCommit(git: GitProcess, commonDir: string, commit: string): Promise<string> {
  const key = `${commonDir}\0${commit}`;
  const cached = commitCache.get(key);
  if (cached !== undefined) return cached;
  const [tree, own] = await Promise.all([
    git.text(['rev-parse', '--verify', `${commit}^{tree}`]),
    git.text(['ls-tree', '-r', '-z', '--name-only', commit, '--', ...ownPaths]),
  ]);
  const hash = own === '' ? tree.trim() : await withoutFiles(git, commonDir, tree.trim(), splitNul(own));
  // A name may refer to another commit later.
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit)) {
    if (commitCache.size >= maxCached) commitCache.clear();
    commitCache.set(key, hash);
  }
  return hash;
}

interface Unwatched {
  readonly path: string;
  /** `skip-worktree`: a sparse checkout leaves files out that way, so a missing one is not deleted. */
  readonly maySkip: boolean;
}

/** Runs `work` with an index in which git checks every file, even one marked or seeming unchanged, and the tracked paths. */
export async function watchingAll<T>(
  place: Pick<HashPlace, 'git' | 'gitDir' | 'commonDir' | 'root'>,
  work: (variables: Readonly<Record<string, string>>, tracked: readonly string[]) => Promise<T>,
): Promise<T> {
  return withOwnReading(place, async reading => {
    const { entries } = await listIndex(place.git, { variables: reading });
    const tracked = entries.map(({ path }) => path);
    const unwatched = entries.flatMap(unwatchedFile);
    const unseen = await unseenChanges(place.root, entries);
    if (unwatched.length + unseen.length === 0) {
      return withIndexCopy(place.git, variables => work({ ...reading, ...variables }, tracked));
    }
    return inScratch(place.commonDir, async scratch => {
      const variables = { ...reading, ...scratch.variables };
      await copyIndex(join(place.gitDir, 'index'), scratch.index);
      await lookAgain(place.git, variables, unseen);
      await watchAgain(place, variables, unwatched);
      return work(variables, tracked);
    });
  });
}

function unwatchedFile({ tag, path }: IndexEntry): Unwatched[] {
  const maySkip = tag === 'S' || tag === 's';
  return (maySkip || tag !== tag.toUpperCase()) && !isOwnPath(path) ? [{ path, maySkip }] : [];
}

/** Makes git read these files whatever their times and sizes, and not skip them. */
async function lookAgain(
  git: GitProcess,
  variables: Readonly<Record<string, string>>,
  entries: readonly IndexEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const input = endEach(entries.map(({ info }) => info));
  await git.run(['update-index', '-z', '--index-info'], { variables, input });
}

/** Removes marks in the scratch index; returns the paths that git now checks. */
async function watchAgain(
  { git, root }: Pick<HashPlace, 'git' | 'root'>,
  variables: Readonly<Record<string, string>>,
  unwatched: readonly Unwatched[],
): Promise<string[]> {
  const shown: string[] = [];
  for (const { path, maySkip } of unwatched) {
    if (!maySkip || (await isThere(join(root, path)))) shown.push(path);
  }
  if (shown.length === 0) return shown;
  const input = endEach(shown);
  for (const mark of ['--no-assume-unchanged', '--no-skip-worktree']) {
    await git.run(['update-index', mark, '-z', '--stdin'], { variables, input });
  }
  return shown;
}

function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

interface Listed {
  readonly entries: readonly IndexEntry[];
  readonly tracked: readonly string[];
  /** New and not ignored, without Stateroom's own. */
  readonly untracked: readonly string[];
  readonly own: readonly string[];
  readonly submodules: readonly string[];
  readonly unwatched: readonly Unwatched[];
}

async function listFiles(git: GitProcess, variables: Readonly<Record<string, string>>): Promise<Listed> {
  const { entries, untracked } = await listIndex(git, { variables, others: true });
  const others = entries.filter(({ path }) => !isOwnPath(path));
  return {
    entries,
    tracked: entries.map(({ path }) => path),
    untracked: untracked.filter(isUntrackedFile),
    own: entries.map(({ path }) => path).filter(isOwnPath),
    submodules: others.filter(({ mode }) => mode === '160000').map(({ path }) => path),
    unwatched: others.filter(({ mode }) => mode !== '160000').flatMap(unwatchedFile),
  };
}

/** New and not ignored, without Stateroom's own files and nested repositories. */
export async function untrackedFiles(
  git: GitProcess,
  { documents = false, variables = {} }: { documents?: boolean; variables?: Readonly<Record<string, string>> } = {},
): Promise<string[]> {
  const listed = await git.text(['ls-files', '--others', '--exclude-standard', '-z'], { variables });
  return splitNul(listed).filter(path => isUntrackedFile(path) || (documents && isOwnDocument(path)));
}

/** Nested repositories end with a slash. */
function isUntrackedFile(path: string): boolean {
  return !path.endsWith('/') && !isOwnPath(path);
}

export function isOwnPath(path: string): boolean {
  return ownPaths.some(own => path === own || path.startsWith(`${own}/`));
}

export function isOwnDocument(path: string): boolean {
  return ownDocuments.some(own => path === own || path.startsWith(`${own}/`)) && !path.endsWith('/');
}

export async function inScratch<T>(commonDir: string, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const folder = await makeTemporaryFolder('tree');
  const index = join(folder, 'index');
  const objects = join(commonDir, 'objects');
  try {
    return await work({
      index,
      variables: {
        GIT_INDEX_FILE: index,
        GIT_OBJECT_DIRECTORY: folder,
        GIT_ALTERNATE_OBJECT_DIRECTORIES: objects.includes(delimiter) ? JSON.stringify(objects) : objects,
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A superproject's tree has only submodules' commits: a changed one is entered with the hash of its content. */
async function marksOfChanged({ hashSubmodule }: HashPlace, paths: readonly string[]): Promise<string[]> {
  const marks: string[] = [];
  for (const path of paths) {
    const { hash, changed } = await hashSubmodule(path);
    if (changed) marks.push(`160000 ${hash} 0\t${path}`);
  }
  return marks;
}

function withoutFiles(git: GitProcess, commonDir: string, tree: string, paths: readonly string[]): Promise<string> {
  return inScratch(commonDir, async ({ variables }) => {
    await git.run(['read-tree', tree], { variables });
    await takeOut(git, variables, paths);
    return (await git.text(['write-tree', '--missing-ok'], { variables })).trim();
  });
}

async function takeOut(
  git: GitProcess,
  variables: Readonly<Record<string, string>>,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await git.run(['update-index', '--force-remove', '-z', '--stdin'], { variables, input: endEach(paths) });
}

function endEach(lines: readonly string[]): string {
  return lines.map(line => `${line}\0`).join('');
}

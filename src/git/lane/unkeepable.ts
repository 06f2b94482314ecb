import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Message, message } from '../../messages/message.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import type { GitPlace } from './lanePlace.js';
import { conditionOf } from './treeCondition.js';

/** Nested repository with work that only its own git can keep. */
interface Unkeepable {
  /** Path in the worktree, or name of a submodule that is not checked out. */
  readonly path: string;
  /** `repository`: no submodule, so it is recorded nowhere. `ignored`: single files. */
  readonly holds: 'changes' | 'commits' | 'repository' | 'ignored';
  /** Half a sentence. */
  readonly text: Message;
}

type Found = Omit<Unkeepable, 'text'>;

const contentNames = {
  changes: 'git.holdsChanges',
  commits: 'git.holdsCommits',
  repository: 'git.holdsRepository',
  ignored: 'git.holdsIgnored',
} as const;

/**
 * Lists nested repositories, even committed as links or ignored, and submodules, whose git directories are removed with the
 * worktree. Omits a submodule if a remote of its own has its commits, and an ignored repository with nothing else. Empty for
 * a folder that is not a worktree.
 */
export async function unkeepable({ gitIn }: GitPlace, root: string): Promise<Unkeepable[]> {
  const gitDir = gitDirectoryOf(root);
  if (gitDir === undefined) return [];
  const git = gitIn(root);
  const found: Found[] = [...(await conditionOf(git, gitDir)).submodules];
  const named = new Set(found.map(({ path }) => path));
  const modules = join(gitDir, 'modules');
  for (const path of await repositoriesIn(root)) {
    if (named.has(path)) continue;
    const directory = join(root, path);
    const holds = (await isSubmodule(directory, modules))
      ? await workIn(gitIn(directory))
      : await holdsOf(git, path, gitIn(directory));
    if (holds === undefined) continue;
    found.push({ path, holds });
    named.add(path);
  }
  for (const directory of await gitDirectories(modules)) {
    const path = relative(modules, directory).split(sep).join('/');
    if (!named.has(path) && (await hasOwnCommits(gitIn(directory)))) found.push({ path, holds: 'commits' });
  }
  return found.map(one => ({ ...one, text: message(contentNames[one.holds], { path: one.path }) }));
}

/** Returns folders below the top with any kind of `.git`, which git never stores. */
async function repositoriesIn(root: string, folder = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    if (entry.name === '.git') {
      if (folder !== '') found.push(folder);
    } else if (entry.isDirectory()) {
      found.push(...(await repositoriesIn(root, folder === '' ? entry.name : `${folder}/${entry.name}`)));
    }
  }
  return found;
}

/** Returns true if the git directory is in `modules`, which is searched for commits. */
async function isSubmodule(directory: string, modules: string): Promise<boolean> {
  const kind = await lstat(join(directory, '.git'));
  return kind.isFile() && gitDirectoryOf(directory)?.startsWith(`${modules}${sep}`) === true;
}

async function workIn(git: GitProcess): Promise<'changes' | 'ignored' | undefined> {
  const options = ['--untracked-files=all', '--ignore-submodules=none', '--ignored=matching', '--no-renames'];
  const entries = splitNul(await git.text(['status', '--porcelain', '-z', ...options]));
  if (entries.some(entry => !entry.startsWith('!! '))) return 'changes';
  return entries.some(entry => !entry.endsWith('/')) ? 'ignored' : undefined;
}

/** Accepts the loss of an ignored repository, such as a download, only if another place has all of it. */
async function holdsOf(outer: GitProcess, path: string, inner: GitProcess): Promise<'repository' | undefined> {
  const { exitCode } = await outer.run(['check-ignore', '--quiet', '--', path], { answers: [1, 128] });
  if (exitCode !== 0) return 'repository';
  // Without its own git directory, git would use the surrounding worktree.
  if (gitDirectoryOf(inner.directory) === undefined) return 'repository';
  const head = await inner.line(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head === undefined || (await workIn(inner)) !== undefined || (await hasOwnCommits(inner))) return 'repository';
  return undefined;
}

/** Includes nested submodules, and names with slashes. */
async function gitDirectories(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('HEAD') && names.has('objects')) {
    return [folder, ...(names.has('modules') ? await gitDirectories(join(folder, 'modules')) : [])];
  }
  const found: string[] = [];
  for (const entry of entries) if (entry.isDirectory()) found.push(...(await gitDirectories(join(folder, entry.name))));
  return found;
}

async function hasOwnCommits(git: GitProcess): Promise<boolean> {
  const args = ['rev-list', '--max-count=1', '--all', 'HEAD', '--not', '--remotes', '--'];
  // 128: it has no commits.
  const { exitCode, stdout } = await git.run(args, { answers: [128] });
  return exitCode === 0 && stdout.trim() !== '';
}

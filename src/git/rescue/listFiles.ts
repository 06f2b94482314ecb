import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { laneFileNames } from '../../domain/lane/laneKit.js';
import { type GitProcess, splitNul } from '../gitProcess.js';

export interface LeftFiles {
  /** Files and links, relative to the top, with `/`. */
  readonly paths: readonly string[];
  /** Permission bits that differ from the defaults here. */
  readonly modes: Record<string, number>;
  readonly emptyFolders: readonly string[];
  /** Ignored and too large; bytes are null for nested repositories. */
  readonly leftBehind: readonly { readonly path: string; readonly bytes: number | null }[];
  /** Not submodules: git cannot keep them. */
  readonly nestedRepositories: readonly string[];
}

/** Git keeps only one of them; the umask at checkout sets the rest. */
const permissions = 0o777;

function usualModes(): { readonly files: ReadonlySet<number>; readonly folder: number } {
  const given = permissions & ~process.umask();
  return { files: new Set([0o666 & given, given]), folder: given };
}

/** Rewritten when a lane is opened. */
const ours: ReadonlySet<string> = new Set(laneFileNames);

/** Takes at most `ignoredBytes` of ignored files, smallest first. */
export async function listFiles(
  { git, root }: { git: GitProcess; root: string },
  ignoredBytes: number,
): Promise<LeftFiles> {
  const [tracked, ignored] = await Promise.all([
    git.text(['ls-files', '-z', '--cached', '--others', '--exclude-standard']),
    git.text(['ls-files', '-z', '--others', '--ignored', '--directory', '--exclude-standard']),
  ]);
  const listed = new Set(splitNul(tracked));
  const nestedRepositories = [...listed].filter(path => path.endsWith('/')).map(path => path.slice(0, -1));
  const theirs = splitNul(ignored).filter(path => !ours.has(path));
  const taken = await takeIgnored(root, theirs, ignoredBytes);
  const isLinked = linkFinder(root);
  const leftBehind = [...taken.leftBehind];
  const emptyFolders: string[] = [];
  const modes: Record<string, number> = {};
  const usual = usualModes();
  const passed = new Set([...splitNul(ignored).map(path => path.replace(/\/$/, '')), ...nestedRepositories]);
  await eachFolder(root, '', passed, (path, mode, isEmpty) => {
    if (isEmpty) emptyFolders.push(path);
    if (path !== '' && mode !== usual.folder) modes[path] = mode;
  });
  const paths: string[] = [];
  for (const path of [...[...listed].filter(one => !one.endsWith('/')), ...taken.paths]) {
    const kind = await lstat(join(root, path)).catch(() => undefined);
    // Deleted files, also behind a new link, are kept as deleted.
    if (kind === undefined || (await isLinked(path))) continue;
    if (kind.isDirectory()) {
      // Git handles a submodule's folder.
      leftBehind.push(...(await ignoredInside(git, root, path)));
      continue;
    }
    paths.push(path);
    const mode = kind.mode & permissions;
    if (kind.isFile() && !usual.files.has(mode)) modes[path] = mode;
  }
  return { paths, modes, emptyFolders, leftBehind, nestedRepositories };
}

/** Files behind a link belong to another path. */
function linkFinder(root: string): (path: string) => Promise<boolean> {
  const cached = new Map<string, boolean>();
  const isBeyond = async (path: string): Promise<boolean> => {
    const end = path.lastIndexOf('/');
    if (end === -1) return false;
    const folder = path.slice(0, end);
    let answer = cached.get(folder);
    if (answer === undefined) {
      const kind = await lstat(join(root, folder)).catch(() => undefined);
      answer = kind?.isSymbolicLink() === true || (await isBeyond(folder));
      cached.set(folder, answer);
    }
    return answer;
  };
  return isBeyond;
}

/** Includes nested submodules. */
async function ignoredInside(git: GitProcess, root: string, path: string): Promise<{ path: string; bytes: null }[]> {
  if ((await lstat(join(root, path, '.git')).catch(() => undefined)) === undefined) return [];
  const inside = (...words: string[]) => git.run(['-C', join(root, path), ...words], { answers: [128] });
  const { stdout } = await inside('ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory');
  const found = splitNul(stdout).map(name => ({ path: `${path}/${name.replace(/\/$/, '')}`, bytes: null }));
  const { stdout: known } = await inside('ls-files', '-z', '--stage');
  for (const entry of splitNul(known)) {
    const [, within] = /^160000 \S+ \d\t([\s\S]+)$/.exec(entry) ?? [];
    if (within !== undefined) found.push(...(await ignoredInside(git, root, `${path}/${within}`)));
  }
  return found;
}

type OnFolder = (path: string, mode: number, isEmpty: boolean) => void;

async function eachFolder(root: string, folder: string, passed: ReadonlySet<string>, on: OnFolder): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  // A nested repository, such as a submodule, is handled by its own git.
  if (folder !== '' && entries.some(({ name }) => name === '.git')) return;
  on(folder, (await lstat(join(root, folder))).mode & permissions, entries.length === 0);
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== '.git' && !passed.has(path)) await eachFolder(root, path, passed, on);
  }
}

interface Ignored {
  readonly paths: readonly string[];
  readonly leftBehind: LeftFiles['leftBehind'];
}

async function takeIgnored(root: string, entries: readonly string[], max: number): Promise<Ignored> {
  const measured: { path: string; bytes: number; files: string[] }[] = [];
  for (const entry of entries) {
    const files: string[] = [];
    const path = entry.replace(/\/$/, '');
    measured.push({ path, bytes: await measure(root, path, max, files), files });
  }
  measured.sort((left, right) => left.bytes - right.bytes);
  const paths: string[] = [];
  const leftBehind: { path: string; bytes: number | null }[] = [];
  let left = max;
  for (const { path, bytes, files } of measured) {
    if (bytes <= left) {
      left -= bytes;
      paths.push(...files);
    } else {
      leftBehind.push({ path, bytes: Number.isFinite(bytes) ? bytes : null });
    }
  }
  return { paths, leftBehind };
}

/** Returns bytes; stops above `max`, as in a folder of dependencies. */
async function measure(root: string, path: string, max: number, files: string[]): Promise<number> {
  const kind = await lstat(join(root, path)).catch(() => undefined);
  if (kind === undefined) return 0;
  if (!kind.isDirectory()) {
    files.push(path);
    return kind.size;
  }
  let bytes = 0;
  for (const name of await readdir(join(root, path))) {
    // Only its own git can keep a nested repository.
    if (name === '.git') return Number.POSITIVE_INFINITY;
    bytes += await measure(root, `${path}/${name}`, max - bytes, files);
    if (bytes > max) break;
  }
  return bytes;
}

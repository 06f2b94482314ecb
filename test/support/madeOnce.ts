import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { knowFiles } from './gitIndex.js';

interface CachedFile {
  /** Below the folder. */
  readonly path: string;
  readonly mode: number;
  readonly content: Buffer;
  /** Its text names the folder, as git's settings do. */
  readonly namesFolder: boolean;
}

interface CacheFolder {
  readonly place: string;
  readonly folders: readonly string[];
  readonly files: readonly CachedFile[];
}

const kept = new Map<unknown, CacheFolder>();

/**
 * Fills an empty folder as `make` does, which runs only the first time for this key: later folders get the same files without
 * the dozen processes that git takes to make them. Where a file names the first folder, it names the new one. Files alone, no
 * links. What git knows of files by inode and time it knows of the copies.
 */
export function madeOnce(key: string | object, folder: string, make: () => void): void {
  const before = kept.get(key);
  if (before === undefined) {
    make();
    kept.set(key, read(folder));
    return;
  }
  for (const path of before.folders) mkdirSync(join(folder, path));
  for (const { path, mode, content, namesFolder } of before.files) {
    const file = join(folder, path);
    writeFileSync(file, namesFolder ? content.toString().replaceAll(before.place, folder) : content);
    chmodSync(file, mode);
  }
  for (const { path } of before.files)
    if (/(?:^|[\\/])\.git[\\/]index$/.test(path)) knowFiles(join(folder, path, '..', '..'));
}

function read(place: string): CacheFolder {
  const folders: string[] = [];
  const files: CachedFile[] = [];
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    const full = join(entry.parentPath, entry.name);
    const path = relative(place, full);
    if (entry.isDirectory()) folders.push(path);
    else {
      const content = readFileSync(full);
      files.push({ path, mode: statSync(full).mode, content, namesFolder: content.includes(place) });
    }
  }
  // A folder before what is in it.
  return { place, folders: folders.sort(), files };
}

/** A git repository with nothing that no one needs: git does not tidy up behind its commits, in a process of its own. */
export function untidied(repository: string): void {
  const environment = { PATH: process.env.PATH ?? '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  for (const [name, value] of [
    ['maintenance.auto', 'false'],
    ['gc.auto', '0'],
    ['receive.autogc', 'false'],
  ] as const)
    execFileSync('git', ['config', name, value], { cwd: repository, env: environment });
  // A dozen files in each copy that no one reads.
  for (const hooks of [join(repository, '.git', 'hooks'), join(repository, 'hooks')]) {
    if (!existsSync(hooks)) continue;
    for (const file of readdirSync(hooks)) if (file.endsWith('.sample')) rmSync(join(hooks, file));
  }
}

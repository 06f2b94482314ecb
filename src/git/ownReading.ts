import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { insteadOf } from '../platform/insteadOf.js';
import { makeTemporaryFolder } from '../platform/temporaryFolder.js';

/** Ignores the user's own attributes, and reads files that a sparse checkout leaves out. */
export const readingSettings = ['core.attributesFile=/dev/null/none', 'core.sparseCheckout=false'];

/** Attributes that change content on reading, other than line ends. */
const changing = /(^|\s)[-!]?(filter|ident|working-tree-encoding)(=\S*)?(?=\s|$)/g;

interface Place {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/**
 * Makes git read these files, whatever `core.worktree` is, and only by tracked attributes: without `info/attributes`, for
 * which it may get a temporary git directory with the repository's objects and settings.
 */
export async function withOwnReading<T>(
  place: Place,
  work: (variables: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const { root, gitDir, commonDir } = place;
  const text = await readFile(join(commonDir, 'info', 'attributes'), 'utf8').catch(insteadOf('ENOENT ENOTDIR', ''));
  if (text.search(changing) < 0) return work({ GIT_WORK_TREE: root });
  const folder = await makeTemporaryFolder('reading');
  try {
    await makeGitDirectory(folder, place, text.replaceAll(changing, ''));
    return await work({
      GIT_DIR: folder,
      GIT_WORK_TREE: root,
      GIT_INDEX_FILE: join(gitDir, 'index'),
      GIT_OBJECT_DIRECTORY: join(commonDir, 'objects'),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeGitDirectory(folder: string, { gitDir, commonDir }: Place, attributes: string): Promise<void> {
  for (const name of ['objects', 'refs', 'info']) await mkdir(join(folder, name));
  await copyFile(join(gitDir, 'HEAD'), join(folder, 'HEAD'));
  await copyFile(join(commonDir, 'info', 'exclude'), join(folder, 'info', 'exclude')).catch(
    insteadOf('ENOENT', undefined),
  );
  await writeFile(join(folder, 'info', 'attributes'), attributes);
  const config = await readFile(join(commonDir, 'config'), 'utf8');
  const format = /^\s*objectformat\s*=\s*sha256/im.test(config)
    ? '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n'
    : '';
  const included = [join(commonDir, 'config'), join(gitDir, 'config.worktree')].filter(file => existsSync(file));
  const includes = included.map(file => `[include]\n\tpath = ${JSON.stringify(file)}\n`).join('');
  await writeFile(join(folder, 'config'), `${format}${includes}`);
}

/** Returns untracked `.gitattributes` beside tracked files: git obeys even ignored ones, so they count as new files. */
export function looseAttributes(root: string, tracked: readonly string[]): string[] {
  const known = new Set(tracked);
  const folders = new Set<string>();
  for (const path of tracked) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  }
  const files = [...folders].map(folder => (folder === '.' ? '.gitattributes' : `${folder}/.gitattributes`));
  return files.filter(file => !known.has(file) && existsSync(join(root, file)));
}

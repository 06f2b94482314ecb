import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface PrintPlace {
  /** Absolute path of the work tree's top folder. */
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/**
 * A text that is the same as long as no file of a work tree is written, made, moved or removed, nothing is staged and the
 * list of excluded files stays: told by sizes and times, without git and without reading a file. `ignored` names files and
 * folders, relative to the top with `/`, that are not looked at; repositories within the work tree are not either.
 */
export function treePrint({ root, gitDir, commonDir }: PrintPlace, ignored: ReadonlySet<string>): string {
  const hash = createHash('sha1');
  const look = (path: string, folder: string): void => {
    const entries = entriesOf(path);
    if (folder !== '' && entries.some(({ name }) => name === '.git')) return;
    for (const entry of entries) {
      const inside = `${folder}${entry.name}`;
      if (entry.name === '.git' || ignored.has(inside)) continue;
      const place = `${path}/${entry.name}`;
      if (entry.isDirectory()) look(place, `${inside}/`);
      else hash.update(`${inside}\0${markOf(place)}\n`);
    }
  };
  look(root, '');
  for (const file of [join(gitDir, 'index'), join(commonDir, 'info', 'exclude')]) {
    const found = statSync(file, { throwIfNoEntry: false });
    hash.update(found === undefined ? '-' : `${found.size} ${found.mtimeMs}`);
  }
  return hash.digest('base64');
}

/** In the order of their names; none where the folder has gone since. */
function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return [];
  }
}

function markOf(path: string): string {
  try {
    const { size, mtimeMs, ctimeMs, mode, ino } = lstatSync(path);
    return `${size} ${mtimeMs} ${ctimeMs} ${mode} ${ino}`;
  } catch {
    return '-';
  }
}

import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

export interface PrintPlace {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/**
 * Changes with any write, creation, move or removal of files, index or exclude list; by sizes and times, without git.
 * Skips nested repositories and `ignored` paths (relative to the top, with `/`).
 */
export function worktreeFingerprint({ root, gitDir, commonDir }: PrintPlace, ignored: ReadonlySet<string>): string {
  const hash = createHash('sha1');
  const look = (path: string, folder: string): void => {
    const names = namesIn(path);
    if (folder !== '' && names.includes('.git')) return;
    // Hot path, for each file of every lane: hashes numbers in binary, a folder at a time.
    const marks = new Float64Array(names.length * marksOfFile);
    const files: string[] = [];
    for (const name of names) {
      const inside = `${folder}${name}`;
      if (name === '.git' || ignored.has(inside)) continue;
      const found = markOf(`${path}/${name}`);
      if (found?.isDirectory() === true) {
        look(`${path}/${name}`, `${inside}/`);
        continue;
      }
      const { size = -1, mtimeMs = -1, ctimeMs = -1, mode = -1, ino = -1 } = found ?? {};
      marks.set([size, mtimeMs, ctimeMs, mode, ino], files.length * marksOfFile);
      files.push(name);
    }
    hash.update(`${folder}\0${files.join('\0')}\n`);
    hash.update(marks.subarray(0, files.length * marksOfFile));
  };
  look(root, '');
  for (const file of [join(gitDir, 'index'), join(commonDir, 'info', 'exclude')]) {
    const found = statSync(file, { throwIfNoEntry: false });
    hash.update(found === undefined ? '-' : `${found.size} ${found.mtimeMs}`);
  }
  return hash.digest('base64');
}

const marksOfFile = 5;

/** Empty if the folder was just removed. */
function namesIn(path: string): string[] {
  try {
    return readdirSync(path).sort();
  } catch {
    return [];
  }
}

function markOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

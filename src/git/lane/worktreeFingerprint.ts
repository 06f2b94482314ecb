import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

export interface PrintPlace {
  /** Absolute path of the worktree's top folder. */
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

/**
 * Returns a text that is the same as long as no file of a worktree is written, made, moved or removed, nothing is staged and the list of
 * excluded files is unchanged: by sizes and times, without git and without reading files. `ignored` names files and folders to skip,
 * relative to the top with `/`; nested repositories are skipped too.
 */
export function worktreeFingerprint({ root, gitDir, commonDir }: PrintPlace, ignored: ReadonlySet<string>): string {
  const hash = createHash('sha1');
  const look = (path: string, folder: string): void => {
    const names = namesIn(path);
    if (folder !== '' && names.includes('.git')) return;
    // Runs for each file of every lane, each time: numbers are hashed as they are, a folder at a time.
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

/** Returns the sorted names; none if the folder was just removed. */
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

import { posix, relative, sep } from 'node:path';
import { leadsOut } from '../../platform/leadsOut.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { readBlobs } from '../readBlobs.js';
import { filesOnDisk, type HookFiles } from './hookReach.js';

/** Reads hook files as a new worktree of HEAD has them; undefined before the first commit. `folders` are relative. */
export async function committedHooks(
  git: GitProcess,
  root: string,
  folders: readonly string[],
): Promise<HookFiles | undefined> {
  const paths = folders.map(folder => pathIn(root, folder)).filter(path => path !== undefined && path !== '');
  const list = ['--literal-pathspecs', 'ls-tree', '-r', '-z', 'HEAD', '--', ...(paths as string[])];
  const { exitCode, stdout } = await git.run(paths.length === 0 ? ['rev-parse', '--verify', 'HEAD'] : list, {
    answers: [128],
  });
  if (exitCode !== 0) return undefined;
  const entries = new Map<string, { mode: string; blob: string }>();
  if (paths.length > 0) {
    for (const entry of splitNul(stdout)) {
      const [, mode = '', blob = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? [];
      entries.set(path, { mode, blob });
    }
  }
  // Targets of links are not read, so the answer is unknown.
  if ([...entries.values()].some(({ mode }) => mode === '120000')) return undefined;
  const texts = await readBlobs(
    git,
    [...entries.values()].map(({ blob }) => blob),
  );
  return {
    async read(path, ofTree) {
      if (!ofTree) return filesOnDisk.read(path, false);
      const entry = entries.get(pathIn(root, path) ?? '');
      return entry && { text: texts.get(entry.blob) ?? '', executable: entry.mode !== '100644' };
    },
    hasFolder(path, ofTree) {
      if (!ofTree) return filesOnDisk.hasFolder(path, false);
      const folder = pathIn(root, path);
      return folder !== undefined && [...entries.keys()].some(each => each.startsWith(`${folder}/`));
    },
  };
}

/** Returns undefined outside of the worktree: another worktree has that file elsewhere. */
function pathIn(root: string, path: string): string | undefined {
  const way = relative(root, path);
  return leadsOut(way) ? undefined : way.split(sep).join(posix.sep);
}

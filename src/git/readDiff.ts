import { readNameStatus } from './gitOutput.js';
import { type GitProcess, splitNul } from './gitProcess.js';
import { withIndexCopy } from './indexCopy.js';
import { isOwnPath, untrackedFiles } from './treeHash.js';
import type { FileDiff, PathChange } from './workTree.js';

/** Larger files, and everything beyond the total, are listed without lines. */
const max = { fileLines: 2000, totalLines: 20_000, files: 1000 };

const fixed = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--find-renames',
  '--ignore-submodules=none',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Largest first, without Stateroom's own files. Without `to`, includes uncommitted and new files, read by `readNew`. */
export async function readDiff(
  git: GitProcess,
  from: string,
  to: string | undefined,
  readNew: (path: string) => Promise<string | undefined>,
): Promise<FileDiff[]> {
  const untracked = to === undefined ? await untrackedFiles(git) : [];
  const tracked =
    to === undefined
      ? await withIndexCopy(git, variables => trackedFiles(git, [from], untracked, variables))
      : await trackedFiles(git, [from, to], untracked);
  const added: FileDiff[] = [];
  for (const path of untracked) added.push(newFile(path, await readNew(path)));
  return [...tracked, ...added].sort(
    (left, right) => sizeOf(right) - sizeOf(left) || (left.path < right.path ? -1 : 1),
  );
}

/** Compares two commits, or a commit and the worktree, in tracked files. */
async function trackedFiles(
  git: GitProcess,
  ends: readonly string[],
  untracked: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<FileDiff[]> {
  const diff = (words: readonly string[]): readonly string[] => ['diff', ...fixed, ...words, ...ends, '--'];
  // In sequence: the first one records unchanged files in a copy of the index, which saves the others reading them.
  const names = await git.text(diff(['--name-status', '-z']), { variables });
  const numbers = await git.text(diff(['--numstat', '-z']), { variables });
  const sizes = readNumbers(numbers);
  const fresh = new Set(untracked);
  const files: FileDiff[] = readNameStatus(names)
    .filter(({ path }) => !isOwnPath(path) && !fresh.has(path))
    .map(change => ({ ...change, ...(sizes.get(change.path) ?? noText), hunks: null }));
  const shown = within(files, max.files);
  if (shown.length === 0) return files;
  const paths = shown.flatMap(({ path, oldPath }) => [path, ...(oldPath === undefined ? [] : [oldPath])]);
  const patch = await git.text(['--literal-pathspecs', ...diff(['--unified=3']), ...paths], { variables });
  const hunks = readHunks(patch);
  return files.map(file => ({ ...file, hunks: hunks.get(file.path) ?? null }));
}

const noText = { added: null, removed: null } as const;

function sizeOf({ added, removed }: Pick<FileDiff, 'added' | 'removed'>): number {
  return (added ?? 0) + (removed ?? 0);
}

/** Takes the smallest first, so that one huge file does not hide all others. */
function within(files: readonly FileDiff[], count: number): FileDiff[] {
  let total = 0;
  return [...files]
    .sort((left, right) => sizeOf(left) - sizeOf(right))
    .filter(file => {
      if (file.added === null || sizeOf(file) > max.fileLines) return false;
      total += sizeOf(file);
      return total <= max.totalLines;
    })
    .slice(0, count);
}

/** Formats a new file as git does a tracked one. */
function newFile(path: string, text: string | undefined): FileDiff {
  const change: PathChange = { path, kind: 'add' };
  if (text === undefined || text.includes('\0')) return { ...change, ...noText, hunks: null };
  const lines = text.split('\n');
  const ends = lines.at(-1) === '';
  if (ends) lines.pop();
  const size = { added: lines.length, removed: 0 };
  if (lines.length > max.fileLines) return { ...change, ...size, hunks: null };
  const shown = lines.map(line => `+${line}`).join('\n');
  const hunks = lines.length === 0 ? '' : `@@ -0,0 +1,${lines.length} @@\n${shown}\n`;
  return { ...change, ...size, hunks };
}

/** Sums what `--numstat -z --no-renames` counts, without Stateroom's own files. */
export function sumOfLines(numbers: string): number {
  let sum = 0;
  for (const [path, { added, removed }] of readNumbers(numbers))
    if (!isOwnPath(path)) sum += (added ?? 0) + (removed ?? 0);
  return sum;
}

/** Parses `--numstat -z`: `added TAB removed TAB path`, or an empty path, then both of a rename; `-` for binary files. */
function readNumbers(text: string): Map<string, Pick<FileDiff, 'added' | 'removed'>> {
  const parts = splitNul(text);
  const sizes = new Map<string, Pick<FileDiff, 'added' | 'removed'>>();
  for (let at = 0; at < parts.length; at += 1) {
    const [, added = '', removed = '', path = ''] = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(parts[at] ?? '') ?? [];
    const size = added === '-' ? noText : { added: Number(added), removed: Number(removed) };
    if (path !== '') sizes.set(path, size);
    else {
      sizes.set(parts[at + 2] ?? '', size);
      at += 2;
    }
  }
  return sizes;
}

/** Returns hunks by present path, without files whose names git quotes. */
function readHunks(patch: string): Map<string, string> {
  const hunks = new Map<string, string>();
  for (const section of patch.split(/^(?=diff --git )/m)) {
    const start = section.search(/^@@ /m);
    const head = start < 0 ? section : section.slice(0, start);
    const [, renamed] = /^rename to (.+)$/m.exec(head) ?? [];
    const [, after] = /^\+\+\+ b\/([^\t\n]+)\t?$/m.exec(head) ?? [];
    const [, before] = /^--- a\/([^\t\n]+)\t?$/m.exec(head) ?? [];
    const path = after ?? before ?? renamed;
    if (path !== undefined) hunks.set(path, `${hunks.get(path) ?? ''}${start < 0 ? '' : section.slice(start)}`);
  }
  return hunks;
}

const patchWords = [
  '--unified=0',
  '--full-index',
  '--find-renames',
  '--irreversible-delete',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Returns a patch without context of files that match a glob; empty if git exits with 128. */
export async function readPatch(git: GitProcess, range: string, globs: readonly string[]): Promise<string> {
  const paths = globs.map(glob => `:(glob)${glob}`);
  const args = ['-c', 'core.bigFileThreshold=512k', 'diff', ...patchWords, range, '--', ...paths];
  const { exitCode, stdout } = await git.run(args, { answers: [128] });
  return exitCode === 0 ? stdout : '';
}

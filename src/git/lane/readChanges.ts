import { editedLines, insertedAfter, type PlaceRange, wholeFile } from '../../domain/lane/overlap.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import { withIndexCopy } from '../indexCopy.js';
import { isOwnPath } from '../treeHash.js';

/** `oldCount` lines from `oldFirst` on became `newCount` lines from `newFirst` on. */
export interface Hunk {
  /** 1-based; with a count of 0, the line before. */
  readonly oldFirst: number;
  readonly oldCount: number;
  readonly newFirst: number;
  readonly newCount: number;
}

/** Changes by path; `whole` for new, deleted, binary or retyped files. */
export type FileHunks = ReadonlyMap<string, readonly Hunk[] | 'whole'>;

/** Lines of tracked text files. */
export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

interface Patch {
  readonly files: FileHunks;
  readonly lines: LineCount;
}

const fixed = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--ignore-submodules=all',
  '--unified=0',
];

/** Includes uncommitted and new files; lines of new files that git does not track are not counted. */
export async function changesSince(git: GitProcess, commit: string): Promise<Patch> {
  const [patch, untracked] = await Promise.all([
    withIndexCopy(git, variables =>
      git.text(['diff', ...fixed, '--patch-with-raw', '-z', commit, '--'], { variables }),
    ),
    git.text(['ls-files', '--others', '--exclude-standard', '-z']),
  ]);
  const { files: tracked, lines } = readPatch(patch);
  const files = new Map(tracked);
  for (const path of splitNul(untracked)) if (!path.endsWith('/')) files.set(path, 'whole');
  for (const path of files.keys()) if (isOwnPath(path)) files.delete(path);
  return { files, lines };
}

export async function changesBetween(git: GitProcess, from: string, to: string): Promise<FileHunks> {
  if (from === to) return new Map();
  return readPatch(await git.text(['diff', ...fixed, '--patch-with-raw', '-z', from, to, '--'])).files;
}

/** Parses `git diff --patch-with-raw -z --unified=0`: the list of files, then their patches in the same order. */
export function readPatch(text: string): Patch {
  const { names, patch } = splitRaw(text);
  const files = new Map<string, readonly Hunk[] | 'whole'>();
  let at = -1;
  let hunks: Hunk[] = [];
  let [added, removed] = [0, 0];
  const take = (): void => {
    const file = names[at];
    if (file !== undefined) files.set(file.path, file.edited && hunks.length > 0 ? hunks : 'whole');
    hunks = [];
  };
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) {
      take();
      at += 1;
      continue;
    }
    const [, oldFirst, oldCount = '1', newFirst, newCount = '1'] =
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (oldFirst === undefined) continue;
    added += Number(newCount);
    removed += Number(oldCount);
    hunks.push({
      oldFirst: Number(oldFirst),
      oldCount: Number(oldCount),
      newFirst: Number(newFirst),
      newCount: Number(newCount),
    });
  }
  take();
  // Some git versions print no patch for a mode change alone.
  for (const { path } of names) if (!files.has(path)) files.set(path, 'whole');
  return { files, lines: { added, removed } };
}

/** `edited`: a regular file before and after. */
interface ChangedName {
  readonly path: string;
  readonly edited: boolean;
}

function splitRaw(text: string): { names: ChangedName[]; patch: string } {
  const names: ChangedName[] = [];
  let at = 0;
  while (text.startsWith(':', at)) {
    const head = text.indexOf('\0', at);
    const end = text.indexOf('\0', head + 1);
    if (head === -1 || end === -1) break;
    const [oldMode = '', newMode = '', , , status] = text.slice(at + 1, head).split(' ');
    const isText = (mode: string) => mode.startsWith('100');
    names.push({ path: text.slice(head + 1, end), edited: status === 'M' && isText(oldMode) && isText(newMode) });
    at = end + 1;
  }
  // One more NUL ends the list.
  return { names, patch: text.slice(at + 1) };
}

export function rangesOf(hunks: readonly Hunk[] | 'whole'): readonly PlaceRange[] {
  if (hunks === 'whole') return [wholeFile];
  return hunks.map(({ oldFirst, oldCount }) =>
    oldCount === 0 ? insertedAfter(oldFirst) : editedLines(oldFirst, oldFirst + oldCount - 1),
  );
}

/** Maps ranges to a later text. A range that was edited there becomes all of its replacement, so that no overlap is missed. */
export function carryOver(
  ranges: readonly PlaceRange[],
  drift: readonly Hunk[] | 'whole' | undefined,
): readonly PlaceRange[] {
  if (drift === undefined || drift.length === 0) return ranges;
  if (drift === 'whole') return [wholeFile];
  const carried: { from: number; to: number }[] = [];
  for (const range of ranges) {
    if (range.to === wholeFile.to) return [wholeFile];
    const next = { from: carryPlace(range.from, drift).from, to: carryPlace(range.to, drift).to };
    const last = carried.at(-1);
    if (last !== undefined && next.from <= last.to) last.to = Math.max(last.to, next.to);
    else carried.push(next);
  }
  return carried;
}

function carryPlace(place: number, drift: readonly Hunk[]): PlaceRange {
  let shift = 0;
  for (const { oldFirst, oldCount, newFirst, newCount } of drift) {
    const old = oldCount === 0 ? insertedAfter(oldFirst) : editedLines(oldFirst, oldFirst + oldCount - 1);
    if (place < old.from) break;
    if (place <= old.to) {
      return newCount === 0 ? insertedAfter(newFirst) : editedLines(newFirst, newFirst + newCount - 1);
    }
    shift = 2 * (newFirst + newCount + (newCount === 0 ? 1 : 0) - (oldFirst + oldCount + (oldCount === 0 ? 1 : 0)));
  }
  return { from: place + shift, to: place + shift };
}

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type GitProcess, splitNul } from './gitProcess.js';

export interface IndexEntry {
  /** As in `git ls-files -v`: lower case with `assume-unchanged`, `s` with `skip-worktree`. */
  readonly tag: string;
  /** `160000` for a submodule. */
  readonly mode: string;
  /** Input for `git update-index --index-info`: mode, id, stage and path. */
  readonly info: string;
  readonly path: string;
  readonly seen: Seen;
}

interface Seen {
  /** Nanoseconds; 0 if git reads the file anyway. */
  readonly ctime: bigint;
  /** Seconds. */
  readonly mtime: bigint;
  readonly size: bigint;
}

export interface IndexListing {
  readonly entries: readonly IndexEntry[];
  /** Not ignored; only with `others`. Nested repositories end with a slash. */
  readonly untracked: readonly string[];
}

/** Output of `--debug` after each entry. */
const debugLines = /^ {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):.*\n {2}dev: .*\n {2}uid: .*\n {2}size: (\d+).*\n/;
const second = 1_000_000_000n;

export async function listIndex(
  git: GitProcess,
  { variables, others = false }: { variables: Readonly<Record<string, string>>; others?: boolean },
): Promise<IndexListing> {
  const also = others ? ['--others', '--exclude-standard'] : [];
  const text = await git.text(['ls-files', '-v', '--cached', '--stage', '--debug', ...also, '-z'], { variables });
  const entries: IndexEntry[] = [];
  const untracked: string[] = [];
  const pieces = splitNul(text);
  for (const [at, piece] of pieces.entries()) {
    const entry = piece.replace(debugLines, '');
    const tab = entry.indexOf('\t');
    if (entry.startsWith('? ')) untracked.push(entry.slice(2));
    else if (tab > 0) {
      const info = entry.slice(2);
      entries.push({
        tag: entry.charAt(0),
        mode: info.slice(0, 6),
        info,
        path: entry.slice(tab + 1),
        seen: readSeen(pieces[at + 1] ?? ''),
      });
    }
  }
  return { entries, untracked };
}

function readSeen(piece: string): Seen {
  const [, seconds = 0, nanoseconds = 0, mtime = 0, size = 0] = debugLines.exec(piece) ?? [];
  return { ctime: BigInt(seconds) * second + BigInt(nanoseconds), mtime: BigInt(mtime), size: BigInt(size) };
}

/** Files per turn of the event loop. */
const atOnce = 500;

/**
 * Returns entries that look unchanged to git but differ in ctime. Git compares seconds: it misses a second change of the same
 * size with its mtime put back. The ctime cannot be put back; Windows has none.
 */
export async function unseenChanges(root: string, entries: readonly IndexEntry[]): Promise<readonly IndexEntry[]> {
  if (process.platform === 'win32') return [];
  const unseen: IndexEntry[] = [];
  for (let at = 0; at < entries.length; at += atOnce) {
    if (at > 0) await nextTurn();
    unseen.push(...entries.slice(at, at + atOnce).filter(entry => entry.mode !== '160000' && isUnseen(root, entry)));
  }
  return unseen;
}

function isUnseen(root: string, { path, seen }: IndexEntry): boolean {
  if (seen.ctime === 0n) return false;
  try {
    const found = lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false });
    if (found === undefined || found.ctimeNs === seen.ctime) return false;
    // Git notices any other difference.
    const looksSame = kept(found.size) === seen.size && kept(found.mtimeNs / second) === seen.mtime;
    return looksSame && found.ctimeNs / second === seen.ctime / second;
  } catch {
    // Git notices a file in place of its folder.
    return false;
  }
}

/** The index stores 32 bits: times after 2106 wrap around. */
function kept(value: bigint): bigint {
  return BigInt.asUintN(32, value);
}

import { splitNul } from './gitProcess.js';
import type { PathChange, WorkTreeEntry } from './workTree.js';

/** Reads `--name-status -z`: a status, then one path, or two for a rename or copy. */
export function readNameStatus(text: string): PathChange[] {
  return readChanges(text, status => [status, {}]);
}

/** A changed file with its blob ids before and after; null if it does not exist on that side, or git did not compute the id. */
export interface RawChange extends PathChange {
  readonly before: string | null;
  readonly after: string | null;
}

/** Parses `--raw -z --no-abbrev`: modes, ids and status, then the paths as in `--name-status -z`. */
export function readRawDiff(text: string): RawChange[] {
  const idOf = (id: string): string | null => (/^0*$/.test(id) ? null : id);
  return readChanges(text, head => {
    const [, , before = '', after = '', status = ''] = head.split(' ');
    return [status, { before: idOf(before), after: idOf(after) }];
  });
}

/** `read` parses the fields before the paths. */
function readChanges<Facts extends object>(
  text: string,
  read: (head: string) => readonly [status: string, facts: Facts],
): (PathChange & Facts)[] {
  const parts = splitNul(text);
  const changes = new Map<string, PathChange & Facts>();
  for (let at = 0; at < parts.length; ) {
    const [status, facts] = read(parts[at] ?? '');
    const letter = status.charAt(0);
    const hasTwo = letter === 'R' || letter === 'C';
    const [first = '', second = ''] = parts.slice(at + 1, at + 3);
    at += hasTwo ? 3 : 2;
    const path = hasTwo ? second : first;
    // A path in conflict is listed twice.
    if (letter === 'U' && changes.has(path)) continue;
    const change: PathChange =
      letter === 'R' ? { path, kind: 'rename', oldPath: first } : { path, kind: kindOf(letter) };
    changes.set(path, { ...change, ...facts });
  }
  return [...changes.values()];
}

function kindOf(letter: string): PathChange['kind'] {
  if (letter === 'A' || letter === 'C') return 'add';
  return letter === 'D' ? 'delete' : 'edit';
}

export interface ListedWorkTree extends WorkTreeEntry {
  /** True also for a main worktree that git takes for a bare repository. */
  readonly isBare: boolean;
  readonly isPrunable: boolean;
}

/** Parses `worktree list --porcelain -z`: lines that end with NUL, and an empty one after each worktree. */
export function readWorkTreeList(text: string): ListedWorkTree[] {
  return text
    .split('\0\0')
    .filter(block => block.trim() !== '')
    .map(block => new Map(splitNul(block).map(line => cut(line))))
    .map(lines => ({
      directory: lines.get('worktree') ?? '',
      branch: lines.get('branch')?.replace(/^refs\/heads\//, ''),
      commit: lines.get('HEAD'),
      isBare: lines.has('bare'),
      isPrunable: lines.has('prunable'),
    }));
}

function cut(line: string): [string, string] {
  const at = line.indexOf(' ');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

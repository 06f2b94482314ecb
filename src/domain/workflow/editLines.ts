import type { FileEdit } from './fileEdit.js';

const around = 3;

/** An edit as a single diff hunk, from the first change to the last, with context. */
export interface EditLines {
  readonly added: number;
  readonly removed: number;
  /** Each with its diff mark: ` `, `-` or `+`. */
  readonly lines: readonly string[];
}

export function editLines({ before, after }: Pick<FileEdit, 'before' | 'after'>): EditLines {
  const old = linesOf(before ?? '');
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  ) {
    end += 1;
  }
  const gone = old.slice(start, old.length - end);
  const come = now.slice(start, now.length - end);
  return {
    added: come.length,
    removed: gone.length,
    lines: [
      ...old.slice(Math.max(0, start - around), start).map(line => ` ${line}`),
      ...gone.map(line => `-${line}`),
      ...come.map(line => `+${line}`),
      ...old.slice(old.length - end, old.length - end + around).map(line => ` ${line}`),
    ],
  };
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

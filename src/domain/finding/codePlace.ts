import { normaliseFindingPath } from './findingPath.js';
import { type LineRange, parseLineRange } from './lineRange.js';

/** A place in the code as people write it: `src/a.ts`, `src/a.ts:12`, `src/a.ts:12-14`. */
export interface CodePlace {
  /** Relative to the worktree root, with `/`. */
  readonly path: string;
  /** Undefined for the whole file. */
  readonly lines: LineRange | undefined;
}

/** Undefined outside the worktree at `root` or for invalid lines. */
export function parseCodePlace(text: string, root: string | undefined): CodePlace | undefined {
  const [, named = text, range] = /^(.*):(\d+(?:-\d+)?)$/.exec(text.trim()) ?? [];
  const path = normaliseFindingPath(named, root);
  const lines = range === undefined ? undefined : parseLineRange(range);
  return path === undefined || (range !== undefined && lines === undefined) ? undefined : { path, lines };
}

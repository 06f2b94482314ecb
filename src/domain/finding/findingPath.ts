import { withoutTrailing } from '../text/withoutTrailing.js';

/** Path relative to the worktree `root`, with `/`, without `.` and `..`; undefined if it is empty or outside `root`. */
export function normaliseFindingPath(path: string, root: string | undefined): string | undefined {
  const plain = withSlashes(path.trim(), root);
  const isAbsolute = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain);
  const inside = isAbsolute ? below(root, plain) : plain;
  if (inside === undefined) return undefined;
  const parts: string[] = [];
  for (const part of inside.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.length === 0 ? undefined : parts.join('/');
}

/** Converts backslashes in Windows worktrees only; elsewhere they are valid in names. */
function withSlashes(path: string, root: string | undefined): string {
  const onWindows = root !== undefined && /^[A-Za-z]:[\\/]/.test(root);
  return onWindows || /^[A-Za-z]:\\/.test(path) ? path.replaceAll('\\', '/') : path;
}

function below(root: string | undefined, path: string): string | undefined {
  if (root === undefined) return undefined;
  const top = `${withoutTrailing(withSlashes(root, root), '/')}/`;
  const fold = (text: string): string => (/^[A-Za-z]:/.test(text) ? text.toLowerCase() : text);
  return fold(path).startsWith(fold(top)) ? path.slice(top.length) : undefined;
}

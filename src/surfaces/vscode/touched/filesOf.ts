import type { TouchedFile } from '../../../domain/task/task.js';

/** A file or folder that was touched in this window. */
export interface Touch {
  readonly path: string;
  readonly change: TouchedFile['change'];
  readonly oldPath?: string;
}

/** The files that a touch is about and that differ from HEAD: the one it names, or all below the folder that it names. */
export function filesOf(touch: Touch, changed: ReadonlySet<string>): Touch[] {
  const { path, change, oldPath } = touch;
  if (changed.has(path)) return [touch];
  const below = [...changed].filter(each => each.startsWith(`${path}/`));
  return below.map(each => {
    const old = oldPath === undefined ? {} : { oldPath: `${oldPath}${each.slice(path.length)}` };
    return { path: each, change, ...old };
  });
}

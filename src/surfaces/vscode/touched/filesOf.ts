import type { TouchedFile } from '../../../domain/task/task.js';

export interface Touch {
  readonly path: string;
  readonly change: TouchedFile['change'];
  readonly oldPath?: string;
}

/** Files of a touch that differ from HEAD: the named file, or all below the named folder. */
export function filesOf(touch: Touch, changed: ReadonlySet<string>): Touch[] {
  const { path, change, oldPath } = touch;
  if (changed.has(path)) return [touch];
  const below = [...changed].filter(each => each.startsWith(`${path}/`));
  return below.map(each => {
    const old = oldPath === undefined ? {} : { oldPath: `${oldPath}${each.slice(path.length)}` };
    return { path: each, change, ...old };
  });
}

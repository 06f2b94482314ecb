import { isAbsolute, sep } from 'node:path';

/** True for a path, as `relative` gives it, that leads out of where it starts. `..foo` is a name like any other. */
export function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

import { isAbsolute, sep } from 'node:path';

/** Returns true for a path, as `relative` returns it, that leaves its base. `..foo` is an ordinary name. */
export function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

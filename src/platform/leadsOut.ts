import { isAbsolute, sep } from 'node:path';

/** Takes a result of `relative`. `..foo` is an ordinary name. */
export function leadsOut(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

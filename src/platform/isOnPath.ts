import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

export function isOnPath(
  program: string,
  path: string | undefined = process.env.PATH,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return findOnPath(program, path, platform) !== undefined;
}

/** Returns the first path on PATH; `program` has no extension. */
export function findOnPath(
  program: string,
  path: string | undefined = process.env.PATH,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const names = platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  const folders = (path ?? '').split(delimiter).filter(folder => folder !== '');
  return folders.flatMap(folder => names.map(name => join(folder, name))).find(file => existsSync(file));
}

/** True for a program on PATH, and for an existing absolute path. */
export function isProgram(program: string): boolean {
  return isAbsolute(program) ? existsSync(program) : isOnPath(program);
}

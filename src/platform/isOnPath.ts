import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** True when a program of this name (without ending) is in a folder of the PATH. */
export function isOnPath(
  program: string,
  path: string | undefined = process.env.PATH,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const names = platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  const folders = (path ?? '').split(delimiter).filter(folder => folder !== '');
  return folders.some(folder => names.some(name => existsSync(join(folder, name))));
}

import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve, sep } from 'node:path';

/** Returns the real path of a command's first word. */
export function findProgram(word: string, directory: string, searchPath: string | undefined): string | undefined {
  if (word === '') return undefined;
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  const folders = /[\\/]/.test(word) ? [directory] : (searchPath ?? '').split(delimiter);
  for (const folder of folders) {
    for (const ending of endings) {
      const file = resolve(directory, folder, word + ending);
      if (isProgram(file)) return withoutLinks(file);
    }
  }
  return undefined;
}

/** Classifies places where agents usually write. */
export function writablePlace(path: string, roots: readonly string[]): 'worktree' | 'temporary' | undefined {
  if (roots.some(root => isInside(path, withoutLinks(root)))) return 'worktree';
  return isInside(path, withoutLinks(tmpdir())) ? 'temporary' : undefined;
}

/** Returns entries in such places and relative ones. */
export function unusualEntries(searchPath: string | undefined, roots: readonly string[]): string[] {
  return (searchPath ?? '')
    .split(delimiter)
    .filter(entry => !isAbsolute(entry) || writablePlace(withoutLinks(entry), roots) !== undefined)
    .map(entry => (entry === '' ? '.' : entry));
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : join(folder, sep));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Default places of npm's settings and global packages, which npm passes to everything that it starts. */
export function usualOfNpm({
  HOME,
  USERPROFILE,
}: Readonly<Record<string, string | undefined>>): Record<string, string[]> {
  const prefixes = [dirname(dirname(process.execPath)), '/usr/local', '/usr'];
  return {
    npm_config_userconfig: [HOME, USERPROFILE].flatMap(home => (home ? [join(home, '.npmrc')] : [])),
    npm_config_prefix: prefixes,
    npm_config_globalconfig: ['/etc/npmrc', ...prefixes.map(prefix => join(prefix, 'etc', 'npmrc'))],
  };
}

import { posix, win32 } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `$XDG_CONFIG_HOME/stateroom` or `~/.config/stateroom`, macOS `~/Library/Application Support/stateroom`, Windows
 * `%APPDATA%\stateroom`; undefined without these variables. Ignores relative paths, as the XDG specification requires.
 */
export function configurationFolder(
  { XDG_CONFIG_HOME, HOME, APPDATA }: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const { join, isAbsolute: isWhole } = platform === 'win32' ? win32 : posix;
  const below = (folder: string | undefined, ...parts: string[]): string | undefined =>
    folder !== undefined && isWhole(folder) ? join(folder, ...parts, 'stateroom') : undefined;
  if (platform === 'win32') return below(APPDATA);
  if (platform === 'darwin') return below(HOME, 'Library', 'Application Support');
  return below(XDG_CONFIG_HOME) ?? below(HOME, '.config');
}

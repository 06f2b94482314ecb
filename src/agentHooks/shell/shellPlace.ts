import { posix } from 'node:path';

/** The working directory of a command, as far as its text tells. */
export interface ShellPlace {
  /** Absolute, with `/`; undefined where it depends on what is not known here. */
  readonly directory: string | undefined;
  /** False where the commands may run in a folder before that one. */
  readonly isSure: boolean;
  /** The step that led here: none, a `cd`, or a `cd` that may fail, so that only commands joined to it by `&&` are sure to run here. */
  readonly moved: 'no' | 'yes' | 'chained';
  /** False where a condition, a loop or a function has begun: it is not known what of it is run. */
  readonly isPlain: boolean;
}

export function startingPlace(directory: string | undefined): ShellPlace {
  return { directory, isSure: true, moved: 'no', isPlain: true };
}

/** The same place for a text of its own that begins there. */
export function inside(place: ShellPlace): ShellPlace {
  return { ...place, moved: 'no', isPlain: true };
}

const background = /(^|[^&])&($|[^&])/;

/** The place of a command behind these operators; `isPiped` where the command before it was a `cd`. */
export function joined(place: ShellPlace, behind: string, isPiped: boolean): ShellPlace {
  if (place.moved === 'no') return place;
  // A line may end behind an operator.
  const operators = behind.replace(/(&&|\||\()\n+/g, '$1');
  const isLost =
    background.test(operators) ||
    (isPiped && /^\|(?!\|)/.test(operators)) ||
    (place.moved === 'chained' && /[;\n]|\|\|/.test(operators));
  return isLost ? { ...place, isSure: false } : place;
}

/** The place behind a `cd` to `directory`, which these operators are before. */
export function movedTo(place: ShellPlace, directory: string | undefined, behind: string): ShellPlace {
  const isSure = place.isSure && place.isPlain && !behind.includes('|');
  const isChained = place.moved === 'chained' || behind.includes('&&');
  return { directory, isSure, moved: isChained ? 'chained' : 'yes', isPlain: place.isPlain };
}

/** The place where it is not known how a command was started, or what it did with the folder. */
export function unsure(place: ShellPlace): ShellPlace {
  return { ...place, isSure: false };
}

/** The folder that is surely meant; undefined where it may be another one. */
export function sureDirectory({ directory, isSure }: ShellPlace): string | undefined {
  return isSure && directory !== undefined && !/[*?[{]/.test(directory) ? directory : undefined;
}

/** No system takes longer ones. */
const maxPathLength = 4096;

/** The absolute path; undefined where it depends on what is not known here. */
export function resolve(path: string | undefined, directory: string | undefined): string | undefined {
  const plain = path?.replace(/^\$PWD(?=\/|$)/, '.').replaceAll('\\', '/');
  if (plain === undefined || plain === '' || plain === '-' || plain.length > maxPathLength) return undefined;
  if (/^~|[$`]/.test(plain)) return undefined;
  if (/^(\/|[A-Za-z]:\/)/.test(plain)) return posix.normalize(plain);
  return directory === undefined || directory.length > maxPathLength ? undefined : posix.join(directory, plain);
}

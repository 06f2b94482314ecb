import { posix } from 'node:path';

/** Working directory of a command, as far as its text reveals it. */
export interface ShellPlace {
  /** Absolute, with `/`; undefined if it depends on unknown values. */
  readonly directory: string | undefined;
  /** False if the commands may run in an earlier folder. */
  readonly isSure: boolean;
  /** `chained`: a `cd` that may fail, so that only commands joined to it by `&&` are sure to run here. */
  readonly moved: 'no' | 'yes' | 'chained';
  /** False after the start of a condition, loop or function: it is unknown what runs. */
  readonly isPlain: boolean;
}

export function startingPlace(directory: string | undefined): ShellPlace {
  return { directory, isSure: true, moved: 'no', isPlain: true };
}

/** The place as the start of a nested text. */
export function inside(place: ShellPlace): ShellPlace {
  return { ...place, moved: 'no', isPlain: true };
}

const background = /(^|[^&])&($|[^&])/;

/** Place of a command after these operators; `isPiped` if the command before it was a `cd`. */
export function joined(place: ShellPlace, behind: string, isPiped: boolean): ShellPlace {
  if (place.moved === 'no') return place;
  // A line may end with an operator.
  const operators = behind.replace(/(&&|\||\()\n+/g, '$1');
  const isLost =
    background.test(operators) ||
    (isPiped && /^\|(?!\|)/.test(operators)) ||
    (place.moved === 'chained' && /[;\n]|\|\|/.test(operators));
  return isLost ? { ...place, isSure: false } : place;
}

export function movedTo(place: ShellPlace, directory: string | undefined, behind: string): ShellPlace {
  const isSure = place.isSure && place.isPlain && !behind.includes('|');
  const isChained = place.moved === 'chained' || behind.includes('&&');
  return { directory, isSure, moved: isChained ? 'chained' : 'yes', isPlain: place.isPlain };
}

/** The place after a command with unknown effects on the folder. */
export function unsure(place: ShellPlace): ShellPlace {
  return { ...place, isSure: false };
}

export function sureDirectory({ directory, isSure }: ShellPlace): string | undefined {
  return isSure && directory !== undefined && !/[*?[{]/.test(directory) ? directory : undefined;
}

const maxPathLength = 4096;

export function resolve(path: string | undefined, directory: string | undefined): string | undefined {
  const plain = path?.replace(/^\$PWD(?=\/|$)/, '.').replaceAll('\\', '/');
  if (plain === undefined || plain === '' || plain === '-' || plain.length > maxPathLength) return undefined;
  if (/^~|[$`]/.test(plain)) return undefined;
  if (/^(\/|[A-Za-z]:\/)/.test(plain)) return posix.normalize(plain);
  return directory === undefined || directory.length > maxPathLength ? undefined : posix.join(directory, plain);
}

/** Shallowest depth of parentheses that operators lead back to, from `depth`. */
export function outermost(depth: number, operators: string): number {
  let at = depth;
  let least = depth;
  for (const operator of operators) {
    at = operator === '(' ? at + 1 : operator === ')' ? Math.max(at - 1, 0) : at;
    least = Math.min(least, at);
  }
  return least;
}

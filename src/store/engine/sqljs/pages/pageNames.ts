import { randomBytes } from 'node:crypto';

/** All names but `base` have a random token: a process that was suspended for long must not find or recreate removed files. */
const digits = 8;
const tokenBytes = 8;

export interface PageFile {
  readonly number: number;
  readonly token: string;
}

function numbered(kind: string, number: number): string {
  return `${kind}.${String(number).padStart(digits, '0')}`;
}

export function newToken(): string {
  return randomBytes(tokenBytes).toString('hex');
}

/** `log.00000007.0123456789abcdef`: commits; the token is the marker of each record. */
export function logName(number: number, token: string): string {
  return `${numbered('log', number)}.${token}`;
}

/** `base.00000007`: starting point of the log of this number. */
export function baseName(number: number): string {
  return numbered('base', number);
}

/** `image.00000007.….sqlite`: all pages, a plain SQLite database. */
export function imageName(number: number, token: string): string {
  return `${numbered('image', number)}.${token}.sqlite`;
}

/** `image.00000007.….sums`: the CRC of each page. */
export function sumsName(number: number, token: string): string {
  return `${numbered('image', number)}.${token}.sums`;
}

/** `pages.00000007.…`: pages that differ from the image. */
export function segmentName(number: number, token: string): string {
  return `${numbered('pages', number)}.${token}`;
}

/** `draft.00000007.…`: a base before its renaming. */
export function draftName(number: number, token: string): string {
  return `${numbered('draft', number)}.${token}`;
}

export const tokenPattern = /^[\da-f]{16}$/;
/** Digits as in `numbered`, so that each number has one name, and few enough for exact numbers. */
const pattern = /^(log|base|image|pages|draft)\.(\d{8}|[1-9]\d{8,14})(?:\.([\da-f]{16}))?(?:\.(sqlite|sums))?$/;

export interface PageFileName {
  readonly kind: 'log' | 'base' | 'image' | 'pages' | 'draft';
  readonly number: number;
  readonly token: string | undefined;
  readonly name: string;
}

/** Returns the files of this format, highest number first. */
export function readNames(names: readonly string[]): PageFileName[] {
  return names
    .flatMap(name => {
      const [, kind, number, token, end] = pattern.exec(name) ?? [];
      const isWhole = (token === undefined) === (kind === 'base') && (end !== undefined) === (kind === 'image');
      return kind === undefined || !isWhole
        ? []
        : [{ kind: kind as PageFileName['kind'], number: Number(number), token, name }];
    })
    .sort((left, right) => right.number - left.number);
}

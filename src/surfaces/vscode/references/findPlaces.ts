/** A code location in a text; `start` and `end` are offsets in UTF-16 units. */
export interface PlaceMention {
  /** `src/a.ts`, `src/a.ts:12`, `src/a.ts:12-14`. */
  readonly place: string;
  readonly start: number;
  readonly end: number;
}

const web = /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>]*/gi;
/** One character of a path; pages put a backslash before some underscores. */
const letter = String.raw`(?:\\_|[\p{L}\p{N}_@+-])`;
const part = String.raw`(?:${letter}|\.)`;
const mention = new RegExp(
  String.raw`(?<![\p{L}\p{N}_/.@:~\\-])(?:\.{0,2}/)?(?:${part}+/)*${letter}${part}*\.[A-Za-z]\w{0,9}(?::\d{1,7}(?:-\d{1,7})?)?(?![\p{L}\p{N}_/])`,
  'gu',
);
/** A file name without an extension counts only with a folder and lines: `build/Makefile:3`. */
const bare = new RegExp(
  String.raw`(?<![\p{L}\p{N}_/.@:~\\-])(?:${part}+/)+${letter}+:\d{1,7}(?:-\d{1,7})?(?![\p{L}\p{N}_/.])`,
  'gu',
);

/** Longer lines are skipped: they are rarely read by people and slow to scan. */
const maxLineLength = 5_000;

/** Finds possible code locations, in order; does not check that the files exist. */
export function findPlaces(text: string): PlaceMention[] {
  const found: PlaceMention[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const start = offset;
    offset += line.length + 1;
    if (line.length > maxLineLength) continue;
    const readable = line.replace(web, address => ' '.repeat(address.length));
    for (const pattern of [mention, bare]) {
      for (const { index, 0: written } of readable.matchAll(pattern)) {
        const place = written.replaceAll('\\_', '_');
        found.push({ place, start: start + index, end: start + index + written.length });
      }
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

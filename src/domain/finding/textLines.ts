/** A text as findings are looked for in it: made once for a text, used for all findings of it. */
export interface TextLines {
  /** Per line what is compared: without the white space around it, so that a re-indented line is the same line. */
  readonly keys: readonly string[];
  /** Per key the indexes (from 0) of the lines that have it, ascending. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

/** Splits a text into lines; `\r\n` and `\n` end one. */
export function readLines(text: string): TextLines {
  const keys = text.split('\n').map(line => line.trim());
  return { keys, positions: positionsIn(keys) };
}

/** How much a line tells about its place: the number of letters and digits in it, capped. */
export function wordWeight(key: string): number {
  let weight = 0;
  for (let index = 0; index < key.length && weight < distinctive; index += 1) {
    const code = key.charCodeAt(index);
    const isWord =
      (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 127;
    if (isWord) weight += 1;
  }
  return weight;
}

/** From this many letters and digits on, a line is identified by its text alone, at any position. */
export const distinctive = 12;

function positionsIn(keys: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  keys.forEach((key, index) => {
    const existing = positions.get(key);
    if (existing === undefined) positions.set(key, [index]);
    else existing.push(index);
  });
  return positions;
}

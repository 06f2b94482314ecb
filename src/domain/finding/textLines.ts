/** A text prepared for locating findings; built once and used for all of them. */
export interface TextLines {
  /** Trimmed lines, so that re-indented lines are equal. */
  readonly keys: readonly string[];
  /** Ascending line indexes (from 0) per key. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

export function readLines(text: string): TextLines {
  const keys = text.split('\n').map(line => line.trim());
  return { keys, positions: positionsIn(keys) };
}

/** Measures how distinctive a line is: its letters and digits, capped. */
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

/** Letters and digits from which a line is identified by its text alone. */
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

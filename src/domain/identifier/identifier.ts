/**
 * Every entity has three names: a ULID key made by us, a number per repository shown with a prefix (`W-12`), and, where
 * a caller may choose one, a `key` unique in its scope. Inputs accept any of the three.
 */

export const entityPrefixes = {
  workItem: 'W',
  task: 'T',
  slice: 'S',
  decision: 'D',
  blocker: 'B',
  nextAction: 'A',
  evidence: 'E',
  finding: 'F',
  reviewRun: 'V',
  lane: 'L',
  run: 'R',
  message: 'M',
  workerReport: 'P',
  outboxEntry: 'O',
} as const;
export type EntityKind = keyof typeof entityPrefixes;

export type Identifier =
  | { readonly by: 'number'; readonly number: number }
  | { readonly by: 'ulid'; readonly ulid: string }
  | { readonly by: 'key'; readonly key: string };

/** What identifies, without how. */
export function identifierValue(identifier: Identifier): string | number {
  if (identifier.by === 'number') return identifier.number;
  return identifier.by === 'key' ? identifier.key : identifier.ulid;
}

/** An identifier as the key of a map. */
export function identifierText(identifier: Identifier): string {
  return `${identifier.by}:${identifierValue(identifier)}`;
}

const numbered = /^[A-Za-z]-?\d+$/;
const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/** `W-12` from (workItem, 12). */
export function formatRef(kind: EntityKind, number: number): string {
  return `${entityPrefixes[kind]}-${number}`;
}

/**
 * Reads what a caller typed. `W-12`, `w-12`, `W12` and `12` are numbers of the expected kind; 26 Crockford characters in
 * either case are a ULID; everything else is a caller's key. A ref of another kind (`F-3` where a work item is meant) is read as a key and so not found.
 */
export function parseIdentifier(kind: EntityKind, text: string): Identifier {
  const trimmed = text.trim();
  if (ulidPattern.test(trimmed)) return { by: 'ulid', ulid: trimmed.toUpperCase() };
  const match = /^(?:([A-Za-z])-?)?(\d{1,15})$/.exec(trimmed);
  if (match !== null && (match[1] === undefined || match[1].toUpperCase() === entityPrefixes[kind])) {
    return { by: 'number', number: Number(match[2]) };
  }
  return { by: 'key', key: trimmed };
}

/** True when a caller's key could be mistaken for a numbered id or a ULID, and so may not be used. */
export function looksLikeNumberedId(key: string): boolean {
  return numbered.test(key) || /^-?\d+$/.test(key) || ulidPattern.test(key);
}

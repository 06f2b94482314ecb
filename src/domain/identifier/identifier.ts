/** Names of an entity: ULID, number per repository (`W-12`), and optionally a caller's `key` (also `id:<key>`). */

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
  /** `otherwise` is the interpretation if nothing has this key. */
  | { readonly by: 'key'; readonly key: string; readonly otherwise?: Identifier | undefined };

/** Possible meanings of an identifier; the first that exists counts. */
export function candidates(identifier: Identifier): Identifier[] {
  const otherwise = identifier.by === 'key' ? identifier.otherwise : undefined;
  return otherwise === undefined ? [identifier] : [identifier, ...candidates(otherwise)];
}

export function findNamed<Named extends { readonly id: string; readonly ref: string; readonly key: string | null }>(
  kind: EntityKind,
  text: string,
  records: readonly Named[],
): Named | undefined {
  for (const meant of candidates(parseIdentifier(kind, text))) {
    const named = records.find(({ id, ref, key }) => {
      if (meant.by === 'number') return ref === formatRef(kind, meant.number);
      return meant.by === 'key' ? key === meant.key : id === meant.ulid;
    });
    if (named !== undefined) return named;
  }
  return undefined;
}

export function identifierValue(identifier: Identifier): string | number {
  if (identifier.by === 'number') return identifier.number;
  return identifier.by === 'key' ? identifier.key : identifier.ulid;
}

export function identifierText(identifier: Identifier): string {
  return `${identifier.by}:${identifierValue(identifier)}`;
}

/** Prefix for a caller's key that would be read as something else. */
export const keyPrefix = 'id:';
const freelyKeyed: ReadonlySet<EntityKind> = new Set(['workItem', 'finding', 'reviewRun']);

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

export function formatRef(kind: EntityKind, number: number): string {
  return `${entityPrefixes[kind]}-${number}`;
}

/**
 * `W-12` and `12` are numbers of `kind`, 26 Crockford characters a ULID, everything else and any text after `id:` a key. If
 * nothing has that key, `id:42` is the issue `#42` (shells treat `#` as a comment) and `w-12` or `W12` a number. A ref of another
 * kind is read as a key and thus not found.
 */
export function parseIdentifier(kind: EntityKind, text: string): Identifier {
  const trimmed = text.trim();
  if (ulidPattern.test(trimmed)) return { by: 'ulid', ulid: trimmed.toUpperCase() };
  const whole: Identifier = { by: 'key', key: trimmed };
  if (freelyKeyed.has(kind) && trimmed.startsWith(keyPrefix)) {
    const key = trimmed.slice(keyPrefix.length).trim();
    const isIssue = kind === 'workItem' && /^\d+$/.test(key);
    return { by: 'key', key, otherwise: isIssue ? { by: 'key', key: `#${key}`, otherwise: whole } : whole };
  }
  const [, letter, digits] = /^(?:([A-Za-z])-?)?(\d{1,15})$/.exec(trimmed) ?? [];
  if (digits === undefined || (letter !== undefined && letter.toUpperCase() !== entityPrefixes[kind])) return whole;
  const number: Identifier = { by: 'number', number: Number(digits) };
  const isKey = freelyKeyed.has(kind) && letter !== undefined && !isOwnId(trimmed);
  return isKey ? { ...whole, otherwise: number } : number;
}

/** True for the exact form of a ref of any kind or a ULID. */
export function isOwnId(text: string): boolean {
  return /^[A-Z]-\d+$/.test(text) || ulidPattern.test(text);
}

/** True for names that could be mistaken for a number, ref or ULID. */
export function looksLikeNumberedId(name: string): boolean {
  return /^[A-Za-z]-?\d+$/.test(name) || /^-?\d+$/.test(name) || ulidPattern.test(name);
}

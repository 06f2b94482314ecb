import * as z from 'zod';
import { redactionMark } from '../text/redactionMark.js';
import type { FindingRow } from './findingRow.js';
import type { LineRange } from './lineRange.js';
import { mapLines, unmapped } from './mapLines.js';
import { distinctive, readLines, type TextLines, wordWeight } from './textLines.js';

/** Current location of a finding's text; `outdated` if it is gone or ambiguous. */
export type Located = LineRange | 'outdated';

/** Context lines on each side; max lines kept of a long text, half from each end. */
const contextLines = 6;
const longText = 16;
const longLine = 160;

/** Location of a finding, stored as JSON in its row. Lines are trimmed, long ones cut. */
export const anchorSchema = z.object({
  /** Git's blob id of the whole text; null if unknown. */
  blob: z.string().nullable(),
  start: z.int().positive(),
  end: z.int().positive(),
  /** The anchored lines; of a long text, those at both ends. */
  lines: z.array(z.string()),
  before: z.array(z.string()),
  after: z.array(z.string()),
  /** Score of the best duplicate's surroundings in the same text; -1 if the text is unique. */
  rival: z.number(),
});
export type Anchor = z.infer<typeof anchorSchema>;

/** Undefined if `text` has no such lines. `mask` replaces secrets in a line with `redactionMark`. */
export function anchorOf(
  text: string | TextLines,
  range: LineRange,
  blob: string | null = null,
  mask: (line: string) => string = line => line,
): Anchor | undefined {
  const lines = typeof text === 'string' ? readLines(text) : text;
  const start = range.start - 1;
  const { end } = range;
  const keep = (line: string): string => {
    const clean = mask(line);
    if (clean === line) return cut(line);
    // No checksum of a redacted line: it would confirm guesses of the secret.
    if (clean.length <= longLine) return clean;
    // Never cut inside a mark: the remainder would look like text of the line.
    const last = clean.lastIndexOf(redactionMark, longLine - 1);
    return clean.slice(0, last >= 0 && last + redactionMark.length > longLine ? last : longLine) + redactionMark;
  };
  if (start < 0 || end <= start || end > lines.keys.length) return undefined;
  const place = {
    blob,
    start: range.start,
    end: range.end,
    lines: edges(lines.keys.slice(start, end)).map(keep),
    before: lines.keys.slice(Math.max(0, start - contextLines), start).map(keep),
    after: lines.keys.slice(end, end + contextLines).map(keep),
  };
  const doubles = candidates(place, lines).filter(index => index !== start);
  return { ...place, rival: Math.max(-1, ...doubles.map(index => contextScore(place, lines, index))) };
}

/** Reads a row's `anchor`; undefined if null, unreadable or of a whole file. */
export function parseAnchor(text: string | null): Anchor | undefined {
  if (text === null) return undefined;
  try {
    return anchorSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Anchor of a finding about a whole file: git's blob id. */
export const wholeAnchorSchema = z.object({ blob: z.string() });

export const diffSides = ['base', 'head'] as const;
export type DiffSide = (typeof diffSides)[number];

/** Marks an anchor (JSON) as made on the base's side, from the text at `commit`. */
export function onBase(anchor: string, commit: string | undefined): string {
  return JSON.stringify({ ...JSON.parse(anchor), side: 'base', commit });
}

const onBaseSchema = z.object({ side: z.literal('base'), commit: z.string().optional() });

function readOnBase(text: string | null): z.output<typeof onBaseSchema> | undefined {
  // Most anchors are of the head: skip parsing them.
  if (text === null || !text.includes('"side"')) return undefined;
  try {
    return onBaseSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function anchoredSide(text: string | null): 'base' | null {
  return readOnBase(text)?.side ?? null;
}

/** Returns the commit of the anchored text, or else the one where the finding was recorded. */
export function textCommit({ anchor, commit_sha }: Pick<FindingRow, 'anchor' | 'commit_sha'>): string | null {
  return readOnBase(anchor)?.commit ?? commit_sha;
}

export function anchoredBlob(text: string | null): string | undefined {
  if (text === null) return undefined;
  try {
    return wholeAnchorSchema.safeParse(JSON.parse(text)).data?.blob;
  } catch {
    return undefined;
  }
}

export function holdsLines({ lines }: Anchor, text: string): boolean {
  const { keys } = readLines(text);
  const kept = new Set(keys.map(cut));
  return lines.every(line => kept.has(line) || (line.includes(redactionMark) && keys.some(key => isSame(line, key))));
}

/**
 * With `base`, the anchored text, maps line by line; else uses only the lines and their context, which finds less. Returns
 * `outdated` rather than a wrong line.
 */
export function locate(anchor: Anchor, text: string | TextLines, base?: string | TextLines): Located {
  const now = typeof text === 'string' ? readLines(text) : text;
  if (base === undefined) return locateByContext(anchor, now);
  const old = typeof base === 'string' ? readLines(base) : base;
  return rangeIn(mapLines(old, now), old, anchor);
}

/** Locates the anchored lines by a mapping of `mapLines` from the text they were anchored in. */
export function rangeIn(mapping: Int32Array, old: TextLines, { start, end }: Pick<Anchor, 'start' | 'end'>): Located {
  const first = mapping[start - 1] ?? unmapped;
  const last = mapping[end - 1] ?? unmapped;
  if (first < 0 || last < first) return 'outdated';
  const length = end - start + 1;
  let found = 0;
  let previous = first - 1;
  for (let index = start - 1; index < end; index += 1) {
    const at = mapping[index] as number;
    if (at === unmapped) continue;
    if (at <= previous || at > last) return 'outdated';
    previous = at;
    found += 1;
  }
  const isWhole = found === length && last - first + 1 === length;
  if (!isWhole && !isStillOne(old, { start, end }, { found, span: last - first + 1 })) return 'outdated';
  return { start: first + 1, end: last + 1 };
}

/** True if both ends have words, at least half of the text remains, and it did not grow much. */
function isStillOne(
  { keys }: TextLines,
  { start, end }: Pick<Anchor, 'start' | 'end'>,
  { found, span }: { found: number; span: number },
): boolean {
  const length = end - start + 1;
  const hasFirmEnds = [start, end].every(line => wordWeight(keys[line - 1] ?? '') > 0);
  return hasFirmEnds && found * 2 >= length && span <= 2 * length + contextLines;
}

type Place = Omit<Anchor, 'rival'>;

function locateByContext(anchor: Anchor, now: TextLines): Located {
  const scored = candidates(anchor, now).map(index => ({ index, score: contextScore(anchor, now, index) }));
  const best = scored.reduce<{ index: number; score: number } | undefined>(
    (top, next) => (top === undefined || next.score > top.score ? next : top),
    undefined,
  );
  if (best === undefined || scored.filter(({ score }) => score === best.score).length > 1) return 'outdated';
  if (best.score < neededScore(anchor)) return 'outdated';
  return { start: best.index + 1, end: best.index + 1 + (anchor.end - anchor.start) };
}

/** Indistinct or repeated text is identified by its context, most of which must match. */
function neededScore(anchor: Anchor): number {
  if (anchor.rival < 0 && anchor.lines.some(line => wordWeight(line) >= distinctive)) return 0;
  const whole = weigh(anchor.before) + weigh(anchor.after);
  return Math.max(anchor.rival + 1, Math.ceil(whole * (anchor.rival < 0 ? 0.5 : 0.75)), 1);
}

function candidates(place: Place, now: TextLines): number[] {
  const length = place.end - place.start + 1;
  let rarest: { offset: number; at: readonly number[] } | undefined;
  place.lines.forEach((line, index) => {
    const offset = index < place.lines.length / 2 ? index : length - (place.lines.length - index);
    if (line.length > longLine || line.includes(redactionMark)) return;
    const at = now.positions.get(line) ?? [];
    if (rarest === undefined || at.length < rarest.at.length) rarest = { offset, at };
  });
  const starts = rarest === undefined ? now.keys.keys() : rarest.at.map(index => index - (rarest?.offset ?? 0));
  return [...starts].filter(start => standsAt(place.lines, length, now.keys, start));
}

function standsAt(lines: readonly string[], length: number, keys: readonly string[], start: number): boolean {
  if (start < 0 || start + length > keys.length) return false;
  return lines.every((line, index) => {
    const offset = index < lines.length / 2 ? index : length - (lines.length - index);
    return isSame(line, keys[start + offset] as string);
  });
}

function contextScore(place: Place, { keys }: TextLines, start: number): number {
  const end = start + (place.end - place.start);
  return (
    walk([...place.before].reverse(), step => keys[start - 1 - step]) + walk(place.after, step => keys[end + 1 + step])
  );
}

/** Searches outward from the text: each context line beyond the previous match, within a few lines. */
function walk(context: readonly string[], keyAt: (step: number) => string | undefined): number {
  let score = 0;
  let step = 0;
  for (const line of context) {
    for (let ahead = 0; ahead < contextLines; ahead += 1) {
      const key = keyAt(step + ahead);
      if (key === undefined) break;
      if (!isSame(line, key)) continue;
      score += weigh([line]);
      step += ahead + 1;
      break;
    }
  }
  return score;
}

/** Counts 0 for an empty line, 2 for one with words, else 1. */
function weigh(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + (line === '' ? 0 : wordWeight(line) > 0 ? 2 : 1), 0);
}

function edges(lines: readonly string[]): readonly string[] {
  return lines.length <= longText ? lines : [...lines.slice(0, longText / 2), ...lines.slice(-longText / 2)];
}

/** Shortens a long line to its beginning, length and a checksum (FNV-1a). */
function cut(line: string): string {
  if (line.length <= longLine) return line;
  let sum = 0x811c9dc5;
  for (let index = 0; index < line.length; index += 1) sum = Math.imul(sum ^ line.charCodeAt(index), 0x01000193);
  return `${line.slice(0, longLine)}…${line.length}:${(sum >>> 0).toString(16)}`;
}

function isSame(kept: string, line: string): boolean {
  if (line.length <= longLine ? kept === line : kept === cut(line)) return true;
  return kept !== redactionMark && kept.includes(redactionMark) && fits(kept.split(redactionMark), line);
}

/** True if the line has these parts in order, with any text between. */
function fits(parts: readonly string[], line: string): boolean {
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const found = index === 0 ? 0 : isLast ? line.length - part.length : line.indexOf(part, at);
    if (found < at || !line.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}

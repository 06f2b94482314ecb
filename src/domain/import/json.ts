import { message } from '../../messages/message.js';
import { parseJson as parseWritten, plainNumber } from '../json/writtenJson.js';
import { badEntry, type Place, type SourceFile } from './imported.js';
import { readLimits, tooMany } from './limits.js';

/** Keeps numbers as written; throws `BadEntry` with the line, or a refusal for too many values. */
export function parseJson({ name, text }: SourceFile): unknown {
  const { depth, values } = measure(text);
  if (depth > readLimits.depth) throw badEntry({ file: name, line: 1 }, tooDeep);
  if (values > readLimits.values) throw tooMany('values', readLimits.values);
  try {
    return parseWritten(text);
  } catch (error) {
    const position = / position (\d+)/.exec((error as Error).message)?.[1];
    const before = position === undefined ? text.trimEnd() : text.slice(0, Number(position));
    throw badEntry({ file: name, line: before.split('\n').length }, message('queue.lineNotJson'));
  }
}

interface Line {
  readonly value: () => unknown;
  readonly place: Place;
}

export function* linesOf(files: readonly SourceFile[]): Generator<Line> {
  for (const file of files) yield* jsonLines(file);
}

function* jsonLines({ name, text }: SourceFile): Generator<Line> {
  for (let start = 0, number = 1; start < text.length; number += 1) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? undefined : end);
    const place = { file: name, line: number };
    if (line.trim() !== '') yield { value: () => parseLine(line, place), place };
    start = end === -1 ? text.length : end + 1;
  }
}

function parseLine(line: string, place: Place): unknown {
  if (isTooDeep(line)) throw badEntry(place, tooDeep);
  try {
    return parseWritten(line);
  } catch {
    throw badEntry(place, message('queue.lineNotJson'));
  }
}

/** Maps each parsed object to its place: objects begin in the text in the order of traversal. */
export function placesOf({ name, text }: SourceFile, root: unknown): (value: unknown) => Place {
  const lines = beginnings(text);
  const places = new Map<unknown, Place>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    // Numbers kept as written are objects, too.
    if (plainNumber(value) !== value) return;
    if (!Array.isArray(value)) places.set(value, { file: name, line: lines[places.size] ?? 1 });
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(root);
  return value => places.get(value) ?? { file: name, line: 1 };
}

function beginnings(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\n') line += 1;
    else if (sign === '"') isInText = !isInText;
    else if (sign === '\\') at += 1;
    else if (sign === '{' && !isInText) lines.push(line);
  }
  return lines;
}

const tooDeep = message('imports.tooDeep', { limit: readLimits.depth });

/** True if nested deeper than recursive code can handle. */
export function isTooDeep(text: string): boolean {
  return measure(text).depth > readLimits.depth;
}

/** Measures nesting depth and counts lists and objects; by hand, to work on strings of any length. */
function measure(text: string): { depth: number; values: number } {
  let level = 0;
  let depth = 0;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isInText = !isInText;
    else if (sign === '\\') at += 1;
    else if (!isInText && (sign === '{' || sign === '[')) {
      values += 1;
      level += 1;
      depth = Math.max(depth, level);
    } else if (!isInText && (sign === '}' || sign === ']')) level -= 1;
  }
  return { depth, values };
}

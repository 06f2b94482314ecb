import { message } from '../../messages/message.js';
import { parseJson as parseWritten, plainNumber } from '../json/writtenJson.js';
import { badEntry, type Place, type SourceFile } from './imported.js';

/** Parses the text of a whole file, with numbers as they are written; throws a refusal with the line of the mistake. */
export function parseJson({ name, text }: SourceFile): unknown {
  try {
    return parseWritten(text);
  } catch (error) {
    const position = / position (\d+)/.exec((error as Error).message)?.[1];
    const before = position === undefined ? text.trimEnd() : text.slice(0, Number(position));
    throw badEntry({ file: name, line: before.split('\n').length }, message('queue.lineNotJson'));
  }
}

/** Each line that is not empty, with its place; `value` parses it. */
export function* jsonLines({ name, text }: SourceFile): Generator<{ value: () => unknown; place: Place }> {
  for (const [index, line] of text.split('\n').entries()) {
    const place = { file: name, line: index + 1 };
    if (line.trim() !== '') yield { value: () => parseLine(line, place), place };
  }
}

function parseLine(line: string, place: Place): unknown {
  try {
    return parseWritten(line);
  } catch {
    throw badEntry(place, message('queue.lineNotJson'));
  }
}

/** The place of each object that was parsed from the file: objects begin in the text in the order in which they are visited. */
export function placesOf({ name, text }: SourceFile, root: unknown): (value: unknown) => Place {
  const lines = beginnings(text);
  const places = new Map<unknown, Place>();
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    // A number that is kept as it is written is an object, too.
    if (plainNumber(value) !== value) return;
    if (!Array.isArray(value)) places.set(value, { file: name, line: lines[places.size] ?? 1 });
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(root);
  return value => places.get(value) ?? { file: name, line: 1 };
}

/** The lines of all `{` outside of strings. */
function beginnings(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{\n]/g)) {
    if (token === '\n') line += 1;
    else if (token === '{') lines.push(line);
  }
  return lines;
}

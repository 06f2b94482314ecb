import { visibleLine, visibleText } from '../../../domain/text/visibleText.js';

/** Returns one line without control characters: records may contain anyone's text. */
export const oneLine = visibleLine;

export function manyLines(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(line => visibleText(line).trimEnd());
}

const narrow = /^[\x20-\x7e\u00a1-\u02ff\u2010-\u2027\u2030-\u205e]*$/;
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{1fa70}-\u{1faff}\u{20000}-\u{3fffd}]|^\p{Emoji_Presentation}/u;
const nothing = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/** Returns the width in terminal columns of a text without colors. */
export function displayWidth(text: string): number {
  if (narrow.test(text)) return text.length;
  let width = 0;
  for (const [, columns] of signs(text)) width += columns;
  return width;
}

/** Cuts text to a number of columns and marks the cut with …. */
export function truncate(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const [sign, more] of signs(text)) {
    if (width + more > columns - 1) break;
    kept += sign;
    width += more;
  }
  return `${kept.trimEnd()}…`;
}

export function pad(text: string, columns: number, right = false): string {
  const gap = ' '.repeat(Math.max(0, columns - displayWidth(text)));
  return right ? gap + text : text + gap;
}

export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** Graphemes with their columns. Written by hand: `Intl.Segmenter` takes 13 ms to start, a tenth of a command. */
function* signs(text: string): Generator<readonly [sign: string, columns: number]> {
  let sign = '';
  let columns = 0;
  let joins = false;
  for (const character of text) {
    if (sign !== '' && (joins || nothing.test(character))) {
      sign += character;
      if (character === '\ufe0f') columns = 2;
    } else {
      if (sign !== '') yield [sign, columns];
      sign = character;
      columns = nothing.test(character) ? 0 : wide.test(character) ? 2 : 1;
    }
    joins = character === '\u200d';
  }
  if (sign !== '') yield [sign, columns];
}

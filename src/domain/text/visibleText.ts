import { jsonText } from '../json/writtenJson.js';

/** Scripts spelled with joiners: between two of their letters a joiner is part of the word. */
const joinedScripts = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
];
const joined = `[${joinedScripts.map(script => `\\p{Script=${script}}`).join('')}]`;

/** Invisible characters that are part of an emoji or word. */
const needed = [
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  `(?<=${joined})[\\u200c\\u200d](?=${joined})`,
].join('|');

/** Built on first use, which takes 1 ms. */
let unseen: RegExp | undefined;

/** Characters that control a terminal or are invisible, without line feeds and those needed for spelling. */
function unseenCharacters(): RegExp {
  unseen ??= new RegExp(
    `(?!\\n|${needed})[\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb]`,
    'gu',
  );
  return unseen;
}

const plain = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e]*$/;

/** Escapes control and invisible characters (`\x1b`, `\u202e`). Keeps line feeds and CRLF; a tab becomes two spaces. */
export function visibleText(text: string): string {
  if (plain.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '  ').replace(unseenCharacters(), escaped);
}

/** Like `visibleText`, on one line: collapses white space and trims it. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/[^\S\v\f\u2028\u2029\ufeff]+/g, ' ')).trim();
}

/** Formats JSON that is safe for a terminal and equal for programs; `indent` spaces per level, else on one line. */
export function visibleJson(value: unknown, indent?: number): string {
  const json = jsonText(value, indent);
  return plain.test(json) ? json : json.replace(unseenCharacters(), escapedInJson);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code > 0xffff) return `\\u{${digits}}`;
  return code > 0xff ? `\\u${digits.padStart(4, '0')}` : `\\x${digits.padStart(2, '0')}`;
}

/** JSON has only 16-bit escapes. */
function escapedInJson(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

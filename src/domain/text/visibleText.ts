import { jsonText } from '../json/writtenJson.js';

/** Scripts that spell with joiners: between two of their letters a joiner is part of the word. */
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

/** Invisible characters without which an emoji or a word is another one. */
const needed = [
  '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
  '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  `(?<=${joined})[\\u200c\\u200d](?=${joined})`,
].join('|');

/** Made with the first text that is not plain: it takes a millisecond. */
let unseen: RegExp | undefined;

/**
 * Characters that a terminal acts on or that no one can see: C0 and C1 controls, DEL, line separators, what turns the
 * direction of text, what has no width (tags and fillers too), halves of a character. No line feed, and nothing that spelling needs.
 */
function unseenCharacters(): RegExp {
  unseen ??= new RegExp(
    `(?!\\n|${needed})[\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb]`,
    'gu',
  );
  return unseen;
}

/** Most texts: nothing in them needs a closer look. */
const plain = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e]*$/;

/**
 * A text that is harmless on a terminal: each character that a terminal would act on or that no one could see is written as
 * an escape, `\x1b` or `\u202e`. Line feeds stay, with or without a carriage return before; a tab becomes two spaces.
 */
export function visibleText(text: string): string {
  if (plain.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '  ').replace(unseenCharacters(), escaped);
}

/** The same on one line: white space of any length is one space, and none at the ends. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/[^\S\v\f\u2028\u2029\ufeff]+/g, ' ')).trim();
}

/**
 * JSON of a value that is harmless on a terminal and the same value to a program; `indent` spaces a level, else one line.
 */
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

/** JSON has 16-bit escapes only. */
function escapedInJson(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

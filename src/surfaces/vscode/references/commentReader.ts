import type { LineReader } from './lineScan.js';

/** How comments are written in a language. */
interface CommentMarks {
  readonly line?: string;
  readonly block?: readonly [open: string, close: string];
}

interface CommentState {
  readonly inBlock: boolean;
}

const slashes: CommentMarks = { line: '//', block: ['/*', '*/'] };
const hash: CommentMarks = { line: '#' };
const markup: CommentMarks = { block: ['<!--', '-->'] };

/** By VS Code's name of the language. What is not here has no comments that are checked. */
const marksOf: Readonly<Record<string, CommentMarks>> = {
  ...each(
    'c cpp csharp dart go groovy java javascript javascriptreact jsonc kotlin less objective-c php rust scala scss swift typescript typescriptreact',
    slashes,
  ),
  ...each('coffeescript dockerfile elixir julia makefile perl powershell python r ruby shellscript toml yaml', hash),
  ...each('html xml vue svelte', markup),
  css: { block: ['/*', '*/'] },
  lua: { line: '--' },
  sql: { line: '--', block: ['/*', '*/'] },
};

/** Languages whose comments are checked. */
export const commentLanguages: readonly string[] = Object.keys(marksOf);

/** Reads code in which comments alone are text; undefined for a language that is not known. */
export function commentReader(language: string): LineReader<CommentState> | undefined {
  const marks = Object.hasOwn(marksOf, language) ? marksOf[language] : undefined;
  return marks && { first: outside, read: (line, before) => readCode(line, before, marks) };
}

const outside: CommentState = { inBlock: false };
const inside: CommentState = { inBlock: true };
/** Longer lines are not text. */
const maxLineLength = 5_000;
const quoted = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/y;

function readCode(line: string, before: CommentState, { line: mark, block }: CommentMarks) {
  // Maximum number of lines hold neither a comment over several lines nor anything to find.
  const opens = block !== undefined && line.includes(block[0]);
  const mentions = /[WFTL]-/.test(line);
  if (line.length > maxLineLength || (!before.inBlock && !opens && !mentions))
    return { text: undefined, after: before };
  let text = '';
  let inBlock = before.inBlock;
  while (text.length < line.length) {
    const at = text.length;
    if (inBlock) {
      const close = block === undefined ? -1 : line.indexOf(block[1], at);
      text += line.slice(at, close < 0 ? line.length : close + (block?.[1].length ?? 0));
      inBlock = close < 0;
      continue;
    }
    if (mark !== undefined && line.startsWith(mark, at)) return { text: text + line.slice(at), after: outside };
    if (block !== undefined && line.startsWith(block[0], at)) {
      text += block[0];
      inBlock = true;
      continue;
    }
    quoted.lastIndex = at;
    text += ' '.repeat(quoted.exec(line)?.[0].length ?? 1);
  }
  return { text, after: inBlock ? inside : outside };
}

function each(names: string, marks: CommentMarks): Record<string, CommentMarks> {
  return Object.fromEntries(names.split(' ').map(name => [name, marks]));
}

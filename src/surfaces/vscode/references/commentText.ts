interface CommentMarks {
  readonly line?: string;
  readonly block?: readonly [open: string, close: string];
}

const slashes: CommentMarks = { line: '//', block: ['/*', '*/'] };
const hash: CommentMarks = { line: '#' };
const markup: CommentMarks = { block: ['<!--', '-->'] };

/** Comment marks by VS Code language id. Comments of other languages are not checked. */
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

export const commentLanguages: readonly string[] = Object.keys(marksOf);

const quoted = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|${'`'}(?:\\.|[^${'`'}\\\n])*${'`'}`;

/** Replaces all but comments with spaces; lines without references become empty. Undefined for unknown languages. */
export function commentText(language: string, lines: readonly string[]): readonly string[] | undefined {
  const marks = Object.hasOwn(marksOf, language) ? marksOf[language] : undefined;
  if (marks === undefined) return undefined;
  const { line, block } = marks;
  const comments = [
    ...(line === undefined ? [] : [`${literal(line)}.*`]),
    ...(block === undefined ? [] : [`${literal(block[0])}[^]*?(?:${literal(block[1])}|$)`]),
  ];
  const code = lines.join('\n');
  if (!/[WFTLR]-/.test(code)) return [];
  let text = '';
  for (const { index, 0: found, groups } of code.matchAll(
    new RegExp(`(?<comment>${comments.join('|')})|${quoted}`, 'g'),
  )) {
    text += blank(code.slice(text.length, index)) + (groups?.comment ?? blank(found));
  }
  return (text + blank(code.slice(text.length))).split('\n');
}

function literal(mark: string): string {
  return mark.replace(/[*/]/g, '\\$&');
}

function blank(code: string): string {
  return code.replace(/[^\n]/g, ' ');
}

function each(names: string, marks: CommentMarks): Record<string, CommentMarks> {
  return Object.fromEntries(names.split(' ').map(name => [name, marks]));
}

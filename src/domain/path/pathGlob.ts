/** Cache by pattern: each is matched against every staged path. */
const expressions = new Map<string, RegExp>();

/** `*` and `?` match within a name, `**` crosses folders, `{a,b}` is an alternative, a final `/` matches all below. */
export function matchesGlob(path: string, pattern: string): boolean {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(`^${translatePattern(pattern.endsWith('/') ? `${pattern}**` : pattern)}$`, 'u');
    if (expressions.size > 500) expressions.clear();
    expressions.set(pattern, expression);
  }
  return expression.test(path);
}

const pieces = /\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[\s\S]/gu;

function translatePattern(pattern: string): string {
  return (pattern.match(pieces) ?? []).map(translatePiece).join('');
}

function translatePiece(piece: string): string {
  if (piece === '**/') return '(?:[^/]+/)*';
  if (piece === '**') return '.*';
  if (piece === '*') return '[^/]*';
  if (piece === '?') return '[^/]';
  if (piece.length > 1 && piece.startsWith('{')) {
    const choices = piece.slice(1, -1).split(',');
    return `(?:${choices.map(translatePattern).join('|')})`;
  }
  return piece.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&');
}

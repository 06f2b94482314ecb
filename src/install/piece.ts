/**
 * Something of ours in a file: a value in JSON, a member of a list in JSON, a table in TOML, a paragraph in Markdown, or the
 * whole file.
 */
export type Piece =
  | { readonly kind: 'json'; readonly keys: readonly string[]; readonly value: unknown }
  | { readonly kind: 'member'; readonly keys: readonly string[]; readonly value: unknown; readonly mark: string }
  | { readonly kind: 'toml'; readonly keys: readonly string[]; readonly text: string }
  | { readonly kind: 'block'; readonly text: string }
  | { readonly kind: 'file'; readonly text: string; readonly mode?: number };

/** Where a piece is, without what it says: as the ledger keeps it. */
export interface PiecePlace {
  readonly kind: Piece['kind'];
  readonly keys?: readonly string[] | undefined;
  /** Of a member of a list: what only its JSON has in it. */
  readonly mark?: string | undefined;
}

export function placeOf(piece: Piece): PiecePlace {
  if (piece.kind === 'block' || piece.kind === 'file') return { kind: piece.kind };
  const { kind, keys } = piece;
  return kind === 'member' ? { kind, keys, mark: piece.mark } : { kind, keys };
}

export function isSamePlace(one: PiecePlace, other: PiecePlace): boolean {
  return one.kind === other.kind && one.keys?.join('\0') === other.keys?.join('\0') && one.mark === other.mark;
}

/**
 * Why a file cannot be edited, as the end of a sentence that begins with its name. Nothing was changed.
 */
export class CannotEdit extends Error {
  constructor(readonly problem: string) {
    super(problem);
    this.name = 'CannotEdit';
  }
}

/**
 * How the pieces of a kind are read and edited. Texts are whole files without a byte order mark; an empty one is a file that is
 * to be made. What is not ours stays to the letter, or `CannotEdit` is thrown.
 */
export interface Editor {
  /** What the piece says, in a form that does not depend on layout; undefined where there is none. */
  find(text: string, place: PiecePlace): string | undefined;
  /** With the piece, in place of one that is there. */
  put(text: string, piece: Piece): string;
  /** Without the piece. */
  take(text: string, place: PiecePlace): string;
  /** What a text says, whatever its layout, to compare; what is left of a file of ours without our pieces says what no file says. */
  meaning(text: string): unknown;
}

/** How the lines of a text end. */
export function lineEnd(text: string): '\n' | '\r\n' {
  return /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
}

/** The same text with line feeds alone, to compare. */
export function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Part of a file that Stateroom installs. */
export type Piece =
  | { readonly kind: 'json'; readonly keys: readonly string[]; readonly value: unknown }
  | { readonly kind: 'member'; readonly keys: readonly string[]; readonly value: unknown; readonly mark: string }
  | { readonly kind: 'toml'; readonly keys: readonly string[]; readonly text: string }
  | { readonly kind: 'block'; readonly text: string }
  | { readonly kind: 'file'; readonly text: string; readonly mode?: number };

/** Location of a piece without its content, as stored in the ledger. */
export interface PiecePlace {
  readonly kind: Piece['kind'];
  readonly keys?: readonly string[] | undefined;
  /** For a list member, the text by which its JSON is identified. */
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

/** Nothing was changed; the message ends a sentence that begins with the file's name. */
export class CannotEdit extends Error {
  constructor(readonly problem: string) {
    super(problem);
    this.name = 'CannotEdit';
  }
}

/**
 * For pieces of one kind. Texts are whole files without a byte order mark, empty for a file to be created. Content that is not
 * ours stays byte for byte, or `CannotEdit` is thrown.
 */
export interface Editor {
  /** Returns the piece's content independent of layout; undefined if it is missing. */
  find(text: string, place: PiecePlace): string | undefined;
  put(text: string, piece: Piece): string;
  take(text: string, place: PiecePlace): string;
  /** Parses a text for comparison, independent of layout; the empty remains of a created file are equal to no file. */
  meaning(text: string): unknown;
}

export function lineEnd(text: string): '\n' | '\r\n' {
  return /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
}

/** Converts line endings to line feeds, for comparison. */
export function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

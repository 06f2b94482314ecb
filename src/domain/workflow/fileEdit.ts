import { type Message, message } from '../../messages/message.js';
import { isRefusal, type Refusal, refuse } from '../refusal/refusal.js';
import { withoutTrailing } from '../text/withoutTrailing.js';
import { problemOfPath } from './repositoryPath.js';

export interface ReadFile {
  /** Relative to the worktree root, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface FileEdit {
  readonly path: string;
  /** The original text; null for a new file. */
  readonly before: string | null;
  readonly after: string;
}

/** A requested edit: replaced pieces, or the whole text of a new file. */
export interface AskedEdit {
  readonly path: string;
  /** Each `find` occurs exactly once. */
  readonly replace?: readonly { readonly find: string; readonly with: string }[] | null | undefined;
  readonly content?: string | null | undefined;
}

export const editLimits = { files: 20, text: 200_000, total: 400_000 } as const;

/**
 * All or nothing: only files that were read may change, only missing ones be created, and none outside the repository. Keeps line
 * ends, byte order mark and a missing final line end.
 */
export function readFileEdits(
  requested: readonly AskedEdit[],
  read: readonly ReadFile[],
  isThere: (path: string) => boolean,
): readonly FileEdit[] | Refusal {
  if (requested.length > editLimits.files) {
    return no(
      message('edits.tooManyFiles', { count: requested.length }),
      message('edits.tooManyFilesHint', { max: editLimits.files }),
    );
  }
  const texts = new Map(read.map(({ path, text }) => [path, text]));
  const edits: FileEdit[] = [];
  const seen = new Set<string>();
  let total = 0;
  for (const edit of requested) {
    const path = edit.path.replace(/^\.\//, '');
    const problem = problemOfPath(path);
    if (problem !== undefined)
      return no(message('edits.pathUnusable', { path: shown(path), problem }), message('edits.pathUnusableHint'));
    // Some file systems treat them as one file.
    const name = path.normalize('NFC').toLowerCase();
    if (seen.has(name)) return no(message('edits.namedTwice', { path: shown(path) }), message('edits.namedTwiceHint'));
    seen.add(name);
    const made = readOne({ ...edit, path }, texts.get(path), isThere);
    if (isRefusal(made)) return made;
    total += made.after.length;
    if (made.after.length > editLimits.text || total > editLimits.total) {
      return no(message('edits.tooLong', { path: shown(path) }), message('edits.tooLongHint'));
    }
    if (made.after !== made.before) edits.push(made);
  }
  return edits.length === 0 ? no(message('edits.nothing'), message('edits.nothingHint')) : edits;
}

function readOne(
  { path, replace, content }: AskedEdit,
  before: string | undefined,
  isThere: (path: string) => boolean,
): FileEdit | Refusal {
  const hasPieces = replace != null && replace.length > 0;
  if (hasPieces === (content != null)) {
    return no(message('edits.unspecified', { path: shown(path) }), message('edits.unspecifiedHint'));
  }
  if (before === undefined) {
    if (isThere(path)) return no(message('edits.unread', { path: shown(path) }), message('edits.unreadHint'));
    if (content == null)
      return no(message('edits.unknownFile', { path: shown(path) }), message('edits.unknownFileHint'));
    if (isNoText(content) || content.trim() === '')
      return no(message('edits.noNewText', { path: shown(path) }), message('edits.noNewTextHint'));
    return { path, before: null, after: `${withoutTrailing(content.replace(/\r\n?/g, '\n'), '\n')}\n` };
  }
  if (isNoText(before))
    return no(message('edits.newTextNotText', { path: shown(path) }), message('edits.newTextNotTextHint'));
  if (!hasPieces) {
    return no(message('edits.existsAlready', { path: shown(path) }), message('edits.existsAlreadyHint'));
  }
  let text = before;
  for (const piece of replace) {
    const replaced = replaceOnce(path, text, piece);
    if (isRefusal(replaced)) return replaced;
    text = replaced;
  }
  return { path, before, after: endedLike(before, text) };
}

/** Replaces a piece that must be unique, with the file's line ends. */
function replaceOnce(
  path: string,
  text: string,
  { find, with: into }: { readonly find: string; readonly with: string },
): string | Refusal {
  if (find === '') return no(message('edits.pieceEmpty', { path: shown(path) }), message('edits.pieceEmptyHint'));
  if (isNoText(into))
    return no(message('edits.pieceNotText', { path: shown(path) }), message('edits.pieceNotTextHint'));
  const sought = find.replace(/\r\n?/g, '\n');
  // Models write one kind of line end: positions are counted without CR and mapped back.
  const plain = text.replaceAll('\r\n', '\n');
  const at = plain.indexOf(sought);
  const start = message('edits.piece', { path: shown(path), start: shown(sought.trim().split('\n')[0] ?? '') });
  if (at < 0) return no(message('edits.pieceMissing', { piece: start }), message('edits.pieceMissingHint'));
  if (plain.indexOf(sought, at + 1) >= 0) {
    return no(message('edits.pieceAmbiguous', { piece: start }), message('edits.pieceAmbiguousHint'));
  }
  const lineEnd = text.split('\r\n').length > text.split('\n').length / 2 && text.includes('\r\n') ? '\r\n' : '\n';
  const written = into.replace(/\r\n?/g, '\n').replaceAll('\n', lineEnd);
  const isMarked = text.startsWith('\ufeff') && at === 0;
  const from = rawPlace(text, at);
  const to = rawPlace(text, at + sought.length);
  const mark = isMarked && !written.startsWith('\ufeff') ? '\ufeff' : '';
  return `${text.slice(0, from)}${mark}${written}${text.slice(to)}`;
}

/** Maps an offset that counts each line end as one character to the original text. */
function rawPlace(text: string, place: number): number {
  let raw = 0;
  for (let counted = 0; counted < place; counted += 1) raw += text.startsWith('\r\n', raw) ? 2 : 1;
  return raw;
}

function endedLike(before: string, after: string): string {
  const had = before.endsWith('\n');
  if (before === '' || after === '' || had === after.endsWith('\n')) return after;
  if (had) return `${after}${before.endsWith('\r\n') ? '\r\n' : '\n'}`;
  let end = after.length;
  while (after.charAt(end - 1) === '\n') end -= after.charAt(end - 2) === '\r' ? 2 : 1;
  return after.slice(0, end);
}

function isNoText(text: string): boolean {
  return text.includes('\0') || text.includes('\ufffd');
}

function shown(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function no(message: Message, hint: Message): Refusal {
  return refuse('invalid_input', message, { hint });
}

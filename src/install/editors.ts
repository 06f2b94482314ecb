import { isEmptyJson, jsonEditor, sorted } from './editJson.js';
import { blockEditor, fenced, fileEditor } from './editText.js';
import { tomlEditor } from './editToml.js';
import type { Editor, Piece } from './piece.js';
import { withLineFeeds } from './piece.js';

export const editors: Readonly<Record<Piece['kind'], Editor>> = {
  json: jsonEditor,
  member: jsonEditor,
  toml: tomlEditor,
  block: blockEditor,
  file: fileEditor,
};

/** Returns the result of `find` once the piece is installed. */
export function contentOf(piece: Piece): string | undefined {
  switch (piece.kind) {
    case 'json':
    case 'member':
      return JSON.stringify(piece.value, sorted);
    case 'toml':
      return tomlEditor.find(piece.text, piece);
    case 'block':
      return fenced(piece.text);
    case 'file':
      return withLineFeeds(piece.text);
  }
}

/** True for a created file without content besides our pieces. */
export function isEmptied(text: string): boolean {
  return text.trim() === '' || isEmptyJson(text);
}

import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';
import { CannotEdit, type Editor, lineEnd } from './piece.js';

type Json = Record<string, unknown>;

/** Edits JSON with comments and trailing commas, as in agents' settings. */
export const jsonEditor: Editor = {
  find(text, { keys = [], mark }) {
    const found = valueAt(readJson(text), keys);
    const value = mark === undefined ? found : listAt(found, keys)[indexOf(found, mark)];
    return value === undefined ? undefined : JSON.stringify(value, sorted);
  },
  put(text, piece) {
    if (piece.kind === 'json') return set(text, piece.keys, piece.value);
    if (piece.kind !== 'member') return text;
    const { keys, value, mark } = piece;
    const found = valueAt(readJson(text), keys);
    const list = listAt(found, keys);
    if (list.length === 0) return set(text, keys, [value]);
    const at = indexOf(found, mark);
    if (at >= 0)
      return verified(
        text,
        change(text, [...keys, at], value),
        keys,
        list.map((each, index) => (index === at ? value : each)),
      );
    return verified(text, change(text, [...keys, list.length], value, true), keys, [...list, value]);
  },
  take(text, { keys = [], mark }) {
    const found = valueAt(readJson(text), keys);
    if (found === undefined) return text;
    if (mark === undefined) return verified(text, change(text, [...keys], undefined), keys, undefined);
    const at = indexOf(found, mark);
    if (at < 0) return text;
    const left = listAt(found, keys).filter((_, index) => index !== at);
    return verified(text, change(text, [...keys, at], undefined), keys, left);
  },
  meaning: text => withoutEmpty(readJson(text)),
};

/** Drops empty objects and lists at any depth. */
export function withoutEmpty(value: unknown): unknown {
  const holds = (each: unknown) => each !== undefined;
  if (Array.isArray(value)) {
    const left = value.map(withoutEmpty).filter(holds);
    return left.length === 0 ? undefined : left;
  }
  if (!isObject(value)) return value;
  const left = Object.entries(value)
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
    .filter(([, inner]) => holds(inner));
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** Returns the index of the list member whose JSON contains the mark; -1 for none. */
function indexOf(found: unknown, mark: string): number {
  return Array.isArray(found) ? found.findIndex(each => JSON.stringify(each).includes(mark)) : -1;
}

export function isEmptyJson(text: string): boolean {
  const holdsNothing = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Object.values(value).every(holdsNothing);
  try {
    return !/\/[/*]/.test(text) && holdsNothing(readJson(text));
  } catch {
    return false;
  }
}

export function readJson(text: string): Json {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new CannotEdit('is not valid JSON');
  if (!isObject(value)) throw new CannotEdit('holds no JSON object');
  return value;
}

function valueAt(root: Json, keys: readonly string[]): unknown {
  let at: unknown = root;
  for (const [depth, key] of keys.entries()) {
    if (at === undefined) return undefined;
    if (!isObject(at)) throw new CannotEdit(`has something other than an object at ${keys.slice(0, depth).join('.')}`);
    at = Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

function listAt(found: unknown, keys: readonly string[]): readonly unknown[] {
  if (found !== undefined && !Array.isArray(found)) {
    throw new CannotEdit(`has something other than a list at ${keys.join('.')}`);
  }
  return found ?? [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function set(text: string, keys: readonly string[], value: unknown): string {
  if (text.trim() === '') return whole(keys, value);
  valueAt(readJson(text), keys);
  return verified(text, change(text, [...keys], value), keys, value);
}

function whole(keys: readonly string[], value: unknown): string {
  const root = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return `${JSON.stringify(root, undefined, 2)}\n`;
}

function change(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  if (value === undefined) return without(text, path);
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const formattingOptions = { insertSpaces: !indent.includes('\t'), tabSize: indent.length, eol: lineEnd(text) };
  const formatted = applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }));
  const [edit] = modify(text, path, value, { isArrayInsertion });
  if (edit === undefined) return formatted;
  if (isOnOneLine(text, edit)) return applyEdits(text, [spaced(edit, !/[,:]\s/.test(text))]);
  if (edit.length > 0 || !edit.content.startsWith(',')) return formatted;
  // The formatter also reformats the preceding line, which is not ours: it is restored.
  const before = text.slice(0, edit.offset);
  let at = 0;
  for (let left = before.replace(/\s/g, '').length; left > 0; at += 1)
    if ((formatted[at] ?? '!').trim() !== '') left -= 1;
  // A comment after that line stays there too; the formatter would move it behind the new value.
  const rest = text.slice(edit.offset);
  const [comment] = endOfLine.exec(rest) ?? [];
  if (comment === undefined || !formatted.endsWith(rest)) return before + formatted.slice(at);
  return `${before},${comment}${formatted.slice(at + 1, -rest.length)}${rest.slice(comment.length)}`;
}

const endOfLine = /^[ \t]*(?:\/\/.*?|\/\*.*?\*\/[ \t]*)(?=\r?\n)/;

/** True where the object or list that changes is written on one line; an empty one is written as what is around it. */
function isOnOneLine(text: string, { offset, length }: Edit): boolean {
  // A value that is replaced keeps its own form.
  if (/^[{[]\s*[^\s\]}]/.test(text.slice(offset, offset + length)))
    return !text.slice(offset, offset + length).includes('\n');
  let around: Node | undefined;
  for (let at = treeOf(text); at !== undefined; ) {
    if (at.type !== 'property' && at.children?.length !== 0) around = at;
    at = at.children?.find(child => child.offset < offset && offset < endOf(child));
  }
  return around !== undefined && !text.slice(around.offset, endOf(around)).includes('\n');
}

/** Adds the spaces that people write in JSON on one line, unless the file has none. */
function spaced(edit: Edit, isTight: boolean): Edit {
  const spaces: Readonly<Record<string, string>> = isTight
    ? { ':': ':' }
    : { '{': '{ ', '}': ' }', ',': ', ', ':': ': ' };
  const parts = /"(?:[^"\\]|\\.)*"|\{\}|[{}]|[,:] ?/g;
  return { ...edit, content: edit.content.replace(parts, part => spaces[part.trim()] ?? part) };
}

/** Removes one of our values, with its comma, and keeps the layout of its neighbors. */
function without(text: string, path: JSONPath): string {
  const tree = treeOf(text);
  const found = tree && findNodeAtLocation(tree, path);
  const own = found?.parent?.type === 'property' ? found.parent : found;
  const all = own?.parent?.children ?? [];
  if (own?.parent === undefined) return text;
  const at = all.indexOf(own);
  const [previous, next] = [all[at - 1], all[at + 1]];
  if (previous !== undefined) {
    const removed = text.slice(endOf(previous), endOf(own));
    const [comment = ''] = endOfLine.exec(removed.replace(/^\s*,/, '')) ?? [];
    return text.slice(0, endOf(previous)) + comment + text.slice(endOf(own));
  }
  if (next !== undefined) return text.slice(0, own.parent.offset + 1) + text.slice(next.offset);
  return text.slice(0, own.parent.offset + 1) + text.slice(endOf(own)).replace(/^\s*,?\s*/, '');
}

function treeOf(text: string): Node | undefined {
  return parseTree(text, [], { allowTrailingComma: true });
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Returns the edited text; throws `CannotEdit` if anything but this value differs. */
function verified(before: string, after: string, keys: readonly string[], value: unknown): string {
  const expected = structuredClone(readJson(before));
  let at = expected;
  for (const key of keys.slice(0, -1)) {
    at[key] ??= {};
    at = at[key] as Json;
  }
  const last = keys.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  if (!isDeepStrictEqual(readJson(after), expected))
    throw new CannotEdit('is written in a way that cannot be edited safely');
  return after;
}

/** Replacer for `JSON.stringify` that sorts keys. */
export function sorted(_key: string, value: unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
}

import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { sorted, withoutEmpty } from './editJson.js';
import { CannotEdit, type Editor, lineEnd } from './piece.js';

type Toml = Record<string, unknown>;

/**
 * Edits whole lines, with our table at the end: libraries that write TOML lose comments or outweigh the whole installer. A parser
 * verifies that each edit changed nothing else.
 */
export const tomlEditor: Editor = {
  find(text, { keys = [] }) {
    const found = valueAt(readToml(text), keys);
    return found === undefined ? undefined : JSON.stringify(found, sorted);
  },
  put(text, piece) {
    if (piece.kind !== 'toml') return text;
    const { keys } = piece;
    const cleared = tomlEditor.take(text, piece);
    const end = lineEnd(text);
    const gap = cleared === '' ? '' : /\n$/.test(cleared) ? end : end + end;
    const edited = cleared + gap + piece.text.replaceAll('\n', end);
    return verified(text, edited, keys, valueAt(readToml(piece.text), keys));
  },
  take(text, { keys = [] }) {
    if (valueAt(readToml(text), keys) === undefined) return text;
    const lines = text.split(/(?<=\n)/);
    for (const begin of lines.keys()) {
      if (!isHeaderOf(lines[begin] ?? '', keys)) continue;
      try {
        return verified(text, withoutTable(lines, begin, keys), keys, undefined);
      } catch (error) {
        // The line may be part of a multi-line string.
        if (!(error instanceof CannotEdit)) throw error;
      }
    }
    throw new CannotEdit(`has ${keys.join('.')} in a form that cannot be edited safely`);
  },
  meaning: text => withoutEmpty(readToml(text)),
};

function withoutTable(lines: readonly string[], begin: number, keys: readonly string[]): string {
  let end = begin + 1;
  while (end < lines.length && (!/^\s*\[/.test(lines[end] ?? '') || isHeaderOf(lines[end] ?? '', keys))) end += 1;
  // Comments after the last value do not belong to this table.
  while (end > begin + 1 && /^\s*(#|$)/.test(lines[end - 1] ?? '')) end -= 1;
  const gap = begin > 0 && /^\s*$/.test(lines[begin - 1] ?? '') ? 1 : 0;
  return [...lines.slice(0, begin - gap), ...lines.slice(end)].join('');
}

export function readToml(text: string): Toml {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch {
    throw new CannotEdit('is not valid TOML');
  }
}

function valueAt(root: Toml, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Toml)[key] : undefined),
    root,
  );
}

/** Matches `[mcp_servers.stateroom]`, and the tables in it. */
function isHeaderOf(line: string, keys: readonly string[]): boolean {
  const part = (key: string) => `\\s*(?:${key}|"${key}"|'${key}')\\s*`;
  return new RegExp(`^\\s*\\[${keys.map(part).join('\\.')}[\\].]`).test(line);
}

/** Returns the edited text; throws `CannotEdit` if anything but this value differs. */
function verified(before: string, after: string, keys: readonly string[], value: unknown): string {
  const [expected, found] = [readToml(before), readToml(after)];
  for (const root of [expected, found]) remove(root, keys);
  const same = isDeepStrictEqual(found, expected) && isDeepStrictEqual(valueAt(readToml(after), keys), value);
  if (!same) throw new CannotEdit('is written in a way that cannot be edited safely');
  return after;
}

/** Removes a value, and the tables that are empty without it. */
function remove(root: Toml, [key, ...inner]: readonly string[]): void {
  if (key === undefined || !Object.hasOwn(root, key)) return;
  const value = root[key] as Toml;
  if (inner.length > 0) remove(value, inner);
  if (inner.length === 0 || Object.keys(value).length === 0) delete root[key];
}

/** Notes are text until the first annotation; then a JSON object, with the earlier text under `text`. */

export type NotesObject = Record<string, unknown>;

function parseObject(notes: string): NotesObject | undefined {
  try {
    const value: unknown = JSON.parse(notes);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as NotesObject) : undefined;
  } catch {
    return undefined;
  }
}

export function replaceNotes(current: string | null, given: string | undefined): string | null {
  return given === undefined || given === '' ? current : given;
}

/** Appends the notes given when an item ends: text below text, an object's fields over existing ones. Idempotent. */
export function appendNotes(current: string | null, given: string | undefined): string | null {
  if (given === undefined || hasNotes(current, given)) return current;
  if (current === null || current === '') return given;
  const patch = parseObject(given);
  if (patch !== undefined) return mergeNotes(current, patch);
  const base = parseObject(current);
  if (base === undefined) return `${current}\n${given}`;
  return JSON.stringify({ ...base, text: base.text === undefined ? given : `${textOf(base.text)}\n${given}` });
}

/** Appends to the notes, or to their `text`. Never parsed as JSON, so no other field changes. */
export function addText(current: string | null, text: string): string {
  const below = (earlier: string): string => (earlier.trim() === '' ? text : `${earlier}\n\n${text}`);
  const base = current === null ? undefined : parseObject(current);
  if (base === undefined) {
    const added = below(current ?? '');
    return parseObject(added) === undefined ? added : JSON.stringify({ text: added });
  }
  return JSON.stringify({ ...base, text: below(base.text === undefined ? '' : textOf(base.text)) });
}

/** True for notes already appended, or empty. */
export function hasNotes(current: string | null, given: string | undefined): boolean {
  if (given === undefined || given === '' || current === given) return true;
  if (current === null) return false;
  const base = parseObject(current);
  const patch = parseObject(given);
  if (base !== undefined && patch !== undefined) return mergeNotes(current, patch) === JSON.stringify(base);
  const text = base === undefined ? current : textOf(base.text);
  return text === given || text.endsWith(`\n${given}`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Shallow; the patch wins. Text, and JSON that is no object, goes under `text`. */
export function mergeNotes(current: string | null, patch: Readonly<NotesObject>): string {
  const base = current === null || current === '' ? {} : (parseObject(current) ?? { text: current });
  return JSON.stringify({ ...base, ...patch });
}

export function readNotes(notes: string | null): NotesObject | string | null {
  return notes === null ? null : (parseObject(notes) ?? notes);
}

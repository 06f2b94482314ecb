/** Notes are text until someone annotates; then they are a JSON object, with the earlier text under `text`. */

export type NotesObject = Record<string, unknown>;

/** The object that stored notes hold, undefined when they are text or absent. */
function parseObject(notes: string): NotesObject | undefined {
  try {
    const value: unknown = JSON.parse(notes);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as NotesObject) : undefined;
  } catch {
    return undefined;
  }
}

/** Notes given with a transition: text that is not empty replaces, everything else keeps what is there. */
export function replaceNotes(current: string | null, given: string | undefined): string | null {
  return given === undefined || given === '' ? current : given;
}

/**
 * Notes given with what ends an item: added to those there are, text below text and the fields of an object over its own, so
 * that what was collected is kept. Notes that are there already are not added a second time.
 */
export function appendNotes(current: string | null, given: string | undefined): string | null {
  if (given === undefined || hasNotes(current, given)) return current;
  if (current === null || current === '') return given;
  const patch = parseObject(given);
  if (patch !== undefined) return mergeNotes(current, patch);
  const base = parseObject(current);
  if (base === undefined) return `${current}\n${given}`;
  return JSON.stringify({ ...base, text: base.text === undefined ? given : `${textOf(base.text)}\n${given}` });
}

/**
 * A text that somebody adds while the item is open: below the notes, or below their `text` where they are an object. It is
 * never read as JSON, so that it changes no other field.
 */
export function addText(current: string | null, text: string): string {
  const below = (earlier: string): string => (earlier.trim() === '' ? text : `${earlier}\n\n${text}`);
  const base = current === null ? undefined : parseObject(current);
  if (base === undefined) {
    const added = below(current ?? '');
    return parseObject(added) === undefined ? added : JSON.stringify({ text: added });
  }
  return JSON.stringify({ ...base, text: below(base.text === undefined ? '' : textOf(base.text)) });
}

/** True when these notes have been added, or there are none to add. */
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

/** Shallow merge of `patch` over the notes; the patch wins. Text, and JSON that is not an object, goes under `text`. */
export function mergeNotes(current: string | null, patch: Readonly<NotesObject>): string {
  const base = current === null || current === '' ? {} : (parseObject(current) ?? { text: current });
  return JSON.stringify({ ...base, ...patch });
}

/** Notes as surfaces show them: the object, or the text. */
export function readNotes(notes: string | null): NotesObject | string | null {
  return notes === null ? null : (parseObject(notes) ?? notes);
}

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

/** Shallow merge of `patch` over the notes; the patch wins. Text, and JSON that is not an object, goes under `text`. */
export function mergeNotes(current: string | null, patch: Readonly<NotesObject>): string {
  const base = current === null || current === '' ? {} : (parseObject(current) ?? { text: current });
  return JSON.stringify({ ...base, ...patch });
}

/** Notes as surfaces show them: the object, or the text. */
export function readNotes(notes: string | null): NotesObject | string | null {
  return notes === null ? null : (parseObject(notes) ?? notes);
}

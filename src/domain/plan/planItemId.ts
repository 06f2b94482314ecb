import { planLimits } from './planRow.js';

const explicitId = /(?:\{#([A-Za-z0-9][\w.-]*)\}|\(id:\s*([A-Za-z0-9][\w.-]*)\))$/;

/** Splits an explicit id from the end of an item's text: `{#id}` or `(id: x)`. */
export function splitExplicitId(text: string): { text: string; id: string | undefined } {
  const match = explicitId.exec(text.trimEnd());
  const id = match?.[1] ?? match?.[2];
  if (match === null || id === undefined || id.length > planLimits.itemId) return { text, id: undefined };
  return { text: text.slice(0, match.index).trimEnd(), id };
}

/** Derives a stable id from heading and text: `limits-reject-the-101st-call`. */
export function derivedItemId(heading: string | undefined, text: string): string {
  return [slugOf(heading ?? '', 24), slugOf(text, 44)].filter(part => part !== '').join('-') || `item-${mark(text)}`;
}

/** Makes ids unique: the second `a` becomes `a-2`. Returns them in order, and those that were repeated. */
export function uniqueIds(ids: readonly string[]): { ids: readonly string[]; repeated: readonly string[] } {
  const taken = new Set(ids);
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const unique = ids.map(id => {
    if (!seen.has(id)) {
      seen.add(id);
      return id;
    }
    repeated.add(id);
    let count = 2;
    while (taken.has(`${id}-${count}`)) count += 1;
    taken.add(`${id}-${count}`);
    return `${id}-${count}`;
  });
  return { ids: unique, repeated: [...repeated] };
}

/** Joins lower-case words with dashes; adds a distinguishing suffix to texts that were cut. */
function slugOf(text: string, length: number): string {
  const whole = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  if (whole.length <= length) return whole;
  const cut = [...whole.slice(0, length - 7)].join('').replace(/-[^-]*$|-+$/, '');
  return `${cut}-${mark(whole)}`;
}

/** Short hash of six characters (FNV-1a). */
function mark(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36).padStart(7, '0').slice(-6);
}

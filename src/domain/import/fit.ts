/** Length in UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

const mark = ' […]';

/** The beginning of a text that has at most so many bytes, with a mark where it was cut. */
export function fitText(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= bytes) return text;
  // A character that was cut in the middle becomes U+FFFD.
  const begin = new TextDecoder().decode(encoded.subarray(0, Math.max(0, bytes - bytesOf(mark) - 3)));
  return `${begin.replace(/\uFFFD$/, '')}${mark}`;
}

/** Fields shorter than this are dropped rather than cut. */
const shortest = 256;
/** More fields than this are never kept of a payload that is too large. */
const maxFields = 1000;

/** The same object where its JSON has at most so many bytes; else one whose largest fields are shortened texts. */
export function fitPayload(
  payload: Readonly<Record<string, unknown>>,
  bytes: number,
): Readonly<Record<string, unknown>> {
  if (sizeOf(payload) <= bytes) return payload;
  const fields = new Map(Object.entries(payload).slice(0, maxFields));
  const sizes = new Map([...fields].map(([name, value]) => [name, sizeOf({ [name]: value })]));
  let size = [...sizes.values()].reduce((sum, one) => sum + one, 0);
  while (size > bytes) {
    const [largest, own] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a));
    const value = fields.get(largest);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const length = bytesOf(text);
    // What is escaped makes the JSON longer than the text, so once may not be enough.
    const begin = fitText(text, Math.floor(Math.min(length - (size - bytes), length * 0.9)));
    const isKept = length >= shortest;
    if (isKept) fields.set(largest, begin);
    else fields.delete(largest);
    const now = isKept ? sizeOf({ [largest]: begin }) : 0;
    if (isKept) sizes.set(largest, now);
    else sizes.delete(largest);
    size += now - own;
  }
  return Object.fromEntries(fields);
}

function sizeOf(value: unknown): number {
  return bytesOf(JSON.stringify(value));
}

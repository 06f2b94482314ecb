export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

const mark = ' […]';

/** Cuts a text to at most `bytes` bytes of UTF-8, ending in a mark if it was cut. */
export function fitText(text: string, bytes: number): string {
  const encoded = new TextEncoder().encode(text);
  if (encoded.length <= bytes) return text;
  // A character cut in the middle decodes to U+FFFD.
  const begin = new TextDecoder().decode(encoded.subarray(0, Math.max(0, bytes - bytesOf(mark) - 3)));
  return `${begin.replace(/\uFFFD$/, '')}${mark}`;
}

/** Fields shorter than this are dropped rather than cut. */
const shortest = 256;
const maxFields = 1000;

/** Shortens the largest fields until the JSON has at most `bytes` bytes; returns the same object if it fits. */
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
    // JSON escapes can be longer than the text, so this may take several rounds.
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

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

/** The same object where its JSON has at most so many bytes; else one whose largest fields are shortened texts. */
export function fitPayload(
  payload: Readonly<Record<string, unknown>>,
  bytes: number,
): Readonly<Record<string, unknown>> {
  let fitting = payload;
  for (let excess = sizeOf(fitting) - bytes; excess > 0; excess = sizeOf(fitting) - bytes) {
    const [largest = '', value] = Object.entries(fitting).reduce((a, b) => (sizeOf(b[1]) > sizeOf(a[1]) ? b : a));
    const { [largest]: _, ...others } = fitting;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const length = bytesOf(text);
    // What is escaped makes the JSON longer than the text, so once may not be enough.
    const begin = fitText(text, Math.floor(Math.min(length - excess, length * 0.9)));
    fitting = length < shortest ? others : { ...fitting, [largest]: begin };
  }
  return fitting;
}

function sizeOf(value: unknown): number {
  return bytesOf(JSON.stringify(value));
}

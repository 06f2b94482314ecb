/** A number as it was written, where JavaScript would write it otherwise: 9007199254740993, 1.10, 1e400, -0. */
class WrittenNumber {
  constructor(readonly text: string) {}

  toJSON(): number | string {
    return keepsNumbers ? mark + this.text : Number(this.text);
  }
}

/** Begins the text that stands for a number while JSON is read or written. Random, so that no other text begins with it. */
const mark = `${crypto.randomUUID()}:`;
const marked = new RegExp(`"${mark}([^"]+)"`, 'g');
/** True while `jsonText` runs. */
let keepsNumbers = false;

/** Nothing else can hold a number that changes; most texts have none. */
const mayChange = /\d[\d.eE]{15}|\d[.eE]|-0/;
const texts = /"(?:[^"\\]+|\\.)*"/g;

/**
 * What JSON text holds, as `JSON.parse` reads it, except that `jsonText` writes its numbers as they are in the text. Throws for
 * what is not JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // `part3.ts` looks like one until texts are left out.
  if (!mayChange.test(text) || !mayChange.test(text.replace(texts, '""'))) return value;
  let isInText = false;
  const withMarks = text.replace(/\\.|"|-?\d[\d.eE+-]*/g, token => {
    if (token === '"') isInText = !isInText;
    const isNumber = !isInText && token !== '"';
    return isNumber && String(Number(token)) !== token ? JSON.stringify(mark + token) : token;
  });
  if (withMarks === text) return value;
  return JSON.parse(withMarks, (_key, part: unknown) =>
    typeof part === 'string' && part.startsWith(mark) ? new WrittenNumber(part.slice(mark.length)) : part,
  );
}

/** JSON text of a value, with the numbers of `parseJson` as they were written; `indent` spaces a level, else one line. */
export function jsonText(value: unknown, indent?: number): string {
  keepsNumbers = true;
  try {
    return (JSON.stringify(value, null, indent) ?? '').replace(marked, '$1');
  } finally {
    keepsNumbers = false;
  }
}

/** A number of `parseJson` as JavaScript has it; every other value as it is. */
export function plainNumber(value: unknown): unknown {
  return value instanceof WrittenNumber ? Number(value.text) : value;
}

/** Whether a value can be written as JSON without loss. */
export function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== 'object') return false;
  if (value instanceof WrittenNumber) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isJson);
}

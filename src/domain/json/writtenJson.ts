/** A number as written, if JavaScript would format it differently: 9007199254740993, 1.10, 1e400, -0. */
class WrittenNumber {
  constructor(readonly text: string) {}

  toJSON(): number | string {
    return keepsNumbers ? mark + this.text : Number(this.text);
  }
}

/** Prefix of strings that stand in for numbers. Random, so that no other string has it. */
const mark = `${crypto.randomUUID()}:`;
const marked = new RegExp(`"${mark}([^"]+)"`, 'g');
/** True while `jsonText` runs. */
let keepsNumbers = false;

/** Other texts cannot contain a number that changes; this skips most of them. */
const mayChange = /\d[\d.eE]{15}|\d[.eE]|-0/;
const texts = /"(?:[^"\\]+|\\.)*"/g;

/** Like `JSON.parse`, but `jsonText` writes its numbers as in the original. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // `part3.ts` looks like one until strings are removed.
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

/** Formats JSON with numbers of `parseJson` as written; `indent` spaces per level, else on one line. */
export function jsonText(value: unknown, indent?: number): string {
  keepsNumbers = true;
  try {
    return (JSON.stringify(value, null, indent) ?? '').replace(marked, '$1');
  } finally {
    keepsNumbers = false;
  }
}

/** Converts a number of `parseJson` to a JavaScript number; returns other values unchanged. */
export function plainNumber(value: unknown): unknown {
  return value instanceof WrittenNumber ? Number(value.text) : value;
}

export function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== 'object') return false;
  if (value instanceof WrittenNumber) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isJson);
}

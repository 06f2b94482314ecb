import { jsonText, parseJson } from '../domain/json/writtenJson.js';
import { holdsToken, redactTokens, withoutPattern } from './redact.js';
import { addressPattern } from './secretPatterns.js';

/** Last words of fields and columns with names, for lookups: not masked. A name with a token is refused when it is stored. */
const nameWords = new Set(
  `id ids sha hash key ref refs number path paths file files directory branch branches base commit tree task lane plan slice
  session actor owner owns sender recipient reader by harness model effort agent backend tool role state status mode kind type
  fingerprint blob receipt label labels name to from into as before after item on evidence run finding lease due`.split(
    /\s+/,
  ),
);

export function isNameField(field: string): boolean {
  const lastWord = /[A-Z]?[a-z]+$/.exec(field)?.[0].toLowerCase();
  return lastWord !== undefined && nameWords.has(lastWord);
}

const minLength = 8;

/** Removes tokens, private keys, secret variables' values and addresses' passwords; keeps other prose. JSON stays JSON. */
export function storedText(text: string): string {
  if (text.length < minLength) return text;
  const clean = withoutPattern(redactTokens(text), addressPattern);
  if (/^[[{]/.test(text)) {
    // Without escapes JSON contains its texts verbatim: without a secret it need not be parsed.
    if (clean === text && !text.includes('\\')) return text;
    const value = readJson(text);
    if (value !== undefined) {
      const parts = jsonText(withoutSecrets(value));
      return parts === jsonText(value) ? text : parts;
    }
  }
  return clean;
}

/** Applies `storedText` to texts in lists and plain objects, and to keys; names lose only tokens. */
export function withoutSecrets<T>(value: T, isLeft?: (field: string) => boolean): T;
export function withoutSecrets(value: unknown, isLeft: (field: string) => boolean = () => false): unknown {
  if (typeof value === 'string') return storedText(value);
  if (Array.isArray(value)) return value.map(element => withoutSecrets(element, isLeft));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (isLeft(key)) return [key, part];
      return [storedText(key), isNameField(key) && !mayHoldToken(part) ? part : withoutSecrets(part, isLeft)];
    }),
  );
}

/** True for anything but a name, or list of names, without a token. */
function mayHoldToken(value: unknown): boolean {
  if (typeof value === 'string') return holdsToken(value);
  if (Array.isArray(value)) return value.some(mayHoldToken);
  return typeof value === 'object' && value !== null;
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

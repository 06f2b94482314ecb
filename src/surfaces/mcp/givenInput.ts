import { editDistance } from '../../domain/identifier/suggest.js';
import { jsonText } from '../../domain/json/writtenJson.js';
import type { AnyOperation } from '../../operations/operation.js';

type Arguments = Readonly<Record<string, unknown>>;

export interface GivenInput {
  readonly input: Arguments;
  /** Unknown fields that are not misspellings; left out of `input`. */
  readonly ignored: readonly string[];
}

/**
 * Merges `options`, drops nulls, converts values to their fields' forms and accepts other spellings (`depends_on`). Likely typos
 * stay to be refused; in a call that writes so does every unknown field that harnesses do not add.
 */
export function inputFrom(operation: AnyOperation, given: Arguments): GivenInput {
  const { shape } = operation.input;
  const { options: written, ...beside } = given;
  const [options] = [written, ...jsonForms(written)].filter(isGroup);
  const all = options !== undefined && !Object.hasOwn(shape, 'options') ? { ...options, ...beside } : given;
  const fields = Object.keys(shape);
  const ignored: string[] = [];
  const entries = Object.entries(all).flatMap(([written, value]): [string, unknown][] => {
    const field = fieldOf(written, fields, all);
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
    if (schema === undefined) {
      const isMeant = operation.effect !== 'read' && value !== null && !addedToCalls.has(plainName(field));
      if (isMeant || fields.some(one => isSlip(field, one))) return [[field, value]];
      if (value !== null) ignored.push(field);
      return [];
    }
    const takes = (one: unknown): boolean => schema.safeParse(one).success;
    if (takes(value)) return [[field, value]];
    // Many models send null for fields they omit.
    if (value === null) return [];
    const text = textForms(operation, field, value);
    return [[field, [...formsOf(value), ...text].find(takes) ?? value]];
  });
  return { input: Object.fromEntries(entries), ignored };
}

/** Fields that harnesses and models add to every call. */
const addedToCalls = new Set(
  ['thought', 'thoughts', 'thinking', 'reasoning', 'explanation', 'justification', 'toolCallId'].map(plainName),
);

function isGroup(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the field that a name means; the name itself if there is none or several names mean that field. */
function fieldOf(written: string, fields: readonly string[], given: Arguments): string {
  if (fields.includes(written)) return written;
  const field = fields.find(one => plainName(one) === plainName(written));
  const isOnly = Object.keys(given).filter(name => plainName(name) === plainName(written)).length === 1;
  return field !== undefined && isOnly ? field : written;
}

/** True for one or two wrong, missing or extra letters. */
function isSlip(written: string, field: string): boolean {
  return written.length > 3 && editDistance(plainName(written), plainName(field)) <= 2;
}

function plainName(field: string): string {
  return field.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Returns equivalent forms of a value: a number or JSON from its text, and the reverse; a single value as a list. */
function formsOf(value: unknown): readonly unknown[] {
  const forms = [value, ...jsonForms(value), ...plainForms(value)];
  return [...forms.slice(1), ...forms.map(form => [form])];
}

/** Returns the text for a list or object, in a field of JSON or with an entry a line; none for other fields. */
function textForms({ mcp }: AnyOperation, field: string, value: unknown): readonly string[] {
  if (typeof value !== 'object') return [];
  if (mcp?.json?.includes(field) === true) return [jsonText(value)];
  const isList = Array.isArray(value) && value.every(entry => typeof entry === 'string');
  return mcp?.lines?.includes(field) === true && isList ? [value.join('\n')] : [];
}

function jsonForms(value: unknown): readonly unknown[] {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return [];
  try {
    return [JSON.parse(value)];
  } catch {
    return [];
  }
}

function plainForms(value: unknown): readonly unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (value === 'true' || value === 'false') return [value === 'true'];
  // Text that changes when converted to a number stays text, and is refused as such.
  if (typeof value === 'string' && String(Number(value)) === value) return [Number(value)];
  return [];
}

import { editDistance } from '../../domain/identifier/suggest.js';
import { jsonText } from '../../domain/json/writtenJson.js';
import type { AnyOperation } from '../../operations/operation.js';

type Arguments = Readonly<Record<string, unknown>>;

export interface GivenInput {
  readonly input: Arguments;
  /** Fields that the operation does not have, and none that is spelled like them; left out of `input`. */
  readonly ignored: readonly string[];
}

/**
 * The input of an operation, from the arguments as models send them: with what is in `options` beside the rest, without
 * nulls, and each value in the form that its field takes. A field in another spelling, as `depends_on`, is the field. One that may be
 * a slip, and in a call that writes any that might be meant, stays, to be refused: a guard or a dependency under another name must not be
 * dropped. Any other is ignored.
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
    // Many models send null for what they leave out.
    if (value === null) return [];
    const text = operation.mcp?.json?.includes(field) === true && typeof value === 'object' ? [jsonText(value)] : [];
    return [[field, [...formsOf(value), ...text].find(takes) ?? value]];
  });
  return { input: Object.fromEntries(entries), ignored };
}

/** What harnesses and models put into every call, about the call itself. */
const addedToCalls = new Set(
  ['thought', 'thoughts', 'thinking', 'reasoning', 'explanation', 'justification', 'toolCallId'].map(plainName),
);

function isGroup(value: unknown): value is Arguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The field that is meant by a name; the name where there is none, or where several names mean that field. */
function fieldOf(written: string, fields: readonly string[], given: Arguments): string {
  if (fields.includes(written)) return written;
  const field = fields.find(one => plainName(one) === plainName(written));
  const isOnly = Object.keys(given).filter(name => plainName(name) === plainName(written)).length === 1;
  return field !== undefined && isOnly ? field : written;
}

/** True for one or two letters wrong, missing or added: what was meant is not to be ignored. */
function isSlip(written: string, field: string): boolean {
  return written.length > 3 && editDistance(plainName(written), plainName(field)) <= 2;
}

function plainName(field: string): string {
  return field.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Other forms of a value that mean the same: text of a number or of JSON, and the reverse; one thing for a list of it. */
function formsOf(value: unknown): readonly unknown[] {
  const forms = [value, ...jsonForms(value), ...plainForms(value)];
  return [...forms.slice(1), ...forms.map(form => [form])];
}

/** A list or an object that was sent as its text. */
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
  // What a number would change stays text, and is refused as such.
  if (typeof value === 'string' && String(Number(value)) === value) return [Number(value)];
  return [];
}

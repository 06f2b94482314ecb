import type { AnyOperation } from '../../operations/operation.js';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The input of an operation, from the arguments as models send them: with what is in `options` beside the rest, without
 * nulls, and each value in the form that its field takes.
 */
export function inputFrom(operation: AnyOperation, given: Arguments): Arguments {
  const { shape } = operation.input;
  const { options } = given;
  const isGroup = typeof options === 'object' && options !== null && !Array.isArray(options);
  const { options: _, ...beside } = given;
  const all = isGroup && !Object.hasOwn(shape, 'options') ? { ...options, ...beside } : given;
  return Object.fromEntries(
    Object.entries(all).flatMap(([field, value]) => {
      const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
      if (schema === undefined) return [[field, value]];
      const takes = (one: unknown): boolean => schema.safeParse(one).success;
      if (takes(value)) return [[field, value]];
      // Many models send null for what they leave out.
      if (value === null) return [];
      return [[field, formsOf(value).find(takes) ?? value]];
    }),
  );
}

/** Other forms of a value that mean the same: text of a number, and the reverse; one thing for a list of it. */
function formsOf(value: unknown): readonly unknown[] {
  const forms = [value, ...plainForms(value)];
  return [...forms.slice(1), ...forms.map(form => [form])];
}

function plainForms(value: unknown): readonly unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (value === 'true' || value === 'false') return [value === 'true'];
  // What a number would change stays text, and is refused as such.
  if (typeof value === 'string' && String(Number(value)) === value) return [Number(value)];
  return [];
}

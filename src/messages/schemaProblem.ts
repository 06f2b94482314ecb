import type { z } from 'zod';
import { type Message, made, message, verbatim } from './message.js';

/** Parse options required by `issueProblem`: without the input, a missing value looks like one of the wrong type. */
export const reported = { reportInput: true } as const;

/** Returns a check's error for zod, which passes on only text and parameters: the text is the key, of the group `schema`. */
export function problem(said: Message): { readonly error: string; readonly params: Record<string, unknown> } {
  return { error: said.key, params: { ...said.values } };
}

/** Describes a problem as the end of a sentence that begins with the field's name; without a full stop. */
export function issueProblem(issue: z.core.$ZodIssue): Message {
  if (issue.message.startsWith('schema.')) {
    const values = issue.code === 'custom' ? issue.params : undefined;
    return made({ key: issue.message, values: values ?? {} } as Message);
  }
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? message('schema.missing')
        : message('schema.otherType', { expected: called(issue.expected), given: given(issue.input) });
    case 'too_big': {
      const max = Number(issue.maximum);
      if (isNumber(issue.origin)) return message('schema.tooHigh', { max });
      return message(issue.origin === 'string' ? 'schema.tooLong' : 'schema.tooMany', { count: max });
    }
    case 'too_small': {
      const min = Number(issue.minimum);
      if (isNumber(issue.origin)) {
        return issue.inclusive === false ? message('schema.notAbove', { min }) : message('schema.tooLow', { min });
      }
      if (min === 1) return message('schema.empty');
      return message(issue.origin === 'string' ? 'schema.tooShort' : 'schema.tooFew', { count: min });
    }
    case 'invalid_value':
      return message('schema.notOneOf', { values: issue.values.map(String).join(', ') });
    case 'unrecognized_keys':
      return message('schema.unknownFields', { fields: issue.keys.map(key => `“${key}”`).join(', ') });
    case 'invalid_key': {
      const [inner] = issue.issues;
      return inner?.message.startsWith('schema.') === true
        ? issueProblem(inner as z.core.$ZodIssue)
        : message('schema.notAllowed');
    }
    case 'invalid_element':
    case 'invalid_union':
      return message('schema.notAllowed');
    case 'custom':
      return verbatim(issue.message);
    default:
      return message('schema.invalid');
  }
}

function isNumber(origin: string): boolean {
  return origin === 'number' || origin === 'int';
}

function called(type: string): Message | string {
  switch (type) {
    case 'string':
      return message('schema.text');
    case 'number':
      return message('schema.number');
    case 'int':
      return message('schema.wholeNumber');
    case 'boolean':
      return message('schema.trueOrFalse');
    case 'array':
      return message('schema.list');
    case 'object':
    case 'record':
      return message('schema.object');
    default:
      return type;
  }
}

/** Returns a number unchanged, since 1.5 is wrong for another reason than “5”; otherwise only the value's type. */
function given(input: unknown): Message | string {
  if (typeof input === 'number') return String(input);
  if (input === null) return 'null';
  return called(Array.isArray(input) ? 'array' : typeof input);
}

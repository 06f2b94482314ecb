import type { z } from 'zod';

/** What zod hands over when it asks for words: an issue without a message, with the value that it is about. */
type RawIssue = z.core.$ZodRawIssue;

/**
 * Plain words for what a schema itself says nothing about, as the rest of a sentence that begins with the field. Given to
 * `safeParse` it ranks behind the messages of the schemas.
 */
export function plainIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'it is missing' : `it must be ${called(issue.expected)}, not ${given(issue)}`;
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? `it is at most ${String(issue.maximum)}`
        : `it is longer than ${amount(issue.maximum, issue.origin)}`;
    case 'too_small':
      if (issue.origin === 'number' || issue.origin === 'int') {
        return `it is ${issue.inclusive === false ? 'more than' : 'at least'} ${String(issue.minimum)}`;
      }
      return issue.minimum === 1 ? 'it is empty' : `it is shorter than ${amount(issue.minimum, issue.origin)}`;
    case 'invalid_value':
      return `it must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `there is no field ${issue.keys.map(key => `“${key}”`).join(', ')}`;
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
      return 'it contains something that is not allowed here';
    default:
      return 'it is not valid';
  }
}

const names: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function called(expected: string): string {
  return names[expected] ?? expected;
}

/** Numbers as they are, since 1.5 is wrong for another reason than “5”; else only of what sort it is. */
function given({ input }: RawIssue): string {
  if (typeof input === 'number') return String(input);
  if (input === null) return 'null';
  return called(Array.isArray(input) ? 'array' : typeof input);
}

function amount(number: number | bigint, origin: string): string {
  const unit = origin === 'string' ? 'character' : 'entry';
  if (number === 1) return `1 ${unit}`;
  return `${String(number)} ${origin === 'string' ? 'characters' : 'entries'}`;
}

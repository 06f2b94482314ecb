import { expect, it } from 'vitest';
import * as z from 'zod';
import { german } from './german.js';
import { message } from './message.js';
import { say } from './say.js';
import { issueProblem, problem, reported } from './schemaProblem.js';

const schema = z.strictObject({
  text: z.string().min(1).max(3).optional(),
  count: z.int().min(0).max(4).optional(),
  above: z.number().positive().optional(),
  list: z.array(z.string()).min(2).max(2).optional(),
  one: z.enum(['a', 'b']).optional(),
  name: z
    .string()
    .regex(/^[a-z]*$/, problem(message('schema.hasControl')))
    .optional(),
  size: z
    .string()
    .refine(value => value === '', problem(message('schema.tooLarge', { kilobytes: 64 })))
    .optional(),
  keys: z.record(z.string().regex(/^[a-z]*$/, problem(message('schema.hasControl'))), z.string()).optional(),
  either: z.union([z.string(), z.number()]).optional(),
});

const said = (value: unknown) => {
  const issue = schema.safeParse(value, reported).error?.issues[0];
  if (issue === undefined) throw new Error('it fits');
  return [say(issueProblem(issue)), say(issueProblem(issue), german)];
};

it.each<[value: object, english: string, inGerman: string]>([
  [{ text: '' }, 'it is empty', 'Es ist leer'],
  [{ text: 'four' }, 'it is longer than 3 characters', 'Es ist länger als 3 Zeichen'],
  [{ keys: { 'A B': '' } }, 'it contains control characters', 'Es enthält Steuerzeichen'],
  [{ text: 5 }, 'it must be text, not 5', 'Es muss Text sein, nicht 5'],
  [{ text: null }, 'it must be text, not null', 'Es muss Text sein, nicht null'],
  [{ count: 1.5 }, 'it must be a whole number, not 1.5', 'Es muss eine ganze Zahl sein, nicht 1.5'],
  [{ count: 5 }, 'it must be 4 or less', 'Es muss 4 oder weniger sein'],
  [{ count: -1 }, 'it must be 0 or more', 'Es muss 0 oder mehr sein'],
  [{ above: 0 }, 'it must be more than 0', 'Es muss mehr als 0 sein'],
  [{ list: ['a'] }, 'it has fewer than 2 entries', 'Es hat weniger als 2 Einträge'],
  [{ list: ['a', 'b', 'c'] }, 'it has more than 2 entries', 'Es hat mehr als 2 Einträge'],
  [{ list: 'a' }, 'it must be a list, not text', 'Es muss eine Liste sein, nicht Text'],
  [{ one: 'c' }, 'it must be one of a, b', 'Es muss eines von a, b sein'],
  [{ name: '\n' }, 'it contains control characters', 'Es enthält Steuerzeichen'],
  [{ size: 'x' }, 'it is larger than 64 kB', 'Es ist größer als 64 kB'],
  [{ either: true }, 'it contains a value that is not allowed', 'Es enthält etwas, das hier nicht erlaubt ist'],
  [{ more: 1 }, 'unknown field “more”', 'Unbekanntes Feld “more”'],
])('says of %j that %s', (value, english, inGerman) => {
  expect(said(value)).toEqual([english, inGerman]);
});

it('tells a value that is missing from one of another type', () => {
  const issue = z.object({ title: z.string() }).safeParse({}, reported).error?.issues[0];
  expect(issue && say(issueProblem(issue))).toBe('it is missing');
});

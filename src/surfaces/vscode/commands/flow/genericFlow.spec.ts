import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readTyped } from './genericFlow.js';

const words = z.array(z.string()).min(1);
const findings = z.array(z.object({ text: z.string() }));

describe('what is typed for a field', () => {
  it.each([
    ['a text', z.string(), 'three tries', 'three tries'],
    ['a text that looks like JSON', z.string(), '[1]', '[1]'],
    ['a number', z.int(), '3', 3],
    ['one word of a list', words, 'T-4', ['T-4']],
    ['one word that is a number too', words, '3', ['3']],
    ['several of a list', words, 'T-4, T-5', ['T-4', 'T-5']],
    ['a list written as JSON', words, '["T-4","T-5"]', ['T-4', 'T-5']],
    ['a list of other things', findings, '[{"text":"Say why"}]', [{ text: 'Say why' }]],
    ['an empty list, where nothing is typed', words, ' ', []],
    ['a list with a wrong entry', findings, '[{"text":5}]', [{ text: 5 }]],
    ['words where none are wanted', findings, 'Say why', 'Say why'],
  ])('is read as %s', (_, schema, typed, read) => {
    expect(readTyped(schema, typed)).toEqual(read);
  });
});

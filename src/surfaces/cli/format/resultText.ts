import type { z } from 'zod';
import type { AnyOperation } from '../../../operations/operation.js';
import { plainText } from './plainText.js';
import type { View } from './view.js';

export type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** An operation's input: an empty answer to a filtered query does not mean an empty store. */
export type Asked = Readonly<Record<string, unknown>>;

type Text<Output> = (answer: Output, view: View, filters: Asked) => string;

/** Text formatters of a group of operations, by the names of their declarations. */
export type TextsOf<Operations extends Readonly<Record<string, AnyOperation>>> = {
  readonly [Name in keyof Operations]?: Text<Answer<Operations[Name]>>;
};

export type Texts = Readonly<Record<string, Text<never> | undefined>>;

/** Renders an operation's answer for a person, with its own formatter if there is one, else as names and values. */
export function resultText(
  { name }: AnyOperation,
  answer: unknown,
  view: View,
  filters: Asked = {},
  texts: Texts = {},
): string {
  const declared = name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());
  return texts[declared]?.(answer as never, view, filters) ?? (plainText(answer, view) || 'Nothing to show.');
}

/** Returns the sentence for an empty filtered list; undefined if no filter was set. */
export function noMatch(filters: Asked, what: string, all: string): string | undefined {
  const given = narrowing(filters, 'order', 'staleMs');
  if (given.length === 0) return undefined;
  if (given.every(field => field === 'cursor')) return `No more ${what}. To start over: stateroom ${all}`;
  return `No matching ${what}. To list all: stateroom ${all}`;
}

/** Returns the filters that are set, without the `harmless` fields and the limit. */
export function narrowing(filters: Asked, ...harmless: readonly string[]): string[] {
  return Object.keys(filters).filter(
    field => filters[field] !== undefined && field !== 'limit' && !harmless.includes(field),
  );
}

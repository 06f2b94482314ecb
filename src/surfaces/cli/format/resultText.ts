import type { z } from 'zod';
import type { AnyOperation } from '../../../operations/operation.js';
import { plainText } from './plainText.js';
import type { View } from './view.js';

export type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

/** What an operation was asked, since an empty answer to a narrow question is no empty store. */
export type Asked = Readonly<Record<string, unknown>>;

/**
 * How the answers of a group of operations are told, by the operation's name; by `read item` and the like where it has no
 * words of its own, see `recordIn`.
 */
export type Texts = Readonly<Record<string, (answer: never, view: View, asked: Asked) => string>>;

/** The texts of the operations of one group, given by their verbs. */
export function textsOf(group: string, texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([verb, text]) => [`${group}.${verb}`, text]));
}

/**
 * What an operation answered, as text for a person: in words of its own, else as the record that its answer holds, else by
 * names and values.
 */
export function resultText(
  operation: AnyOperation,
  answer: unknown,
  view: View,
  asked: Asked = {},
  texts: Texts = {},
): string {
  const byRecord = `${operation.effect === 'read' ? 'read' : 'write'} ${recordIn(answer)}`;
  const name = [operation.name, byRecord].find(key => Object.hasOwn(texts, key)) ?? '';
  return texts[name]?.(answer as never, view, asked) ?? (plainText(answer, view) || 'Nothing to show.');
}

/** The record that an answer is about: a lane is its own answer, others are in a field that is called as they are. */
function recordIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if ('worktreePath' in answer && 'worker' in answer) return 'lane';
  return ['item', 'items', 'event', 'events'].find(field => field in answer);
}

/** What an empty list means when only a part was asked for: undefined when everything was. */
export function noMatch(asked: Asked, what: string, all: string): string | undefined {
  const given = narrowing(asked, 'order', 'staleMs');
  if (given.length === 0) return undefined;
  if (given.every(field => field === 'cursor')) return `No more ${what}. To start over: stateroom ${all}`;
  return `No matching ${what}. To list all: stateroom ${all}`;
}

/** The fields that leave something out of a list; these and the limit do not. */
export function narrowing(asked: Asked, ...harmless: readonly string[]): string[] {
  return Object.keys(asked).filter(
    field => asked[field] !== undefined && field !== 'limit' && !harmless.includes(field),
  );
}

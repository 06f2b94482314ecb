import type { z } from 'zod';
import type { AnyOperation } from '../../../operations/operation.js';
import type { Asked } from './filters.js';
import { plainText } from './plainText.js';
import { recordText } from './recordText.js';
import type { View } from './view.js';

export type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;

type Text<Output> = (answer: Output, view: View, filters: Asked) => string;

export type TextsOf<Operations extends Readonly<Record<string, AnyOperation>>> = {
  readonly [Name in keyof Operations]?: Text<Answer<Operations[Name]>>;
};

export type Texts = Readonly<Record<string, Text<never> | undefined>>;

export function resultText(
  { name }: AnyOperation,
  answer: unknown,
  view: View,
  filters: Asked = {},
  texts: Texts = {},
): string {
  const declared = name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase());
  const own = texts[declared]?.(answer as never, view, filters) ?? recordText(name, answer, view, filters);
  return own ?? (plainText(answer, view) || 'Nothing to show.');
}

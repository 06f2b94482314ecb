import type { LateText, LateView } from './resultText.js';

type Text = (data: never, view: LateView, asked: Readonly<Record<string, unknown>>) => string;

/** The words of some operations, by the operation's name. */
export type Texts = Readonly<Record<string, Text>>;

/** What a table of words says of an answer. */
export function textOf(texts: Texts): LateText {
  return (operation, data, view, input) =>
    Object.hasOwn(texts, operation.name) ? texts[operation.name]?.(data as never, view, input) : undefined;
}

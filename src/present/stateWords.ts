import type { Translate } from '../reports/translate.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import type { Look } from './look.js';

type Word = Look['word'];

/** Word for an event's value as Markdown; values of a newer version stay unchanged. */
export function findWord(
  words: Readonly<Record<string, Word | { readonly word: Word }>>,
  value: unknown,
  t: Translate,
): string {
  if (typeof value !== 'string') return t('it');
  const word = Object.hasOwn(words, value) ? words[value] : undefined;
  if (word === undefined) return inlineMarkdown(value.replaceAll('_', ' '));
  return inlineMarkdown((typeof word === 'function' ? word : word.word)(t));
}

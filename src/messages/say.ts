import { IntlMessageFormat } from 'intl-messageformat';
import { englishTemplates } from './englishTemplates.generated.js';
import type { Message, MessageValue } from './message.js';

export interface Language {
  /** BCP 47. */
  readonly tag: string;
  /** Templates in ICU's syntax, by group and name. */
  readonly templates: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const english: Language = { tag: 'en', templates: englishTemplates };

const formats = new WeakMap<Language, Map<string, IntlMessageFormat>>();

/** Renders a message. Text stored by an earlier version is returned unchanged. */
export function say(said: Message | string, language: Language = english): string {
  if (typeof said === 'string') return said;
  const values = Object.entries(said.values).map(([name, value]) => [name, valueIn(value, language)]);
  const sentence = String(formatOf(said.key, language).format(Object.fromEntries(values)));
  if (said.clause === 'open') return sentence.replace(/\.$/, '');
  // A German clause follows a colon and keeps its capital letter.
  const isLower = said.clause === 'lower' && language.tag === 'en' && /^[A-Z][a-z]/.test(sentence);
  return isLower ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}

function valueIn(value: MessageValue, language: Language): string | number {
  return typeof value === 'number' ? value : say(value, language);
}

function formatOf(key: string, language: Language): IntlMessageFormat {
  const known = formats.get(language) ?? new Map<string, IntlMessageFormat>();
  formats.set(language, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  const [group = '', name = ''] = key.split('.');
  // A newer version at the other end of a pipe may send an unknown key.
  const template = language.templates[group]?.[name] ?? key;
  const made = new IntlMessageFormat(template, language.tag, undefined, { ignoreTag: true });
  known.set(key, made);
  return made;
}

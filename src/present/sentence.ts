import type { TimelineEvent } from '../domain/event/event.js';
import type { Translate } from '../reports/translate.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import type { WriteTime } from './writeTime.js';

/** Says in one line of Markdown what happened: who, and the event's payload. */
export type Sentence = (actor: string, payload: TimelineEvent['payload'], t: Translate, time: WriteTime) => string;

/** The sentence, then a text in quotation marks, where there is one. */
export function withText(sentence: string, text: unknown, t: Translate): string {
  if (typeof text !== 'string' || text.trim() === '') return sentence;
  return t('{0}: “{1}”', sentence, inlineMarkdown(text));
}

/** The sentence, then names, where there are any. */
export function withList(sentence: string, values: unknown, t: Translate): string {
  const texts = Array.isArray(values) ? values.filter(value => typeof value === 'string').map(inlineMarkdown) : [];
  return texts.length === 0 ? sentence : t('{0} {1}', sentence, texts.join(', '));
}

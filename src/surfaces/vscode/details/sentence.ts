import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { inlineMarkdown } from './inlineMarkdown.js';

/** Says in one line of Markdown what happened: who, and the event's payload. */
export type Sentence = (actor: string, payload: TimelineEvent['payload']) => string;

/** The sentence, then a text in quotation marks, where there is one. */
export function withText(sentence: string, text: unknown): string {
  if (typeof text !== 'string' || text.trim() === '') return sentence;
  return l10n.t('{0}: “{1}”', sentence, inlineMarkdown(text));
}

/** The sentence, then names, where there are any. */
export function withList(sentence: string, values: unknown): string {
  const texts = Array.isArray(values) ? values.filter(value => typeof value === 'string').map(inlineMarkdown) : [];
  return texts.length === 0 ? sentence : l10n.t('{0} {1}', sentence, texts.join(', '));
}

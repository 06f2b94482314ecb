import type { Translate } from '../../reports/translate.js';
import { inlineMarkdown } from '../inlineMarkdown.js';

const shortCommit = 10;

export function withText(line: string, value: unknown, t: Translate): string {
  if (typeof value !== 'string' || value.trim() === '') return line;
  return t('{0}: “{1}”', line, inlineMarkdown(value));
}

export function withList(line: string, values: unknown, t: Translate): string {
  const texts = Array.isArray(values) ? values.filter(value => typeof value === 'string').map(inlineMarkdown) : [];
  return texts.length === 0 ? line : t('{0} {1}', line, texts.join(', '));
}

export function word(value: unknown, t: Translate): string {
  return typeof value === 'string' ? inlineMarkdown(value) : t('it');
}

export function short(commit: unknown): unknown {
  return typeof commit === 'string' ? commit.slice(0, shortCommit) : commit;
}

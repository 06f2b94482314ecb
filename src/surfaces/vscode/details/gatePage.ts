import { l10n } from 'vscode';
import { oneLine } from '../../../domain/text/oneLine.js';
import type { GateReason } from '../../../gates/gate.js';
import type { Sentence } from '../../../messages/sentence.js';
import type { GateAnswer } from '../../../operations/gate/gateCheck.js';
import { inlineMarkdown } from '../../../present/inlineMarkdown.js';
import { inEditorsLanguage } from '../support/inEditorsLanguage.js';

/** Renders the result of a gate as Markdown: each reason with its remedy. */
export function gatePage(title: string, { ready, base, reasons, warnings }: GateAnswer): string {
  return [
    `# ${inlineMarkdown(title)}`,
    '',
    ready ? l10n.t('Ready.') : l10n.t('Not ready.'),
    ...(base === null ? [] : ['', l10n.t('Checked against {0}.', inlineMarkdown(oneLine(base)))]),
    ...part(l10n.t('Reasons'), reasons),
    ...part(l10n.t('Warnings'), warnings),
    '',
  ].join('\n');
}

function part(heading: string, reasons: readonly GateReason[]): string[] {
  if (reasons.length === 0) return [];
  const said = (sentence: Sentence): string => inlineMarkdown(oneLine(inEditorsLanguage(sentence)));
  const lines = reasons.map(({ text, fix }) => `- ${said(text)}\n  ${said(fix)}`);
  return ['', `## ${heading}`, '', ...lines];
}

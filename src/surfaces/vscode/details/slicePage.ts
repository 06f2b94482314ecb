import { l10n } from 'vscode';
import type { z } from 'zod';
import type { Evidence } from '../../../domain/evidence/evidence.js';
import type { slicePacket } from '../../../operations/slice/slicePacket.js';
import { exactLocalTime } from '../support/localTime.js';
import { sliceStatusWord } from '../views/now/workRows.js';
import { codeSpan } from './codeSpan.js';
import { decisionPart } from './decisionPart.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { factList, titledList } from './pageParts.js';

export type SlicePacket = z.output<(typeof slicePacket)['output']>;

/** The page of a slice, what a reviewer needs of it, as Markdown that reads well unrendered. */
export function slicePage({ slice, decision, changedFiles, testCommands, evidence, range }: SlicePacket): string {
  const parts = [
    `# ${slice.ref} ${inlineMarkdown(slice.title)}`,
    factList([
      [l10n.t('Status'), sliceStatusWord(slice.status)],
      [l10n.t('Task'), slice.task],
      [l10n.t('Plan item'), slice.planItem === null ? null : inlineMarkdown(slice.planItem)],
      [l10n.t('Commits'), range === null ? null : codeSpan(range.replaceAll(/[0-9a-f]{40,}/g, id => id.slice(0, 10)))],
      [l10n.t('Started'), l10n.t('{0} by {1}', exactLocalTime(slice.startedAt), inlineMarkdown(slice.actor))],
      [l10n.t('Closed'), slice.closedAt === null ? null : exactLocalTime(slice.closedAt)],
    ]),
    titledList(l10n.t('Changed files'), changedFiles.map(codeSpan)),
    titledList(l10n.t('Tests'), testCommands.map(codeSpan)),
    titledList(l10n.t('Proofs'), evidence.map(proofLine)),
    decision === null ? '' : decisionPart(decision),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

function proofLine({ ref, command, passed, grade, fresh }: Evidence): string {
  const facts = [
    passed ? l10n.t('passed') : l10n.t('failed'),
    grade,
    fresh === null ? undefined : fresh ? l10n.t('fresh') : l10n.t('stale'),
  ];
  return `${ref} ${codeSpan(command)} — ${facts.filter(fact => fact !== undefined).join(', ')}`;
}

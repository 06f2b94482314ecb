import type { z } from 'zod';
import type { Evidence } from '../domain/evidence/evidence.js';
import type { slicePacket } from '../operations/slice/slicePacket.js';
import type { Translate } from '../reports/translate.js';
import { codeSpan } from './codeSpan.js';
import { decisionPart } from './decisionPart.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { factList, titledList } from './pageParts.js';
import { sliceStatusWord } from './workRows.js';
import type { WriteTime } from './writeTime.js';

export type SlicePacket = z.output<(typeof slicePacket)['output']>;

/** The page of a slice, what a reviewer needs of it, as Markdown that reads well unrendered. */
export function slicePage(
  { slice, decision, changedFiles, testCommands, evidence, range }: SlicePacket,
  t: Translate,
  time: WriteTime,
): string {
  const parts = [
    `# ${slice.ref} ${inlineMarkdown(slice.title)}`,
    factList([
      [t('Status'), sliceStatusWord(slice.status, t)],
      [t('Task'), slice.task],
      [t('Plan item'), slice.planItem === null ? null : inlineMarkdown(slice.planItem)],
      [t('Commits'), range === null ? null : codeSpan(range.replaceAll(/[0-9a-f]{40,}/g, id => id.slice(0, 10)))],
      [t('Started'), t('{0} by {1}', time(slice.startedAt), inlineMarkdown(slice.actor))],
      [t('Closed'), slice.closedAt === null ? null : time(slice.closedAt)],
    ]),
    titledList(t('Changed files'), changedFiles.map(codeSpan)),
    titledList(t('Tests'), testCommands.map(codeSpan)),
    titledList(
      t('Evidence'),
      evidence.map(one => proofLine(one, t)),
    ),
    decision === null ? '' : decisionPart(decision, t, time),
  ];
  return `${parts.filter(part => part !== '').join('\n\n')}\n`;
}

function proofLine({ ref, command, passed, grade, fresh }: Evidence, t: Translate): string {
  const facts = [
    passed ? t('passed') : t('failed'),
    grade,
    fresh === null ? undefined : fresh ? t('fresh') : t('stale'),
  ];
  return `${ref} ${codeSpan(command)} — ${facts.filter(fact => fact !== undefined).join(', ')}`;
}

import type { z } from 'zod';
import type { Evidence } from '../domain/evidence/evidence.js';
import type { slicePacket } from '../operations/slice/slicePacket.js';
import { decisionPart, modelText } from './decisionPart.js';
import { optional, type Page, type Pen } from './page.js';
import { sliceStatusLooks } from './status.js';

export type SlicePacket = z.output<(typeof slicePacket)['output']>;

export function slicePage(
  { slice, decision, changedFiles, testCommands, evidence, range }: SlicePacket,
  pen: Pen,
): Page {
  const { t, text, code, time } = pen;
  return {
    ref: slice.ref,
    title: text(slice.title),
    fields: [
      [t('Status'), sliceStatusLooks[slice.status].word(t)],
      [t('Task'), slice.task],
      [t('Plan item'), optional(slice.planItem, text)],
      [t('Commits'), optional(range, raw => code(raw.replaceAll(/[0-9a-f]{40,}/g, id => id.slice(0, 10))))],
      [t('Started'), t('{0} by {1}', time(slice.startedAt), text(slice.actor))],
      [t('Model'), modelText(slice, pen)],
      [t('Closed'), optional(slice.closedAt, time)],
      [t('Changed files'), { list: changedFiles.map(code) }],
      [t('Tests'), { list: testCommands.map(code) }],
      [t('Evidence'), { list: evidence.map(one => proofLine(one, pen)) }],
    ],
    parts: decision === null ? [] : [decisionPart(decision, pen)],
  };
}

function proofLine(evidence: Evidence, pen: Pen): string {
  return `${evidence.ref} ${pen.code(evidence.command)} — ${proofFacts(evidence, pen)}`;
}

/** `passed, observed, fresh` */
export function proofFacts({ passed, grade, fresh }: Evidence, { t, tone }: Pen): string {
  return [
    passed ? tone('good', t('passed')) : tone('error', t('failed')),
    grade,
    ...(fresh === null ? [] : [fresh ? t('fresh') : t('stale')]),
  ].join(', ');
}

import type { Message } from '../domain/message/message.js';
import type { WorkerReport } from '../domain/worker/workerReport.js';
import type { Translate } from '../reports/translate.js';
import type { WriteTime } from './writeTime.js';

/** What a message is, in the words of the interface. */
export function kindWord(kind: Message['kind'], t: Translate): string {
  switch (kind) {
    case 'note':
      return t('note');
    case 'brief':
      return t('brief');
    case 'question':
      return t('question');
    case 'answer':
      return t('answer');
    case 'report':
      return t('report');
    case 'handoff':
      return t('handoff');
  }
}

/** How work came out, in the words of the interface. */
export function outcomeWord(outcome: WorkerReport['outcome'], t: Translate): string {
  switch (outcome) {
    case 'done':
      return t('done');
    case 'partial':
      return t('partial');
    case 'blocked':
      return t('blocked');
    case 'failed':
      return t('failed');
    case 'nothing_to_do':
      return t('nothing to do');
  }
}

/** All of a message as plain text. */
export function messagePage(message: Message, t: Translate, time: WriteTime): string {
  const { ref, kind, from, to, lane, at, subject, text, brief, data, replyTo, problem } = message;
  return pageOf([
    `${ref} ${subject}`,
    [
      t('{0} from {1} to {2}', kindWord(kind, t), from, to),
      ...(lane === null ? [] : [t('about lane {0}', lane)]),
      ...(replyTo === null ? [] : [t('reply to {0}', replyTo)]),
      time(at),
    ].join(', '),
    problem,
    text,
    brief?.reason,
    listed(t('To do'), brief?.requiredActions),
    listed(t('Look at'), brief?.artifacts),
    data === null ? undefined : JSON.stringify(data, undefined, 2),
  ]);
}

/** All of a report as plain text. */
export function reportPage(report: WorkerReport, t: Translate, time: WriteTime): string {
  const { ref, lane, outcome, by, at, summary, files, tests, blockers, mergeReady, commit } = report;
  return pageOf([
    `${ref} ${lane}: ${outcomeWord(outcome, t)}`,
    [t('by {0}', by), time(at), ...(commit === null ? [] : [commit.slice(0, 10)])].join(', '),
    summary,
    mergeReady ? t('Ready to merge.') : undefined,
    listed(t('Blockers'), blockers),
    listed(t('Files'), files),
    listed(t('Tests'), tests),
  ]);
}

function listed(title: string, entries: readonly string[] | undefined): string | undefined {
  return entries === undefined || entries.length === 0
    ? undefined
    : [`${title}:`, ...entries.map(entry => `- ${entry}`)].join('\n');
}

function pageOf(parts: readonly (string | null | undefined)[]): string {
  return `${parts.filter(part => part !== null && part !== undefined && part !== '').join('\n\n')}\n`;
}

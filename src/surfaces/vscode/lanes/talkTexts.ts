import { l10n } from 'vscode';
import type { Message } from '../../../domain/message/message.js';
import type { WorkerReport } from '../../../domain/worker/workerReport.js';
import { localTime } from '../support/localTime.js';

/** What a message is, in the words of the interface. */
export function kindWord(kind: Message['kind']): string {
  switch (kind) {
    case 'note':
      return l10n.t('note');
    case 'brief':
      return l10n.t('brief');
    case 'question':
      return l10n.t('question');
    case 'answer':
      return l10n.t('answer');
    case 'report':
      return l10n.t('report');
    case 'handoff':
      return l10n.t('handoff');
  }
}

/** How work came out, in the words of the interface. */
export function outcomeWord(outcome: WorkerReport['outcome']): string {
  switch (outcome) {
    case 'done':
      return l10n.t('done');
    case 'partial':
      return l10n.t('done in part');
    case 'blocked':
      return l10n.t('blocked');
    case 'failed':
      return l10n.t('failed');
    case 'nothing_to_do':
      return l10n.t('nothing to do');
  }
}

/** All of a message as plain text. */
export function messagePage(message: Message): string {
  const { ref, kind, from, to, lane, at, subject, text, brief, data, replyTo, problem } = message;
  return pageOf([
    `${ref} ${subject}`,
    [
      l10n.t('{0} from {1} to {2}', kindWord(kind), from, to),
      ...(lane === null ? [] : [l10n.t('about lane {0}', lane)]),
      ...(replyTo === null ? [] : [l10n.t('answers {0}', replyTo)]),
      localTime(at),
    ].join(', '),
    problem,
    text,
    brief?.reason,
    listed(l10n.t('To be done'), brief?.requiredActions),
    listed(l10n.t('To look at'), brief?.artifacts),
    data === null ? undefined : JSON.stringify(data, undefined, 2),
  ]);
}

/** All of a report as plain text. */
export function reportPage(report: WorkerReport): string {
  const { ref, lane, outcome, by, at, summary, files, tests, blockers, mergeReady, commit } = report;
  return pageOf([
    `${ref} ${lane}: ${outcomeWord(outcome)}`,
    [l10n.t('by {0}', by), localTime(at), ...(commit === null ? [] : [commit.slice(0, 10)])].join(', '),
    summary,
    mergeReady ? l10n.t('It may be merged as it stands.') : undefined,
    listed(l10n.t('In the way'), blockers),
    listed(l10n.t('Files'), files),
    listed(l10n.t('Tests'), tests),
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

import type { Message } from '../domain/message/message.js';
import type { WorkerReport } from '../domain/worker/workerReport.js';
import { commitText, optional, type Page, type Pen } from './page.js';
import { messageKindWords, reportOutcomeLooks } from './status.js';

export function messagePage(message: Message, pen: Pen): Page {
  const { ref, kind, from, to, lane, at, status, subject, text: body, brief, data, replyTo, problem } = message;
  const { t, text, time } = pen;
  return {
    ref,
    title: text(subject),
    fields: [
      [t('Sent'), t('{0} from {1} to {2}, {3}', messageKindWords[kind](t), text(from), text(to), time(at))],
      [t('Status'), kind !== 'question' ? null : status === 'closed' ? t('answered') : t('open')],
      [t('Lane'), lane === from || lane === to ? null : optional(lane, text)],
      [t('Reply to'), replyTo],
      [t('Problem'), problem === null ? null : pen.tone('error', text(problem))],
      [t('Text'), { prose: withoutBeginning(body, subject) }],
      [t('Reason'), { prose: brief === null || brief.reason === subject ? null : brief.reason }],
      [t('To do'), { list: brief?.requiredActions.map(text) ?? [] }],
      [t('Look at'), { list: brief?.artifacts.map(text) ?? [] }],
      [t('Data'), { json: data }],
    ],
  };
}

/** Drops the first line of a text if it is the subject. */
function withoutBeginning(body: string | null, subject: string): string | null {
  if (body === subject) return null;
  return body?.startsWith(`${subject}\n`) ? body.slice(subject.length + 1) : body;
}

export function reportPage(report: WorkerReport, pen: Pen): Page {
  const { ref, lane, outcome, by, at, summary, files, tests, blockers, mergeReady, commit, acknowledgedBy } = report;
  const { t, text, code, time } = pen;
  const { tone, word } = reportOutcomeLooks[outcome];
  return {
    ref,
    title: `${text(lane)}: ${pen.tone(tone, word(t))}`,
    fields: [
      [t('Sent'), t('{0} by {1}', time(at), text(by))],
      [t('Commit'), commitText(commit, pen)],
      [t('Ready to merge'), mergeReady ? t('yes') : null],
      [t('Acknowledged by'), optional(acknowledgedBy, text)],
      [t('Summary'), { prose: summary }],
      [t('Blockers'), { list: blockers.map(text) }],
      [t('Files'), { list: files.map(code) }],
      [t('Tests'), { list: tests.map(code) }],
    ],
  };
}

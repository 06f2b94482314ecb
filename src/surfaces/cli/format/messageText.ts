import type { z } from 'zod';
import type { Need, NeedKind } from '../../../domain/lane/need.js';
import type { Message } from '../../../domain/message/message.js';
import type { WorkerReport } from '../../../domain/worker/workerReport.js';
import { say } from '../../../messages/say.js';
import { laneNeedsYou } from '../../../operations/lane/laneNeedsYou.js';
import { messageAcknowledge } from '../../../operations/lane/message/messageAcknowledge.js';
import { messageExport } from '../../../operations/lane/message/messageExport.js';
import { messageList } from '../../../operations/lane/message/messageList.js';
import { messageSend } from '../../../operations/lane/message/messageSend.js';
import { reportAcknowledge } from '../../../operations/lane/report/reportAcknowledge.js';
import { reportList } from '../../../operations/lane/report/reportList.js';
import { reportSubmit } from '../../../operations/lane/report/reportSubmit.js';
import type { LateView } from './resultText.js';

type Answer<Operation extends { readonly output: z.ZodType }> = z.output<Operation['output']>;
type Asked = Readonly<Record<string, unknown>>;

/** What the answers of operations on messages, reports and what waits for a person say to a person; by the operation's name. */
export const messageTexts = {
  [laneNeedsYou.name]: ({ total, needs }: Answer<typeof laneNeedsYou>, view: LateView) => {
    if (needs.length === 0) return 'Nothing needs your attention.';
    const more = total - needs.length;
    return [
      ...needs.map(need => needPage(need, view)),
      ...(more === 0 ? [] : [view.style.dim(`${more} more: --limit ${total}`)]),
    ].join('\n\n');
  },
  [messageSend.name]: ({ message, sent }: Answer<typeof messageSend>, view: LateView) => {
    const to = view.oneLine(message.to);
    return sent ? `Sent ${message.ref} to ${to}.` : `${message.ref} was already sent to ${to} with this dispatch id.`;
  },
  [messageList.name]: listText,
  [messageAcknowledge.name]: ({ reader, acknowledged, unread }: Answer<typeof messageAcknowledge>, view: LateView) =>
    `${view.oneLine(reader)} acknowledged all messages up to ${acknowledged}; ${unread === 0 ? 'none' : unread} unread.`,
  [messageExport.name]: ({ records, file, messages }: Answer<typeof messageExport>, view: LateView) =>
    records === null
      ? `Wrote ${messages} ${messages === 1 ? 'message' : 'messages'} to ${file}.`
      : records.map(record => view.visibleJson(record)).join('\n'),
  [reportSubmit.name]: ({ report, made }: Answer<typeof reportSubmit>, view: LateView) =>
    made
      ? `Reported ${report.ref} (${outcomeWord(report)}) for ${view.oneLine(report.lane)}.`
      : `${report.ref} already reports this.`,
  [reportList.name]: ({ reports, nextCursor }: Answer<typeof reportList>, view: LateView, asked: Asked) => {
    if (reports.length > 0) {
      return `${reports.map(report => reportPage(report, view)).join('\n\n')}${view.moreText(nextCursor)}`;
    }
    return asked.all === true ? 'No reports.' : 'No unacknowledged reports. To list all: stateroom report list --all';
  },
  [reportAcknowledge.name]: ({ report }: Answer<typeof reportAcknowledge>, view: LateView) =>
    `${report.ref} (${outcomeWord(report)}) was acknowledged by ${view.oneLine(report.acknowledgedBy ?? '')}.`,
} as const;

const needWords: Readonly<Record<NeedKind, string>> = {
  question: 'question',
  approval: 'ready for review',
  merge: 'ready to merge',
  conflict: 'in conflict',
  dead: 'no heartbeat',
  failure: 'failed',
  blocked: 'blocked',
  report: 'report',
  workItem: 'question',
};

/** `L-2  ready for review  Limit logins`, then who, how long and what it blocks, then the next command. */
function needPage({ ref, kind, lane, title, text, from, since, blocks, next }: Need, view: LateView): string {
  const { style } = view;
  const holds = blocks === 0 ? [] : [`blocks ${blocks}`];
  const facts = [lane, from].flatMap(name => (name === null ? [] : [view.oneLine(name)]));
  return [
    `${style.cyan(ref)}  ${style.yellow(needWords[kind])}  ${style.bold(view.oneLine(title))}`,
    ...(text === null ? [] : [`  ${view.oneLine(say(text))}`]),
    `  ${style.dim([...holds, ...facts, view.when(since)].join(' · '))}`,
    `  stateroom ${next}`,
  ].join('\n');
}

function listText(answer: Answer<typeof messageList>, view: LateView, asked: Asked): string {
  const { reader, unread, messages, nextCursor } = answer;
  if (messages.length === 0) {
    if (asked.lane !== undefined || asked.kind !== undefined || asked.cursor !== undefined)
      return 'No matching messages.';
    return `No messages for ${view.oneLine(reader)}.`;
  }
  const last = messages.at(-1)?.ref;
  const isInbox = asked.lane === undefined && asked.all !== true && asked.kind === undefined;
  const footer = isInbox ? [`${unread} unread. To acknowledge these: stateroom message acknowledge ${last}`] : [];
  return [
    messages.map(message => messagePage(message, view)).join('\n\n') + view.moreText(nextCursor),
    ...footer.map(text => `\n${view.style.dim(text)}`),
  ].join('\n');
}

/** `M-7  question  login → person  2 min ago`, then what it says. */
function messagePage(message: Message, view: LateView): string {
  const { style } = view;
  const { ref, kind, from, to, at, status, replyTo, lane, subject, text, brief, data, problem } = message;
  const about = lane === null || lane === from || lane === to ? [] : [`about ${view.oneLine(lane)}`];
  const answers = replyTo === null ? [] : [`reply to ${replyTo}`];
  const state = kind === 'question' ? [status === 'closed' ? 'answered' : 'open'] : [];
  const facts = [kind, ...state, `${view.oneLine(from)} → ${view.oneLine(to)}`, ...about, ...answers, view.when(at)];
  const [first = '', ...rest] = view.manyLines(text ?? '');
  const body = first === view.oneLine(subject) || text === null ? rest : [first, ...rest];
  return [
    `${style.cyan(ref)}  ${style.bold(view.oneLine(subject))}`,
    `  ${style.dim(facts.join(' · '))}`,
    ...body.map(line => `  ${line}`),
    ...(brief === null ? [] : briefLines(brief, subject, view)),
    ...(data === null ? [] : [`  ${view.oneLine(view.visibleJson(data))}`]),
    ...(problem === null ? [] : [`  ${style.red(view.oneLine(problem))}`]),
  ].join('\n');
}

function briefLines(
  { reason, requiredActions, artifacts }: NonNullable<Message['brief']>,
  subject: string,
  view: LateView,
): string[] {
  return [
    ...(view.oneLine(reason) === view.oneLine(subject) ? [] : view.manyLines(reason).map(line => `  ${line}`)),
    ...requiredActions.map(action => `  - ${view.oneLine(action)}`),
    ...(artifacts.length === 0 ? [] : [`  see ${artifacts.map(view.oneLine).join(', ')}`]),
  ];
}

function reportPage(report: WorkerReport, view: LateView): string {
  const { style } = view;
  const { ref, lane, by, at, summary, files, tests, blockers, mergeReady, acknowledgedBy } = report;
  const read = acknowledgedBy === null ? [] : [`read by ${view.oneLine(acknowledgedBy)}`];
  const facts = [
    view.oneLine(lane),
    view.oneLine(by),
    view.when(at),
    ...(mergeReady ? ['ready to merge'] : []),
    ...read,
  ];
  const [first = '', ...rest] = view.manyLines(summary);
  return [
    `${style.cyan(ref)}  ${paintOutcome(report, view)}  ${style.bold(first)}`,
    `  ${style.dim(facts.join(' · '))}`,
    ...rest.map(line => `  ${line}`),
    ...blockers.map(blocker => `  blocker: ${view.oneLine(blocker)}`),
    ...tests.map(test => `  tested: ${view.oneLine(test)}`),
    ...(files.length === 0 ? [] : [`  files: ${files.map(view.oneLine).join(', ')}`]),
  ].join('\n');
}

function outcomeWord({ outcome }: WorkerReport): string {
  return outcome.replaceAll('_', ' ');
}

function paintOutcome(report: WorkerReport, { style }: LateView): string {
  const word = outcomeWord(report);
  if (report.needs === 'help') return style.yellow(word);
  return report.outcome === 'done' ? style.green(word) : word;
}

import type { Need } from '../../../domain/lane/need.js';
import type { Message } from '../../../domain/message/message.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import type { WorkerReport } from '../../../domain/worker/workerReport.js';
import { say } from '../../../messages/say.js';
import type { laneNeedsYou } from '../../../operations/lane/laneNeedsYou.js';
import type { messageAcknowledge } from '../../../operations/lane/message/messageAcknowledge.js';
import type { messageExport } from '../../../operations/lane/message/messageExport.js';
import type { messageList } from '../../../operations/lane/message/messageList.js';
import type { messageSend } from '../../../operations/lane/message/messageSend.js';
import type { reportList } from '../../../operations/lane/report/reportList.js';
import type { reportSubmit } from '../../../operations/lane/report/reportSubmit.js';
import { needLooks } from '../../../present/needRow.js';
import type { Page, Pen } from '../../../present/page.js';
import { reportOutcomeLooks } from '../../../present/status.js';
import { messagePage, reportPage } from '../../../present/talkPages.js';
import { english } from '../../../reports/translate.js';
import { pageText, terminalPen } from './pageText.js';
import { type Answer, narrowing, type Texts, textsOf } from './resultText.js';
import { restText } from './table.js';
import { oneLine } from './text.js';
import { count, type View, when } from './view.js';

/** What operations on messages, reports and what waits for a person say to a person. */
export const texts: Texts = {
  ...textsOf('lane', {
    needsYou: ({ total, needs }: Answer<typeof laneNeedsYou>, view) =>
      needs.length === 0
        ? 'Nothing needs your attention.'
        : [
            ...needs.map(need => needText(need, view)),
            ...(total > needs.length ? [view.style.dim(`${total - needs.length} more: --limit ${total}`)] : []),
          ].join('\n\n'),
  }),
  ...textsOf('message', {
    send: ({ message, sent }: Answer<typeof messageSend>) => {
      const to = oneLine(message.to);
      return sent ? `Sent ${message.ref} to ${to}.` : `${message.ref} was already sent to ${to} with this dispatch id.`;
    },
    list: ({ reader, unread, messages, nextCursor }: Answer<typeof messageList>, view, asked) => {
      if (messages.length === 0)
        return narrowing(asked, 'all', 'as').length > 0
          ? 'No matching messages.'
          : `No messages for ${oneLine(reader)}.`;
      const isInbox = asked.lane === undefined && asked.all !== true && asked.kind === undefined;
      const done = `${unread} unread. To acknowledge these: stateroom message acknowledge ${messages.at(-1)?.ref}`;
      return `${pages(messages, messagePage, view)}${restText({ nextCursor }, messages.length, view)}${
        isInbox ? `\n\n${view.style.dim(done)}` : ''
      }`;
    },
    acknowledge: ({ reader, acknowledged, unread }: Answer<typeof messageAcknowledge>) =>
      `${oneLine(reader)} acknowledged all messages up to ${acknowledged}; ${unread === 0 ? 'none' : unread} unread.`,
    export: ({ records, file, messages }: Answer<typeof messageExport>) =>
      records === null
        ? `Wrote ${count(messages, 'message')} to ${file}.`
        : records.map(record => visibleJson(record)).join('\n'),
  }),
  ...textsOf('report', {
    submit: ({ report, made }: Answer<typeof reportSubmit>) =>
      made
        ? `Reported ${report.ref} (${outcomeOf(report)}) for ${oneLine(report.lane)}.`
        : `${report.ref} already reports this.`,
    list: ({ reports, nextCursor }: Answer<typeof reportList>, view, asked) => {
      if (reports.length > 0)
        return `${pages(reports, reportPage, view)}${restText({ nextCursor }, reports.length, view)}`;
      return asked.all === true ? 'No reports.' : 'No unacknowledged reports. To list all: stateroom report list --all';
    },
    acknowledge: ({ report }: { report: WorkerReport }) =>
      `${report.ref} (${outcomeOf(report)}) was acknowledged by ${oneLine(report.acknowledgedBy ?? '')}.`,
  }),
};

/** `L-2  ready for review  Limit logins`, then who, how long and what it blocks, then the next command. */
function needText({ ref, kind, lane, title, text, from, since, blocks, next }: Need, view: View): string {
  const { cyan, yellow, bold, dim } = view.style;
  const holds = blocks === 0 ? [] : [`blocks ${blocks}`];
  const facts = [lane, from].flatMap(name => (name === null ? [] : [oneLine(name)]));
  return [
    `${cyan(ref)}  ${yellow(needLooks[kind].word(english))}  ${bold(oneLine(title))}`,
    ...(text === null ? [] : [`  ${oneLine(say(text))}`]),
    `  ${dim([...holds, ...facts, when(since, view)].join(' · '))}`,
    `  stateroom ${next}`,
  ].join('\n');
}

function pages<Row extends Message | WorkerReport>(
  rows: readonly Row[],
  page: (row: Row, pen: Pen) => Page,
  view: View,
): string {
  return rows.map(row => pageText(page(row, terminalPen(view)), view)).join('\n\n');
}

function outcomeOf({ outcome }: WorkerReport): string {
  return reportOutcomeLooks[outcome].word(english);
}

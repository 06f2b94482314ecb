import type { Message } from '../../../domain/message/message.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import type { WorkerReport } from '../../../domain/worker/workerReport.js';
import type { LaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { Page, Pen } from '../../../present/page.js';
import { reportOutcomeLooks } from '../../../present/status.js';
import { messagePage, reportPage } from '../../../present/talkPages.js';
import { english } from '../../../reports/translate.js';
import { narrowing } from './filters.js';
import { needText } from './openWorkText.js';
import { pageText, terminalPen } from './pageText.js';
import type { TextsOf } from './resultText.js';
import { restText } from './table.js';
import { oneLine } from './text.js';
import { count, type View } from './view.js';

export const texts: TextsOf<LaneOperations> = {
  laneNeedsYou: ({ total, needs }, view) =>
    needs.length === 0
      ? 'Nothing needs your attention.'
      : [
          ...needs.map(need => needText(need, view)),
          ...(total > needs.length ? [view.style.dim(`${total - needs.length} more: --limit ${total}`)] : []),
        ].join('\n\n'),
  messageSend: ({ message, sent }) => {
    const to = oneLine(message.to);
    return sent ? `Sent ${message.ref} to ${to}.` : `${message.ref} was already sent to ${to} with this dispatch id.`;
  },
  messageList: ({ reader, unread, messages, nextCursor }, view, filters) => {
    if (messages.length === 0)
      return narrowing(filters, 'all', 'as').length > 0
        ? 'No matching messages.'
        : `No messages for ${oneLine(reader)}.`;
    const isInbox = filters.lane === undefined && filters.all !== true && filters.kind === undefined;
    const done = `${unread} unread. To acknowledge these: stateroom message acknowledge ${messages.at(-1)?.ref}`;
    return `${pages(messages, messagePage, view)}${restText({ nextCursor }, messages.length, view)}${
      isInbox ? `\n\n${view.style.dim(done)}` : ''
    }`;
  },
  messageAcknowledge: ({ reader, acknowledged, unread }) =>
    `${oneLine(reader)} acknowledged all messages up to ${acknowledged}; ${unread === 0 ? 'none' : unread} unread.`,
  messageExport: ({ records, file, messages }) =>
    records === null
      ? `Wrote ${count(messages, 'message')} to ${file}.`
      : records.map(record => visibleJson(record)).join('\n'),
  reportSubmit: ({ report, made }) =>
    made
      ? `Reported ${report.ref} (${outcomeOf(report)}) for ${oneLine(report.lane)}.`
      : `${report.ref} already reports this.`,
  reportList: ({ reports, nextCursor }, view, filters) => {
    if (reports.length > 0)
      return `${pages(reports, reportPage, view)}${restText({ nextCursor }, reports.length, view)}`;
    return filters.all === true ? 'No reports.' : 'No unacknowledged reports. To list all: stateroom report list --all';
  },
  reportAcknowledge: ({ report }) =>
    `${report.ref} (${outcomeOf(report)}) was acknowledged by ${oneLine(report.acknowledgedBy ?? '')}.`,
};

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

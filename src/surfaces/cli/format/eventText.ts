import type { TimelineEvent } from '../../../domain/event/event.js';
import { visibleJson } from '../../../domain/text/visibleText.js';
import { eventDetail } from '../../../present/eventSentence.js';
import { type Column, table } from './table.js';
import { oneLine } from './text.js';
import { localTime } from './time.js';
import { type View, when } from './view.js';

/** Events, one a line, in the order given. */
export function eventTable(events: readonly TimelineEvent[], view: View): string {
  const { style } = view;
  const columns: Column<TimelineEvent>[] = [
    { title: 'event', text: event => String(event.id), alignRight: true, paint: text => style.dim(text) },
    { title: 'when', text: event => when(event.at, view) },
    { title: 'what', text: event => oneLine(event.type) },
    { title: 'item', text: event => event.workItem ?? '', paint: text => style.cyan(text) },
    { title: 'who', text: event => oneLine(event.actor ?? ''), minimum: 10 },
    { title: '', text: payloadText, minimum: 10, paint: text => style.dim(text) },
  ];
  return table(columns, events, { width: view.width, head: text => style.dim(text) });
}

/** One event of a running stream. */
export function eventLine(event: TimelineEvent, view: View): string {
  const { style } = view;
  const at = view.width === undefined ? event.at : localTime(Date.parse(event.at));
  const parts = [
    style.dim(at),
    oneLine(event.type),
    event.workItem === null ? '' : style.cyan(event.workItem),
    oneLine(event.actor ?? ''),
    style.dim(payloadText(event)),
  ];
  return parts.filter(part => part !== '').join('  ');
}

function payloadText(event: TimelineEvent): string {
  const words = eventDetail(event);
  if (words !== undefined) return oneLine(words);
  const text = visibleJson(event.payload);
  return text === '{}' ? '' : oneLine(text);
}

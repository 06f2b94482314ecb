import type { TimelineEvent } from '../../../domain/event/event.js';
import { visibleJson, visibleLine } from '../../../domain/text/visibleText.js';
import { eventWords } from '../../../present/eventSentence.js';
import { english } from '../../../reports/translate.js';
import { type Column, table } from './table.js';
import { oneLine } from './text.js';
import { localTime } from './time.js';
import { type View, when } from './view.js';

const columns: readonly Column<TimelineEvent>[] = [
  { title: 'event', text: event => String(event.id), alignRight: true, paint: 'dim' },
  { title: 'when', text: (event, view) => when(event.at, view) },
  { title: 'type', text: event => event.type },
  { title: 'about', text: refsOf, paint: 'cyan' },
  { title: 'what happened', text: sentence, minimum: 20 },
];

export function eventTable(events: readonly TimelineEvent[], view: View): string {
  return table(columns, events, view);
}

export function eventLine(event: TimelineEvent, view: View): string {
  const { dim, cyan } = view.style;
  const at = view.width === undefined ? event.at : localTime(Date.parse(event.at));
  return [dim(at), oneLine(event.type), cyan(oneLine(refsOf(event))), sentence(event, view)]
    .filter(part => part !== '')
    .join('  ');
}

/** Returns the records that an event names: `T-3 S-2`. */
function refsOf({ workItem, payload }: TimelineEvent): string {
  const named = Object.values(payload).filter(value => typeof value === 'string' && /^[A-Z]-\d+$/.test(value));
  return [...new Set([workItem, ...named])].filter(ref => ref !== null).join(' ');
}

function sentence(event: TimelineEvent, view: View): string {
  // Control characters become visible escapes, even where a sentence of the interface would drop them.
  const visible = JSON.parse(JSON.stringify(event), (_, value: unknown) =>
    typeof value === 'string' ? visibleLine(value) : value,
  ) as TimelineEvent;
  const words = eventWords(visible, Number.POSITIVE_INFINITY, english, time => when(time, view));
  if (words !== undefined) return oneLine(words);
  const payload = Object.keys(event.payload).length === 0 ? '' : visibleJson(event.payload);
  return oneLine([event.actor ?? '', payload].filter(part => part !== '').join(' '));
}

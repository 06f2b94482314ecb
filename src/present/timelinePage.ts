import type { TimelineEvent } from '../domain/event/event.js';
import { eventLine } from './eventSentence.js';
import type { Pen } from './page.js';
import { shownEvents } from './shownEvents.js';

/** Renders events as Markdown in the given order, each with its work item. */
export function timelinePage(events: readonly TimelineEvent[], { t, time }: Pen): string {
  const rows = shownEvents(events).map(event => {
    const about = event.workItem === null ? '' : `${event.workItem} · `;
    return `- ${time(event.at)} · ${about}${eventLine(event, t, time)}`;
  });
  return [`# ${t('Latest events')}`, '', ...(rows.length === 0 ? [t('No events yet.')] : rows), ''].join('\n');
}

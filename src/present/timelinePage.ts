import type { TimelineEvent } from '../domain/event/event.js';
import type { Translate } from '../reports/translate.js';
import { eventLine } from './eventSentence.js';
import type { WriteTime } from './writeTime.js';

/** Events as a page of Markdown, in the order given, each with the work item it is about. */
export function timelinePage(events: readonly TimelineEvent[], t: Translate, time: WriteTime): string {
  const rows = events.map(event => {
    const about = event.workItem === null ? '' : `${event.workItem} · `;
    return `- ${time(event.at)} · ${about}${eventLine(event, t, time)}`;
  });
  return [`# ${t('Latest events')}`, '', ...(rows.length === 0 ? [t('No events yet.')] : rows), ''].join('\n');
}

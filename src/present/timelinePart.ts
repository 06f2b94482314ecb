import type { TimelineEvent } from '../domain/event/event.js';
import type { Translate } from '../reports/translate.js';
import { eventLine } from './eventSentence.js';
import type { WriteTime } from './writeTime.js';

/** The last part of a page: what happened, newest first. `more` when the store holds older events than these. */
export function timelinePart(events: readonly TimelineEvent[], more: boolean, t: Translate, time: WriteTime): string {
  const rows = events.map(event => `- ${time(event.at)} · ${eventLine(event, t, time)}`);
  const rest = more ? ['', t('See the timeline for older events.')] : [];
  return [`## ${t('Timeline')}`, '', ...rows, ...rest].join('\n');
}

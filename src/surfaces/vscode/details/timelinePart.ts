import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { exactLocalTime } from '../support/localTime.js';
import { eventLine } from './eventLine.js';

/** The last part of a page: what happened, newest first. `more` when the store holds older events than these. */
export function timelinePart(events: readonly TimelineEvent[], more: boolean): string {
  const rows = events.map(event => `- ${exactLocalTime(event.at)} · ${eventLine(event)}`);
  const rest = more ? ['', l10n.t('Older events are in the timeline.')] : [];
  return [`## ${l10n.t('Timeline')}`, '', ...rows, ...rest].join('\n');
}

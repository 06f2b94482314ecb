import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import { exactLocalTime } from '../support/localTime.js';
import { eventLine } from './eventLine.js';

/** Events as a page of Markdown, in the order given, each with the work item it is about. */
export function timelinePage(events: readonly TimelineEvent[]): string {
  const rows = events.map(event => {
    const about = event.workItem === null ? '' : `${event.workItem} · `;
    return `- ${exactLocalTime(event.at)} · ${about}${eventLine(event)}`;
  });
  return [
    `# ${l10n.t('Latest events')}`,
    '',
    ...(rows.length === 0 ? [l10n.t('Nothing has happened yet.')] : rows),
    '',
  ].join('\n');
}

import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { type DashboardTextKey, dashboardTextKeys } from '../../../src/protocol/dashboardText.js';
import { itemLink, section, timeAgo } from './parts.js';
import type { View } from './view.js';

type Row = DashboardState['events'][number];

/** What happened last, newest first. */
export function timeline(view: View, { events }: DashboardState): TemplateResult {
  const { text } = view;
  const content =
    events.length === 0
      ? html`<p class="quiet">${text.of('events.none')}</p>`
      : html`<ol class="rows events">
          ${repeat(
            events,
            row => row.id,
            row => html`<li class="row event">
              <span class="what">${sentence(view, row)}${row.title === null ? nothing : html` <span class="quiet">${row.title}</span>`}</span>
              <span class="when">${timeAgo(view, row.at)}</span>
            </li>`,
          )}
        </ol>`;
  return section('timeline', { text: text.of('events'), icon: 'history' }, content);
}

/** `ada claimed W-12`; an event of someone's own making is named by its type. */
function sentence(view: View, row: Row): unknown[] {
  const actor = html`<strong>${row.actor ?? view.text.of('someone')}</strong>`;
  const item = row.workItem === null ? '' : itemLink(view, row.workItem);
  const key = `event.${row.type}`;
  return isKey(key)
    ? view.text.parts<unknown>(key, actor, item)
    : view.text.parts<unknown>('event.other', actor, item, html`<code>${row.type}</code>`);
}

function isKey(key: string): key is DashboardTextKey {
  return (dashboardTextKeys as readonly string[]).includes(key);
}

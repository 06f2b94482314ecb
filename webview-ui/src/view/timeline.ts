import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { pageLink, section, timeAgo } from './parts.js';
import type { View } from './view.js';

type Row = DashboardState['events'][number];

export function timeline(view: View, { events }: DashboardState): TemplateResult {
  const { text } = view;
  const content =
    events.length === 0
      ? html`<p class="quiet">${text.of('events.none')}</p>`
      : html`<ol class="rows events">
          ${repeat(
            events,
            row => row.id,
            (row, index) => html`<li class="row event">
              <span class="what">${sentence(view, row)}${isNamed(row, events[index - 1]) ? nothing : html` <span class="quiet">${row.title}</span>`}</span>
              <span class="when">${timeAgo(view, row.at)}</span>
            </li>`,
          )}
        </ol>`;
  return section(view, 'timeline', { text: text.of('events'), icon: 'history' }, content);
}

/** True if the event's words contain the title, or the line above is about the same work item. */
function isNamed({ title, words, workItem }: Row, above: Row | undefined): boolean {
  return title === null || words?.includes(title) === true || (workItem !== null && workItem === above?.workItem);
}

/** `ada claimed W-12`, or the host's words; custom events are named by their type. */
function sentence(view: View, row: Row): unknown[] {
  if (row.words !== null) return withLinks(view, row.words, row);
  const actor = html`<strong>${row.actor ?? view.text.of('someone')}</strong>`;
  const item = row.workItem === null ? '' : pageLink(view, row.workItem);
  const key = `event.${row.type}`;
  return view.text.has(key)
    ? view.text.parts<unknown>(key, actor, item)
    : view.text.parts<unknown>('event.other', actor, item, html`<code>${row.type}</code>`);
}

/** Words with the actor highlighted, and links for the records that the event names. */
function withLinks(view: View, words: string, { actor, refs }: Row): unknown[] {
  const isFirst = actor !== null && words.startsWith(`${actor} `);
  const rest = isFirst ? words.slice(actor.length) : words;
  const parts = rest
    .split(/\b([FLRTW]-[1-9]\d{0,14})\b/)
    .map(part => (refs.includes(part) ? pageLink(view, part) : part));
  return isFirst ? [html`<strong>${actor}</strong>`, ...parts] : parts;
}

import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { more, pageLink, priorityMark, revealButton, section, sectionList, timeAgo } from './parts.js';
import type { View } from './view.js';

/** What the next free agent gets, in its order. */
export function upNext(view: View, { upNext: list }: DashboardState): TemplateResult {
  const { text } = view;
  const all = list.total === 0 ? undefined : sectionList(view, 'ready');
  const content =
    list.total === 0
      ? html`<p class="quiet">${text.of('upNext.none')}</p>`
      : html`<ol class="rows">
            ${repeat(
              list.rows,
              row => row.ref,
              row => html`<li class="row">
                <div class="line">
                  ${pageLink(view, row.ref)} <span class="title">${row.title}</span>${revealButton(view, row.ref)}
                </div>
                <div class="line meta">
                  ${priorityMark(view, row.priority)}
                  ${row.due === null ? nothing : html`<span>${text.parts('upNext.due', timeAgo(view, row.due))}</span>`}
                  ${row.leaseExpired ? html`<span>${text.of('upNext.leaseExpired')}</span>` : nothing}
                </div>
              </li>`,
            )}
          </ol>
          ${more(view, list, 'up-next', all)}`;
  const heading = { text: text.of('upNext'), icon: 'list-ordered', count: text.number(list.total), list: all } as const;
  return section(view, 'up-next', heading, content);
}

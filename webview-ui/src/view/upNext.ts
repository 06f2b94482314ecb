import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { listPart } from './list.js';
import { priorityMark, rowTitle, sectionList, timeAgo } from './parts.js';
import type { View } from './view.js';

/** Items for the next free agent, in claim order. */
export function upNext(view: View, { upNext: list }: DashboardState): TemplateResult {
  const { text } = view;
  return listPart(view, {
    name: 'up-next',
    title: text.of('upNext'),
    icon: 'list-ordered',
    list,
    all: sectionList(view, 'ready'),
    none: html`<p class="quiet">${text.of('upNext.none')}</p>`,
    isOrdered: true,
    row: row => html`<li class="row">
      ${rowTitle(view, row.ref, row.title)}
      <div class="line meta">
        ${priorityMark(view, row.priority)}
        ${row.due === null ? nothing : html`<span>${text.parts('upNext.due', timeAgo(view, row.due))}</span>`}
        ${row.leaseExpired ? html`<span>${text.of('upNext.leaseExpired')}</span>` : nothing}
      </div>
    </li>`,
  });
}

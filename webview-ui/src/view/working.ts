import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { life } from './lanes.js';
import { listPart } from './list.js';
import { icon, rowTitle, sectionList, timeAgo } from './parts.js';
import type { View } from './view.js';

type Row = DashboardState['working']['rows'][number];

const pictures = { human: 'person', agent: 'robot', system: 'gear' } as const;
const roleTexts = { human: 'working.person', agent: 'working.agent', system: 'working.system' } as const;

/** Who works on what, and until when that holds. */
export function working(view: View, { working: list }: DashboardState): TemplateResult {
  const { text } = view;
  return listPart(view, {
    name: 'working',
    title: text.of('working'),
    icon: 'sync',
    list,
    all: sectionList(view, 'in_flight'),
    none: html`<p class="quiet">${text.of('working.none')}</p>`,
    row: row => html`<li class="row">
      ${rowTitle(view, row.ref, row.title)}
      <div class="line meta">
        ${owner(view, row)} ${row.word === null ? nothing : html`<span>${row.word}</span>`}
        ${row.lane === null ? nothing : html`<span>${text.of('needsYou.ofLane', row.lane)}</span>`}
        ${row.life === null ? nothing : life(view, row.life)}
        ${row.word === null ? html`${lease(view, row)} ${claimed(view, row)}` : nothing}
      </div>
    </li>`,
  });
}

function owner(view: View, row: Row): TemplateResult {
  if (row.owner === null) return html`<span>${view.text.of('working.nobody')}</span>`;
  const role = row.ownerRole ?? 'agent';
  return html`<span class="owner" title=${view.text.of(roleTexts[role])}>
    ${icon(pictures[role])} <strong>${row.owner}</strong><span class="unseen"> (${view.text.of(roleTexts[role])})</span>
  </span>`;
}

function lease(view: View, row: Row): TemplateResult {
  if (row.leaseUntil === null) return html`<span>${view.text.of('working.noLease')}</span>`;
  if (Date.parse(row.leaseUntil) <= view.now)
    return html`<span class="over">${view.text.of('working.leaseOver')}</span>`;
  return html`<span>${view.text.parts('working.lease', timeAgo(view, row.leaseUntil))}</span>`;
}

function claimed(view: View, row: Row): TemplateResult {
  return html`<span>${row.claimedAt === null ? '' : view.text.parts('working.claimed', timeAgo(view, row.claimedAt))}</span>`;
}

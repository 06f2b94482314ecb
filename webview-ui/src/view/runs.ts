import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { listPart } from './list.js';
import { pageLink } from './parts.js';
import type { View } from './view.js';

export function runs(view: View, { runs: list }: DashboardState): TemplateResult | typeof nothing {
  if (list.total === 0) return nothing;
  return listPart(view, {
    name: 'runs',
    title: view.text.of('runs'),
    icon: 'telescope',
    list,
    row: ({ ref, title, openHypotheses }) => html`<li class="row">
      <div class="line">${pageLink(view, ref)} <span class="title">${title}</span></div>
      <div class="line meta">${openText(view, openHypotheses)}</div>
    </li>`,
  });
}

function openText({ text }: View, open: number): string {
  if (open === 0) return text.of('runs.noneOpen');
  return open === 1 ? text.of('runs.oneOpen') : text.of('runs.open', text.number(open));
}

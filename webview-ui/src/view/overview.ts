import { html, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { icon } from './parts.js';
import type { View } from './view.js';

const sections = [
  ['needs_you', 'bell-dot'],
  ['ready', 'circle-large-outline'],
  ['in_flight', 'sync'],
  ['blocked', 'circle-slash'],
  ['scheduled', 'clock'],
  ['done', 'pass'],
] as const;

/** How many work items stand where. */
export function overview(view: View, state: DashboardState): TemplateResult {
  return html`<ul class="tiles" aria-label=${view.text.of('overview')}>
    ${sections.map(
      ([name, picture]) => html`<li class="tile ${name} ${countOf(state, name) === 0 ? 'zero' : ''}">
        ${value(view, state, name)}
        <span class="label">${icon(picture)} ${view.text.of(`count.${name}`)}</span>
      </li>`,
    )}
  </ul>`;
}

type Section = (typeof sections)[number][0];

/** What needs a person and what is in progress is counted over queue, tasks and lanes. */
function countOf({ counts, needsYou, working }: DashboardState, section: Section): number {
  if (section === 'needs_you') return needsYou.total;
  return section === 'in_flight' ? working.total : counts[section];
}

/** A number that leads to what it counts; none leads nowhere. */
function value({ text, act }: View, state: DashboardState, section: Section): TemplateResult {
  const count = countOf(state, section);
  const words = text.number(count);
  if (count === 0) return html`<span class="value">${words}</span>`;
  const label = text.of(`count.${section}`);
  return html`<button type="button" class="value" data-focus="section ${section}" title=${text.of('showSection', label)}
    aria-label=${`${words} ${label}`} @click=${() => act({ act: 'showSection', section })}>${words}</button>`;
}

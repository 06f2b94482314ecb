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
      ([name, picture]) => html`<li class="tile ${name} ${state.counts[name] === 0 ? 'zero' : ''}">
        ${value(view, name, state.counts[name])}
        <span class="label">${icon(picture)} ${view.text.of(`count.${name}`)}</span>
      </li>`,
    )}
  </ul>`;
}

/** A number that leads to what it counts; none leads nowhere. */
function value({ text, act }: View, section: (typeof sections)[number][0], count: number): TemplateResult {
  const words = text.number(count);
  if (count === 0) return html`<span class="value">${words}</span>`;
  const label = text.of(`count.${section}`);
  return html`<button type="button" class="value" data-focus="section ${section}" title=${text.of('showSection', label)}
    aria-label=${`${words} ${label}`} @click=${() => act({ act: 'showSection', section })}>${words}</button>`;
}

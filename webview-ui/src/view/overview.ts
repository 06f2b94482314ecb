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
        <span class="value">${view.text.number(state.counts[name])}</span>
        <span class="label">${icon(picture)} ${view.text.of(`count.${name}`)}</span>
      </li>`,
    )}
  </ul>`;
}

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

/** In lanes something may wait for a person, too. */
function countOf({ counts, needsYou }: DashboardState, section: Section): number {
  return section === 'needs_you' ? needsYou.total : counts[section];
}

/** A number that leads to what it counts; none leads nowhere. */
function value({ text, act }: View, state: DashboardState, section: Section): TemplateResult {
  const count = countOf(state, section);
  const words = text.number(count);
  if (count === 0) return html`<span class="value">${words}</span>`;
  const label = text.of(`count.${section}`);
  // No view holds what waits in lanes together with the queue's questions: the list below does.
  const isBelow = count !== state.counts[section];
  const title = isBelow ? text.of('needsYou.showList') : text.of('showSection', label);
  return html`<button type="button" class="value" data-focus="section ${section}" title=${title}
    aria-label=${`${words} ${label}`}
    @click=${() => (isBelow ? document.getElementById('heading-needs-you')?.focus() : act({ act: 'showSection', section }))}
    >${words}</button>`;
}

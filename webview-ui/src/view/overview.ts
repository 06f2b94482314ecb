import { html, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { type IconName, icon } from './parts.js';
import type { View } from './view.js';

const sections = [
  ['needs_you', 'bell-dot'],
  ['ready', 'circle-large-outline'],
  ['in_flight', 'sync'],
  ['blocked', 'circle-slash'],
  ['scheduled', 'clock'],
  ['done', 'pass'],
] as const;

/** How many work items stand where: each tile as a whole leads to what it counts; one of none leads nowhere. */
export function overview(view: View, state: DashboardState): TemplateResult {
  return html`<ul class="tiles" aria-label=${view.text.of('overview')}>
    ${sections.map(([name, picture]) => {
      const count = countOf(state, name);
      return html`<li class="tile ${name} ${count === 0 ? 'zero' : ''}">${tile(view, name, picture, count)}</li>`;
    })}
  </ul>`;
}

type Section = (typeof sections)[number][0];

/** What needs a person and what is in progress is counted over queue, tasks and lanes. */
function countOf({ counts, needsYou, working }: DashboardState, section: Section): number {
  if (section === 'needs_you') return needsYou.total;
  return section === 'in_flight' ? working.total : counts[section];
}

function tile({ text, act }: View, section: Section, picture: IconName, count: number): TemplateResult {
  const [words, label] = [text.number(count), text.of(`count.${section}`)];
  const content = html`<span class="value">${words}</span> <span class="label">${icon(picture)} ${label}</span>`;
  if (count === 0) return html`<div class="face">${content}</div>`;
  return html`<button type="button" class="face" data-focus="section ${section}" title=${text.of('showSection', label)}
    aria-label=${`${words} ${label}`} @click=${() => act({ act: 'showSection', section })}>${content}</button>`;
}

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
export function overview(view: View, { counts }: Pick<DashboardState, 'counts'>): TemplateResult {
  return html`<ul class="tiles" aria-label=${view.text.of('overview')}>
    ${sections.map(([name, picture]) => {
      const count = counts[name];
      return html`<li class="tile ${name} ${count === 0 ? 'zero' : ''}">${tile(view, name, picture, count)}</li>`;
    })}
  </ul>`;
}

type Section = (typeof sections)[number][0];

function tile({ text, act }: View, section: Section, picture: IconName, count: number): TemplateResult {
  const [words, label] = [text.number(count), text.of(`count.${section}`)];
  const content = html`<span class="value">${words}</span> <span class="label">${icon(picture)} ${label}</span>`;
  if (count === 0) return html`<div class="face">${content}</div>`;
  return html`<button type="button" class="face" data-focus="section ${section}" title=${text.of('showSection', label)}
    aria-label=${`${words} ${label}`} @click=${() => act({ act: 'showSection', section })}>${content}</button>`;
}

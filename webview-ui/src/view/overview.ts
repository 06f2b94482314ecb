import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { type IconName, icon, sectionTitle } from './parts.js';
import type { View } from './view.js';

/** Sections in their order, needs first. `flow` is the movement of items that is compared over two weeks. */
const sections = [
  { name: 'needs_you', picture: 'bell-dot', flow: 'asked' },
  { name: 'ready', picture: 'circle-large-outline', flow: 'created' },
  { name: 'in_flight', picture: 'sync', flow: 'claimed' },
  { name: 'blocked', picture: 'circle-slash' },
  { name: 'scheduled', picture: 'clock' },
  { name: 'done', picture: 'pass', flow: 'resolved' },
] as const satisfies readonly {
  readonly name: keyof DashboardState['counts'];
  readonly picture: IconName;
  readonly flow?: keyof DashboardState['weeks'];
}[];
type Section = (typeof sections)[number];

/** Tiles with each section's items and trend; a tile links to its items, that of work in progress to the board. The days of the trends are below, once. */
export function overview(view: View, state: DashboardState): TemplateResult {
  return html`<ul class="tiles" aria-label=${view.text.of('overview')}>
    ${sections.map(
      section =>
        html`<li class="tile ${section.name} ${state.counts[section.name] === 0 ? 'zero' : ''}">${tile(view, section, state)}</li>`,
    )}
  </ul>
  <p class="quiet period">${view.text.of('trend.period')}</p>`;
}

function tile(
  { text, act, change }: View,
  section: Section,
  { counts, weeks, counted }: DashboardState,
): TemplateResult {
  const { name, picture } = section;
  const [number, label] = [text.number(counts[name]), text.of(`count.${name}`)];
  const moved = counted && 'flow' in section ? trendOf(text, section.flow, weeks[section.flow]) : undefined;
  // Keep the space for a trend before it is counted, and without one.
  const content = html`<span class="value">${number}</span> <span class="label">${icon(picture)} ${label}</span>
    <span class="trend">${moved === undefined ? html`&nbsp;` : html`${icon(moved.picture)} ${moved.short}`}</span>`;
  if (counts[name] === 0)
    return html`<div class="face" title=${moved?.long ?? nothing}>
      ${content}${moved === undefined ? nothing : html`<span class="unseen">: ${moved.long}</span>`}
    </div>`;
  // The queue lists claims only; work in progress includes tasks and lanes.
  const isOnBoard = name === 'in_flight';
  const leads = isOnBoard ? text.of('showBoard') : sectionTitle(text, name);
  return html`<button type="button" class="face" data-focus="section ${name}"
    title=${moved === undefined ? leads : `${leads}. ${moved.long}`}
    aria-label=${[`${number} ${label}`, ...(moved === undefined ? [] : [moved.long])].join(', ')}
    @click=${() => (isOnBoard ? showBoard(change) : act({ act: 'showSection', section: name }))}>${content}</button>`;
}

function showBoard(change: View['change']): void {
  change({ tab: 'board' });
  document.getElementById('tab-board')?.focus();
}

/** The last week compared with the week before: `3 asked` beside an arrow, and both weeks in words. */
function trendOf(
  text: View['text'],
  flow: keyof DashboardState['weeks'],
  { last, before }: { last: number; before: number },
) {
  if (last === 0 && before === 0) return undefined;
  const short = text.of(`trend.${flow}`, text.number(last));
  const picture = last > before ? 'arrow-up' : last < before ? 'arrow-down' : 'arrow-right';
  return { picture, short, long: text.of('trend.weeks', short, text.number(before)) } as const;
}

import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardAct } from '../../../src/protocol/dashboardContract.js';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import type icons from '../icons.json';
import type { View } from './view.js';

type QueueSection = keyof DashboardState['counts'];

export type IconName = keyof typeof icons;

/** A decorative icon: the words beside it carry the meaning. */
export function icon(name: IconName): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** A button with `W-12` or other words that opens a page; for a record without a page, the reference alone. */
export function pageLink(view: View, ref: string, words = ref): TemplateResult {
  // Findings, lanes, investigations, tasks and work items have one.
  if (!/^[FLRTW]/.test(ref)) return html`<span class="ref">${ref}</span>`;
  return html`<button type="button" class="link ref" data-focus="open ${ref}" title=${view.text.of('open', ref)}
    @click=${() => view.act({ act: 'open', ref })}>${words}</button>`;
}

/** A relative time, or `words`, with the exact time in its tooltip. */
export function timeAgo(view: View, iso: string, words = view.text.relative(iso, view.now)): TemplateResult {
  return html`<time datetime=${iso} title=${view.text.exact(iso)}>${words}</time>`;
}

export function priorityMark(view: View, priority: number): TemplateResult {
  return html`<span class="mark priority-${priority}">${view.text.of('priority', priority)}</span>`;
}

/** Leads to the whole of a list that is cut. */
interface WholeList {
  readonly act: DashboardAct;
  readonly title: string;
}

/** A part of the page with its heading. Busy while its content is pending. */
export function section(
  name: string,
  heading: { readonly text: string; readonly icon: IconName },
  content: unknown,
  isBusy = false,
): TemplateResult {
  return html`<section class="part ${name}" aria-labelledby="heading-${name}" aria-busy=${isBusy ? 'true' : 'false'}>
    <h2 id="heading-${name}" tabindex="-1">${icon(heading.icon)} ${heading.text}</h2>
    ${content}
  </section>`;
}

/** `and 12 more` below a cut list, with a link to the whole list. */
export function more(
  { text, act }: View,
  { total, cards }: { readonly total: number; readonly cards: readonly unknown[] },
  name: string,
  list: WholeList,
): TemplateResult | typeof nothing {
  const rest = total - cards.length;
  if (rest <= 0) return nothing;
  const words = text.of('more', text.number(rest));
  return html`<p><button type="button" class="link" data-focus="more ${name}" title=${list.title} aria-label=${`${words}: ${list.title}`}
    @click=${() => act(list.act)}>${words}</button></p>`;
}

export function sectionList({ text }: View, section: QueueSection): WholeList {
  return { act: { act: 'showSection', section }, title: sectionTitle(text, section) };
}

/** The Needs You view, for what needs a person. */
export function sectionTitle(text: View['text'], section: QueueSection): string {
  return section === 'needs_you' ? text.of('showNeeds') : text.of('showSection', text.of(`count.${section}`));
}

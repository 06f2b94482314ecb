import { html, nothing, type TemplateResult } from 'lit';
import type icons from '../icons.json';
import type { View } from './view.js';

/** Pictures that are shipped with the page. */
export type IconName = keyof typeof icons;

/** A picture that says nothing the words beside it do not say. */
export function icon(name: IconName): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** `W-12` as a button that opens the item's details. */
export function itemLink(view: View, ref: string): TemplateResult {
  return html`<button type="button" class="link ref" data-focus="open ${ref}" title=${view.text.of('open', ref)}
    @click=${() => view.act({ act: 'open', ref })}>${ref}</button>`;
}

/** A small button that shows the item in the Queue view. */
export function revealButton(view: View, ref: string): TemplateResult {
  const label = view.text.of('reveal', ref);
  return html`<button type="button" class="icon" data-focus="reveal ${ref}" title=${label} aria-label=${label}
    @click=${() => view.act({ act: 'reveal', ref })}>${icon('list-tree')}</button>`;
}

/** A time as people say it, the exact one in its tooltip. */
export function timeAgo(view: View, iso: string): TemplateResult {
  return html`<time datetime=${iso} title=${view.text.exact(iso)}>${view.text.relative(iso, view.now)}</time>`;
}

export function priorityMark(view: View, priority: number): TemplateResult {
  return html`<span class="mark priority-${priority}">${view.text.of('priority', priority)}</span>`;
}

/** A part of the page with its heading; `icon` and count stand in the heading. Busy is one whose content is still to come. */
export function section(
  name: string,
  heading: { text: string; icon: IconName; count?: string },
  content: unknown,
  isBusy = false,
): TemplateResult {
  return html`<section class="part ${name}" aria-labelledby="heading-${name}" aria-busy=${isBusy ? 'true' : 'false'}>
    <h2 id="heading-${name}" tabindex="-1">
      ${icon(heading.icon)} ${heading.text}
      ${heading.count === undefined ? nothing : html`<span class="count">${heading.count}</span>`}
    </h2>
    ${content}
  </section>`;
}

/** `… and 12 more`, when a list was cut. */
export function more(view: View, list: { total: number; rows: readonly unknown[] }): TemplateResult | typeof nothing {
  const rest = list.total - list.rows.length;
  return rest > 0 ? html`<p class="quiet">${view.text.of('more', view.text.number(rest))}</p>` : nothing;
}

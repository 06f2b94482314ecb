import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { icon, itemLink, more, priorityMark, revealButton, section, timeAgo } from './parts.js';
import type { View } from './view.js';

/** What a person has to decide, the most held up first. */
export function needsYou(view: View, { needsYou: list, stuck }: DashboardState): TemplateResult {
  const { text } = view;
  const content =
    list.total === 0 && stuck.total === 0
      ? html`<p class="quiet">${text.of('needsYou.none')}</p>`
      : html`<ol class="rows">
            ${repeat(
              list.rows,
              row => row.ref,
              row => question(view, row),
            )}
          </ol>
          ${more(view, list)} ${stuckItems(view, stuck)}`;
  return section(
    'needs-you',
    { text: text.of('needsYou'), icon: list.total === 0 ? 'bell' : 'bell-dot', count: text.number(list.total) },
    content,
  );
}

function question(view: View, row: DashboardState['needsYou']['rows'][number]): TemplateResult {
  const { text } = view;
  const since = timeAgo(view, row.since);
  const asked =
    row.owner === null
      ? text.parts('needsYou.asksUnnamed', since)
      : text.parts('needsYou.asks', html`<strong>${row.owner}</strong>`, since);
  return html`<li class="row asks">
    <div class="line">${itemLink(view, row.ref)} <span class="title">${row.title}</span>${revealButton(view, row.ref)}</div>
    <blockquote class="question">${row.question ?? text.of('needsYou.noQuestion')}</blockquote>
    <div class="line meta">
      <span>${asked}</span> ${priorityMark(view, row.priority)} ${blocks(view, row.blocks)}
      <vscode-button class="answer" data-focus="answer ${row.ref}" aria-label=${`${text.of('answer')} ${row.ref}`}
        @click=${() => view.act({ act: 'answer', ref: row.ref })}>${text.of('answer')}</vscode-button>
    </div>
  </li>`;
}

function blocks(view: View, count: number): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const words = count === 1 ? view.text.of('needsYou.blocksOne') : view.text.of('needsYou.blocksMany', count);
  return html`<span class="mark blocks">${icon('circle-slash')} ${words}</span>`;
}

/** Items that wait for one that ended without being done: nobody frees them but a person. */
function stuckItems(view: View, stuck: DashboardState['stuck']): TemplateResult | typeof nothing {
  if (stuck.total === 0) return nothing;
  return html`<h3 id="heading-stuck">${view.text.of('stuck')}</h3>
    <ul class="rows" aria-labelledby="heading-stuck">
      ${repeat(
        stuck.rows,
        row => row.ref,
        row => html`<li class="row">
          <div class="line">
            ${itemLink(view, row.ref)} <span class="title">${row.title}</span>${revealButton(view, row.ref)}
          </div>
          <div class="line meta">
            ${row.blockedBy.map(
              blocker => html`<span>
                ${view.text.parts<unknown>(`stuck.${blocker.status}`, itemLink(view, blocker.ref))}
              </span>`,
            )}
          </div>
        </li>`,
      )}
    </ul>
    ${more(view, stuck)}`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import type { DashboardTextKey } from '../../../src/protocol/dashboardText.js';
import { listPart, more } from './list.js';
import { type IconName, icon, pageLink, priorityMark, rowTitle, sectionList, timeAgo } from './parts.js';
import type { View } from './view.js';

/** What a person has to decide, the most held up first. */
export function needsYou(view: View, { needsYou: list, stuck }: DashboardState): TemplateResult {
  const { text } = view;
  const isEmpty = list.total === 0 && stuck.total === 0;
  return listPart(view, {
    name: 'needs-you',
    title: text.of('needsYou'),
    icon: list.total === 0 ? 'bell' : 'bell-dot',
    list,
    all: sectionList(view, 'needs_you'),
    none: isEmpty ? html`<p class="quiet">${text.of('needsYou.none')}</p>` : nothing,
    isOrdered: true,
    row: row => (row.kind === 'workItem' ? question(view, row) : laneNeed(view, row)),
    below: stuckItems(view, stuck),
  });
}

type Row = DashboardState['needsYou']['rows'][number];
type LaneKind = Exclude<Row['kind'], 'workItem'>;

function facts(view: View, { owner, since }: Row): readonly unknown[] {
  const { text } = view;
  const when = timeAgo(view, since);
  return owner === null
    ? text.parts('needsYou.asksUnnamed', when)
    : text.parts<unknown>('needsYou.asks', html`<strong>${owner}</strong>`, when);
}

const pictures = {
  question: 'question',
  approval: 'git-pull-request',
  merge: 'git-merge',
  conflict: 'request-changes',
  dead: 'stop-circle',
  failure: 'error',
  blocked: 'circle-slash',
  report: 'note',
  unstarted: 'watch',
  changes: 'request-changes',
} as const satisfies Record<LaneKind, IconName>;

/** What the button of each begins; the host knows the command. */
const nextWords = {
  question: 'answer',
  approval: 'need.showChanges',
  merge: 'need.mergeNow',
  conflict: 'need.showLane',
  dead: 'need.showLane',
  failure: 'need.showLane',
  blocked: 'need.showLane',
  report: 'need.read',
  unstarted: 'need.showLane',
  changes: 'need.showLane',
} as const satisfies Record<LaneKind, DashboardTextKey>;

/** What waits for a person in a lane: a question, an approval, a conflict, a worker that is dead. */
function laneNeed(view: View, row: Row): TemplateResult | typeof nothing {
  const { kind, ref, lane, title, question: more } = row;
  if (kind === 'workItem') return nothing;
  const { text } = view;
  const words = text.of(nextWords[kind]);
  return html`<li class="row asks need-${kind}">
    <div class="line">${pageLink(view, ref)} <span class="title">${title}</span></div>
    ${more === null ? nothing : html`<blockquote class="question">${more}</blockquote>`}
    <div class="line meta">
      <span class="mark kind">${icon(pictures[kind])} ${text.of(`need.${kind}`)}</span>
      ${lane === null ? nothing : html`<span>${text.of('needsYou.ofLane', lane)}</span>`}
      <span>${kind === 'question' ? facts(view, row) : timeAgo(view, row.since)}</span> ${blocks(view, row.blocks)}
      <vscode-button class="answer" data-focus="need ${ref}" aria-label=${`${words} ${ref}`}
        @click=${() => view.act({ act: 'need', need: { kind, ref, lane } })}>${words}</vscode-button>
    </div>
  </li>`;
}

function question(view: View, row: Row): TemplateResult {
  const { text } = view;
  return html`<li class="row asks">
    ${rowTitle(view, row.ref, row.title)}
    <blockquote class="question">${row.question ?? text.of('needsYou.noQuestion')}</blockquote>
    <div class="line meta">
      <span>${facts(view, row)}</span> ${row.priority === null ? nothing : priorityMark(view, row.priority)} ${blocks(view, row.blocks)}
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

/** Items that wait for one that ended without being done: no one frees them but a person. */
function stuckItems(view: View, stuck: DashboardState['stuck']): TemplateResult | typeof nothing {
  if (stuck.total === 0) return nothing;
  return html`<h3 id="heading-stuck">${view.text.of('stuck')}</h3>
    <ul class="rows" aria-labelledby="heading-stuck">
      ${repeat(
        stuck.rows,
        row => row.ref,
        row => html`<li class="row">
          ${rowTitle(view, row.ref, row.title)}
          <div class="line meta">
            ${row.blockedBy.map(
              blocker => html`<span>
                ${view.text.parts<unknown>(`stuck.${blocker.status}`, pageLink(view, blocker.ref))}
              </span>`,
            )}
          </div>
        </li>`,
      )}
    </ul>
    ${more(view, stuck, 'stuck', sectionList(view, 'blocked'))}`;
}

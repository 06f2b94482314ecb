import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardState, DashboardWorkRow, WorkGroup } from '../../../src/protocol/dashboardState.js';
import { life } from './life.js';
import { group, more } from './list.js';
import { type IconName, icon, pageLink, priorityMark, rowTitle, section, sectionList, timeAgo } from './parts.js';
import type { View } from './view.js';

type Need = DashboardWorkRow['needs'][number];
type Act = Need['acts'][number];

/** Each piece of work once: needs, most blocking first; stuck items; other work, waiting for agent or review last. */
export function work(view: View, { work: { rows, hidden }, stuck, counts }: DashboardState): TemplateResult {
  const { text } = view;
  const of = (name: WorkGroup) => rows.filter(row => row.group === name);
  const [asking, working] = [of('needsYou'), [...of('working'), ...of('waiting')]];
  // Work in progress with a need is listed above.
  const above = counts.in_flight - hidden - working.length;
  const shown = asking.reduce((sum, { needs }) => sum + needs.length, 0);
  const row = (one: DashboardWorkRow): TemplateResult => workRow(view, one);
  return section(
    view,
    'work',
    { text: text.of('work'), icon: 'tasklist' },
    html`${group(view, {
      name: 'needs-you',
      title: text.of('needsYou'),
      icon: counts.needs_you === 0 ? 'bell' : 'bell-dot',
      // One piece of work may have two needs: the rest is counted in needs.
      list: { total: asking.length + Math.max(0, counts.needs_you - shown), rows: asking },
      count: counts.needs_you,
      all: sectionList(view, 'needs_you'),
      none: html`<p class="quiet">${text.of('needsYou.none')}</p>`,
      isOrdered: true,
      row,
    })}
    ${stuckItems(view, stuck)}
    ${group(view, {
      name: 'working',
      title: text.of('working'),
      icon: 'sync',
      list: { total: working.length, rows: working },
      count: counts.in_flight,
      none: counts.in_flight === 0 ? html`<p class="quiet">${text.of('working.none')}</p>` : nothing,
      row,
    })}
    ${above > 0 ? html`<p class="quiet">${text.of('working.above', text.number(above))}</p>` : nothing}
    ${more(view, { total: hidden, rows: [] }, 'work', sectionList(view, 'in_flight'))}`,
  );
}

const pictures = {
  findings: 'warning',
  blocker: 'stop-circle',
  workItem: 'question',
  question: 'question',
  approval: 'git-pull-request',
  merge: 'git-merge',
  conflict: 'request-changes',
  dead: 'stop-circle',
  alert: 'warning',
  failure: 'error',
  blocked: 'circle-slash',
  report: 'note',
  unready: 'git-merge',
  unstarted: 'watch',
  changes: 'request-changes',
} as const satisfies Record<Need['kind'], IconName>;

function workRow(view: View, row: DashboardWorkRow): TemplateResult {
  return html`<li class="row ${row.needs.length === 0 ? '' : 'asks'}">
    ${rowTitle(view, row.ref, row.title)}
    <div class="line meta">${state(view, row)} ${row.acts.length === 0 ? nothing : acts(view, row.acts, row.ref)}</div>
    ${row.needs.map((need, index) => oneNeed(view, need, index === 0 ? row.priority : null))}
  </li>`;
}

/** State of a piece of work: who holds it, its word, lane, life and since when. */
export function state(
  view: View,
  { ref, needs, owner, ownerRole, word, lane, life: signs, since, leaseUntil }: DashboardWorkRow,
) {
  const { text } = view;
  const isSaid = needs.some(need => need.owner === owner && asks(need));
  const isClaim = needs.length === 0 && word === null;
  return html`${
    owner === null
      ? needs.length > 0
        ? nothing
        : html`<span>${text.of('working.nobody')}</span>`
      : isSaid
        ? nothing
        : holder(view, owner, ownerRole ?? 'agent')
  }
    ${word === null ? nothing : html`<span>${word}</span>`}
    ${lane === null ? nothing : html`<span>${text.parts<unknown>('needsYou.ofLane', lane.ref === ref ? lane.name : pageLink(view, lane.ref, lane.name))}</span>`}
    ${signs === null ? nothing : life(view, signs)}
    ${isClaim ? lease(view, leaseUntil) : nothing}
    ${since === null || needs.length > 0 ? nothing : html`<span>${text.parts(isClaim ? 'working.claimed' : 'working.since', timeAgo(view, since))}</span>`}`;
}

const rolePictures = { human: 'person', agent: 'robot', system: 'gear' } as const;
const roleTexts = { human: 'working.person', agent: 'working.agent', system: 'working.system' } as const;

export function holder(
  { text }: View,
  owner: string,
  role: NonNullable<DashboardWorkRow['ownerRole']>,
): TemplateResult {
  return html`<span class="owner" title=${text.of(roleTexts[role])}>
    ${icon(rolePictures[role])} <strong>${owner}</strong><span class="unseen"> (${text.of(roleTexts[role])})</span>
  </span>`;
}

function lease(view: View, until: string | null): TemplateResult {
  const { text, now } = view;
  if (until === null) return html`<span>${text.of('working.noLease')}</span>`;
  if (Date.parse(until) <= now) return html`<span class="over">${text.of('working.leaseOver')}</span>`;
  return html`<span>${text.parts('working.lease', timeAgo(view, until))}</span>`;
}

/** True for a need that someone awaits an answer to. */
function asks({ kind }: Need): boolean {
  return kind === 'question' || kind === 'workItem';
}

export function oneNeed(view: View, need: Need, priority: number | null): TemplateResult {
  const { text } = view;
  const question = need.question ?? (need.kind === 'workItem' ? text.of('needsYou.noQuestion') : null);
  return html`${need.title === null ? nothing : html`<p class="about">${need.title}</p>`}
    ${question === null ? nothing : html`<blockquote class="question">${question}</blockquote>`}
    <div class="line meta need-${need.kind}">
      <span class="mark kind">${icon(pictures[need.kind])} ${text.of(`need.${need.kind}`)}</span>
      <span>${asks(need) ? asked(view, need) : timeAgo(view, need.since)}</span>
      ${priority === null ? nothing : priorityMark(view, priority)} ${blocks(view, need.blocks)}
      ${need.acts.length === 0 ? nothing : acts(view, need.acts, need.ref, true)}
    </div>`;
}

function asked(view: View, { owner, since }: Need): readonly unknown[] {
  const { text } = view;
  const when = timeAgo(view, since);
  return owner === null
    ? text.parts('needsYou.asksUnnamed', when)
    : text.parts<unknown>('needsYou.asks', html`<strong>${owner}</strong>`, when);
}

export function acts({ act }: View, all: readonly Act[], ref: string, isAsking = false): TemplateResult {
  return html`<span class="acts">${all.map(({ id, label }, index) =>
    isAsking && index === 0
      ? html`<vscode-button data-focus="act ${id}" aria-label=${`${label} ${ref}`} @click=${() => act({ act: 'row', id })}>${label}</vscode-button>`
      : html`<button type="button" class="link" data-focus="act ${id}" aria-label=${`${label} ${ref}`} @click=${() => act({ act: 'row', id })}>${label}</button>`,
  )}</span>`;
}

function blocks(view: View, count: number): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const words = count === 1 ? view.text.of('needsYou.blocksOne') : view.text.of('needsYou.blocksMany', count);
  return html`<span class="mark blocks">${icon('circle-slash')} ${words}</span>`;
}

/** Items that depend on one that ended without being done: only a person can free them. */
function stuckItems(view: View, stuck: DashboardState['stuck']): TemplateResult | typeof nothing {
  if (stuck.total === 0) return nothing;
  return group(view, {
    name: 'stuck',
    title: view.text.of('stuck'),
    icon: 'circle-slash',
    list: stuck,
    all: sectionList(view, 'blocked'),
    row: row => html`<li class="row">
      ${rowTitle(view, row.ref, row.title)}
      <div class="line meta">
        ${row.blockedBy.map(
          blocker => html`<span>
            ${view.text.parts<unknown>(`stuck.${blocker.status}`, pageLink(view, blocker.ref))}
          </span>`,
        )}
      </div>
    </li>`,
  });
}

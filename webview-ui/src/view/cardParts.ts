import { html, nothing, type TemplateResult } from 'lit';
import type { Card } from '../../../src/protocol/dashboardState.js';
import { life } from './life.js';
import { type IconName, icon, pageLink, timeAgo } from './parts.js';
import type { View } from './view.js';

type Need = Card['needs'][number];
type Act = Need['acts'][number];

const pictures = {
  findings: 'warning',
  blocker: 'stop-circle',
  workItem: 'question',
  question: 'question',
  permission: 'shield',
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

/** State of a piece of work: who holds it, its word, lane, life and since when. */
export function state(view: View, { ref, needs, owner, ownerRole, word, lane, life: signs, since, leaseUntil }: Card) {
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

export function holder({ text }: View, owner: string, role: NonNullable<Card['ownerRole']>): TemplateResult {
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

export function oneNeed(view: View, need: Need): TemplateResult {
  const { text } = view;
  const question = need.question ?? (need.kind === 'workItem' ? text.of('needsYou.noQuestion') : null);
  return html`${need.title === null ? nothing : html`<p class="about">${need.title}</p>`}
    ${question === null ? nothing : html`<blockquote class="question">${question}</blockquote>`}
    <div class="line meta need-${need.kind}">
      <span class="mark kind">${icon(pictures[need.kind])} ${text.of(`need.${need.kind}`)}</span>
      <span>${asks(need) ? asked(view, need) : timeAgo(view, need.since)}</span>
      ${blocks(view, need.blocks)}
      ${need.choices.map(({ id, label }) => html`<vscode-button secondary data-focus="choice ${id}" aria-label=${`${label}, ${need.ref}`} @click=${() => view.act({ act: 'row', id })}>${label}</vscode-button>`)}
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

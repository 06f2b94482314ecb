import { html, nothing, type TemplateResult } from 'lit';
import type { Card } from '../../../src/protocol/dashboardState.js';
import { life } from './life.js';
import { type IconName, icon, timeAgo } from './parts.js';
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

/** State of a piece of work: who holds it, whether it waits for the person, its word and reason, life and since when. */
export function state(view: View, card: Card) {
  const { ref, needs, owner, ownerRole, word, why, lane, life: signs, since, leaseUntil } = card;
  const { text } = view;
  const asking = needs.find(asks);
  const isClaim = needs.length === 0 && word === null;
  const who = asking?.owner ?? owner;
  return html`${
    who !== null
      ? holder(view, who, ownerRole ?? 'agent')
      : needs.length > 0
        ? nothing
        : html`<span>${text.of('working.nobody')}</span>`
  }
    ${asking === undefined ? nothing : html`<span class="waiting">${text.parts<unknown>('card.waiting', timeAgo(view, asking.since, text.span(asking.since, view.now)))}</span>`}
    ${word === null || asking !== undefined ? nothing : html`<span>${word}</span>`}
    ${why === null ? nothing : html`<span class="why">${why}</span>`}
    ${lane === null || lane.ref !== ref ? nothing : html`<span>${text.of('needsYou.ofLane', lane.name)}</span>`}
    ${signs === null || (asking !== undefined && signs.level === 'WAITING') ? nothing : life(view, signs)}
    ${asking === undefined ? nothing : blocks(view, asking.blocks)}
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
  if (asks(need)) return oneQuestion(view, need, question ?? need.title);
  return html`${need.title === null ? nothing : html`<p class="about">${need.title}</p>`}
    ${question === null ? nothing : html`<blockquote class="question">${question}</blockquote>`}
    <div class="line meta need-${need.kind}">
      <span class="mark kind">${icon(pictures[need.kind])} ${text.of(`need.${need.kind}`)}</span>
      <span>${timeAgo(view, need.since)}</span>
      ${blocks(view, need.blocks)}
      ${need.acts.length === 0 ? nothing : acts(view, need.acts, need.ref, true)}
    </div>`;
}

/** `? 5 or 10 logins a minute?`, then its choices and *Answer*; what else can be done is on the page. */
function oneQuestion(view: View, need: Need, question: string | null): TemplateResult {
  const kind = view.text.of(`need.${need.kind}`);
  return html`${question === null ? nothing : html`<blockquote class="question">${icon(pictures[need.kind])}<span class="unseen">${kind}: </span> ${question}</blockquote>`}
    <div class="line meta need-${need.kind}">
      ${need.choices.map(({ id, label }) => html`<vscode-button secondary data-focus="choice ${id}" aria-label=${`${label}, ${need.ref}`} @click=${() => view.act({ act: 'row', id })}>${label}</vscode-button>`)}
      ${need.acts.length === 0 ? nothing : acts(view, need.acts.slice(0, 1), need.ref, true)}
    </div>`;
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

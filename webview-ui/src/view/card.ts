import { html, nothing, type TemplateResult } from 'lit';
import type { BoardColumn, Card } from '../../../src/protocol/dashboardState.js';
import { acts, holder, oneNeed, state } from './cardParts.js';
import { icon, pageLink, priorityMark, timeAgo } from './parts.js';
import type { View } from './view.js';

type Gate = NonNullable<Card['task']>['gates'][number];

/** Type of the data of a card that is dragged: its ref. */
export const dragged = 'application/x-stateroom-card';
const usualPriority = 2;

export function cardOf(view: View, card: Card, column: BoardColumn): TemplateResult {
  const { text } = view;
  const { ref, title, needs, priority, labels, assignee, parent, waits, held, last, acts: all, moves } = card;
  return html`<article class="card ${needs.length === 0 ? '' : 'asks'}" data-card=${ref} aria-label=${`${ref} ${title}`}
    draggable=${moves.length === 0 ? 'false' : 'true'}
    @dragstart=${(event: DragEvent) => event.dataTransfer?.setData(dragged, ref)}>
    <div class="line">${pageLink(view, ref, title)} <span class="ref quiet">${ref}</span></div>
    ${needs.map(need => oneNeed(view, need))}
    <div class="line meta state">
      ${stateIn(view, card, column)} ${priority === null || priority === usualPriority ? nothing : priorityMark(view, priority)}
      ${labels.map(label => html`<span class="mark">${label}</span>`)}
      ${assignee === null ? nothing : html`<span>${text.of('card.assigned', assignee)}</span>`}
      ${parent === null ? nothing : html`<span>${text.parts<unknown>('card.partOf', pageLink(view, parent))}</span>`}
      ${waits?.words == null ? nothing : html`<span>${text.of('card.waitsFor', waits.words)}</span>`}
      ${waits?.until == null ? nothing : html`<span>${text.parts('card.until', timeAgo(view, waits.until))}</span>`}
      ${held === null || needs.length > 0 ? nothing : html`<span class="not-started">${icon('rocket')} ${held}</span>`}
      ${last === null ? nothing : html`<span class="last">${text.of('card.last', withoutActor(last.words, card.owner))} ${timeAgo(view, last.at)}</span>`}
    </div>
    ${facts(view, card)} ${needs.length > 0 || all.length === 0 ? nothing : html`<div class="line">${acts(view, all, ref)}</div>`}
  </article>`;
}

/** `edited src/limit.ts` of the agent that the card names already. */
function withoutActor(words: string, owner: string | null): string {
  return owner !== null && words.startsWith(`${owner} `) ? words.slice(owner.length + 1) : words;
}

/** A ready item has no state, and one that ended has its end. */
function stateIn(view: View, card: Card, column: BoardColumn): unknown {
  if (column === 'ready') return nothing;
  if (column !== 'done') return state(view, card);
  const { owner, ownerRole, word, since } = card;
  return html`${owner === null ? nothing : holder(view, owner, ownerRole ?? 'agent')}
    ${word === null ? nothing : html`<span>${word}</span>`} ${since === null ? nothing : timeAgo(view, since)}`;
}

/** `+52 −7 · npm test ✓ · conflicts with cart` */
function facts(view: View, { size, checks, conflicts, task }: Card): TemplateResult | typeof nothing {
  const { text } = view;
  const gates = task?.gates ?? [];
  if (size === null && checks.length + conflicts.length + gates.length === 0) return nothing;
  return html`<div class="line meta facts">
    ${size === null ? nothing : html`<span><span class="added">+${text.number(size.added)}</span> <span class="removed">−${text.number(size.removed)}</span></span>`}
    ${checks.map(check => checked(view, check))}
    ${gates.map(one => gate(view, task?.ref ?? '', one))}
    ${conflicts.length === 0 ? nothing : html`<span class="over">${icon('warning')} ${text.of('card.conflicts', conflicts.join(', '))}</span>`}
  </div>`;
}

/** A mark only for a run of the content that the card is about. */
function checked({ text }: View, { command, passed, basis }: Card['checks'][number]): TemplateResult {
  const outcome = passed ? 'passed' : 'failed';
  if (basis !== 'current')
    return html`<span class="check">${text.parts<unknown>(`card.${outcome}.${basis}`, html`<code>${command}</code>`)}</span>`;
  return html`<span class="check ${outcome}" title=${text.of(`card.${outcome}`, command)}>
    <code>${command}</code> ${icon(passed ? 'pass' : 'error')}<span class="unseen">${text.of(`card.${outcome}`, '')}</span></span>`;
}

function gate({ text, act }: View, task: string, { gate: name, ready, reasons }: Gate): TemplateResult {
  const verdict = ready
    ? text.of('gate.ready')
    : reasons === 1
      ? text.of('gate.oneReason')
      : text.of('gate.reasons', text.number(reasons));
  return html`<button type="button" class="link mark gate ${ready ? 'ready' : 'not-ready'}" data-focus="gate ${task} ${name}"
    title=${text.of('gate.show', name, task)} aria-label=${`${name}: ${verdict}, ${task}`}
    @click=${() => act({ act: 'showGate', ref: task, gate: name })}>${icon(ready ? 'pass' : 'error')} ${name}: ${verdict}</button>`;
}

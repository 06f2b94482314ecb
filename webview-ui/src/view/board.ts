import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import {
  type Board,
  type BoardColumn,
  boardColumns,
  type Card,
  type DashboardState,
} from '../../../src/protocol/dashboardState.js';
import { acts, holder, oneNeed, state } from './cardParts.js';
import { icon, more, pageLink, priorityMark, sectionList, timeAgo } from './parts.js';
import type { View } from './view.js';

const pictures = { ready: 'circle-large-outline', working: 'sync', review: 'git-pull-request', done: 'pass' } as const;
const sections = { ready: 'ready', working: 'in_flight', review: 'in_flight', done: 'done' } as const;
type Gate = NonNullable<Card['task']>['gates'][number];

const usualPriority = 2;
const dragged = 'application/x-stateroom-card';

/** Columns of cards, cards that need the person first, and above them all that needs the person, by kind. */
export function board(view: View, { board: columns }: DashboardState): TemplateResult {
  const { text, page, change } = view;
  const { total } = columns.waiting;
  return html`<div class="strip">
      ${strip(view, columns)}
      <label class="find"><span class="unseen">${text.of('board.find')}</span>
        <input type="search" data-focus="find" .value=${page.find} placeholder=${text.of('board.find')}
          @input=${(event: Event) => change({ find: (event.target as HTMLInputElement).value })} />
      </label>
    </div>
    <p class="unseen" id="board-keys">${text.of('board.keys')}</p>
    <div class="board" role="group" aria-label=${text.of('board')} aria-describedby="board-keys"
      @keydown=${(event: KeyboardEvent) => onKey(view, columns, event)}>
      ${boardColumns.map(
        name => html`<section class="part board-column ${name}" aria-labelledby="heading-${name}"
          @dragover=${(event: DragEvent) => {
            if (event.dataTransfer?.types.includes(dragged)) event.preventDefault();
          }}
          @drop=${(event: DragEvent) => {
            event.preventDefault();
            move(view, columns, event.dataTransfer?.getData(dragged) ?? '', name);
          }}>
          <h2 id="heading-${name}" tabindex="-1">${icon(pictures[name])} ${text.of(`board.${name}`)}
            <span class="count">${text.number(columns[name].total)}</span></h2>
          ${cards(view, name, columns[name])}
          ${name === 'ready' && total > 0 ? waiting(view, columns.waiting) : nothing}
          ${name === 'working' && columns.elsewhere.length > 0 ? elsewhere(view, columns.elsewhere) : nothing}
        </section>`,
      )}
    </div>`;
}

/** `3 need you: question · 2 × ready for review`; each kind leads to its first card. */
function strip({ text }: View, columns: Board): TemplateResult {
  const asking = boardColumns.flatMap(name => columns[name].cards).filter(({ needs }) => needs.length > 0);
  const kinds = new Map<string, { count: number; ref: string; word: string }>();
  for (const { ref, needs } of asking) {
    for (const { kind } of needs) {
      const known = kinds.get(kind) ?? { count: 0, ref, word: text.of(`need.${kind}`) };
      kinds.set(kind, { ...known, count: known.count + 1 });
    }
  }
  const count = [...kinds.values()].reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return html`<p class="needs quiet">${icon('pass')} ${text.of('board.nothing')}</p>`;
  const words = count === 1 ? text.of('board.needsOne') : text.of('board.needs', text.number(count));
  return html`<p class="needs asks">${icon('bell-dot')} <strong>${words}</strong>
    ${[...kinds].map(
      ([kind, { count: many, ref, word }]) => html`<button type="button" class="link" data-focus="first ${kind}"
        @click=${() => focusCard(ref)}>${many === 1 ? word : text.of('board.several', text.number(many), word)}</button>`,
    )}
  </p>`;
}

function cards(view: View, name: BoardColumn, { total, cards: all }: Board['ready']): TemplateResult {
  const { text, page } = view;
  const shown = matching(all, page.find);
  if (total === 0) return html`<p class="quiet none">${text.of(`board.${name}.none`)}</p>`;
  if (shown.length === 0) return html`<p class="quiet none">${text.of('board.noMatch')}</p>`;
  return html`<ol class="cards">${repeat(
    shown,
    ({ ref }) => ref,
    card => html`<li>${cardOf(view, card, name)}</li>`,
  )}</ol>
    ${page.find === '' ? more(view, { total, cards: all }, name, sectionList(view, sections[name])) : nothing}`;
}

function waiting(view: View, { total, cards: all }: Board['waiting']): TemplateResult {
  const { text, page, change } = view;
  const isOpen = page.unfolded.includes('waiting');
  const unfolded = isOpen ? page.unfolded.filter(name => name !== 'waiting') : [...page.unfolded, 'waiting'];
  return html`<h3 class="fold"><button type="button" class="link" data-focus="fold waiting" aria-expanded=${isOpen ? 'true' : 'false'}
      @click=${() => change({ unfolded })}>${icon(isOpen ? 'chevron-down' : 'chevron-right')} ${text.of('board.waiting')}
      <span class="count">${text.number(total)}</span></button></h3>
    ${
      isOpen
        ? html`<ol class="cards">${repeat(
            matching(all, page.find),
            ({ ref }) => ref,
            card => html`<li>${cardOf(view, card, 'ready')}</li>`,
          )}</ol> ${more(view, { total, cards: all }, 'waiting', sectionList(view, 'blocked'))}`
        : nothing
    }`;
}

/** Branches of agents that Stateroom did not start, and of people, each with a button that makes it a lane. */
function elsewhere({ text, act }: View, all: Board['elsewhere']): TemplateResult {
  return html`<h3>${icon('git-branch')} ${text.of('board.elsewhere')} <span class="count">${text.number(all.length)}</span></h3>
    <ul class="cards">${repeat(
      all,
      ({ branch }) => branch,
      ({ branch, path, maker, adopt }) => html`<li class="card elsewhere">
        <div class="line"><strong class="title" title=${path}>${branch}</strong></div>
        <div class="line meta">${maker === null ? nothing : html`<span>${maker}</span>`}
          <button type="button" class="link" data-focus="adopt ${branch}" aria-label=${`${text.of('board.adopt')} ${branch}`}
            @click=${() => act({ act: 'row', id: adopt })}>${text.of('board.adopt')}</button></div>
      </li>`,
    )}</ul>`;
}

/** Title, reference, lane, agent, labels: what a person would type to find a card. */
function matching(all: readonly Card[], find: string): readonly Card[] {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  return all.filter(({ ref, title, owner, assignee, parent, lane, labels }) => {
    const text = [ref, title, owner, assignee, parent, lane?.ref, lane?.name, ...labels].join('\n').toLowerCase();
    return words.every(word => text.includes(word));
  });
}

function cardOf(view: View, card: Card, column: BoardColumn): TemplateResult {
  const { text } = view;
  const { ref, title, needs, priority, labels, assignee, parent, waits, last, acts: all, moves } = card;
  return html`<article class="card ${needs.length === 0 ? '' : 'asks'}" data-card=${ref} aria-label=${`${ref} ${title}`}
    draggable=${moves.length === 0 ? 'false' : 'true'}
    @dragstart=${(event: DragEvent) => event.dataTransfer?.setData(dragged, ref)}>
    <div class="line">${pageLink(view, ref, title)} <span class="ref quiet">${ref}</span></div>
    ${needs.map(need => oneNeed(view, need))}
    <div class="line meta">
      ${stateIn(view, card, column)} ${priority === null || priority === usualPriority ? nothing : priorityMark(view, priority)}
      ${labels.map(label => html`<span class="mark">${label}</span>`)}
      ${assignee === null ? nothing : html`<span>${text.of('card.assigned', assignee)}</span>`}
      ${parent === null ? nothing : html`<span>${text.parts<unknown>('card.partOf', pageLink(view, parent))}</span>`}
      ${waits?.words == null ? nothing : html`<span>${text.of('card.waitsFor', waits.words)}</span>`}
      ${waits?.until == null ? nothing : html`<span>${text.parts('card.until', timeAgo(view, waits.until))}</span>`}
    </div>
    ${last === null ? nothing : html`<p class="quiet last">${last.words} ${timeAgo(view, last.at)}</p>`}
    ${facts(view, card)} ${needs.length > 0 || all.length === 0 ? nothing : html`<div class="line">${acts(view, all, ref)}</div>`}
  </article>`;
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

/** Moves a card to a column by the act that belongs to it; a sentence above the page if there is none. */
function move(view: View, columns: Board, ref: string, to: BoardColumn): void {
  const from = boardColumns.find(name => columns[name].cards.some(card => card.ref === ref));
  const card = [...boardColumns.map(name => columns[name]), columns.waiting]
    .flatMap(({ cards: all }) => all)
    .find(one => one.ref === ref);
  if (card === undefined || from === to) return;
  const found = card.moves.find(one => one.to === to);
  if (found !== undefined) view.act({ act: 'row', id: found.id });
  else view.say(view.text.of('board.cannotMove', ref, view.text.of(`board.${to}`)));
}

/** Arrow keys go from card to card; with Alt they move the card. */
function onKey(view: View, columns: Board, event: KeyboardEvent): void {
  const step = steps[event.key];
  const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
  if (step === undefined || card === null) return;
  event.preventDefault();
  const ref = card.dataset.card ?? '';
  const lists = [...document.querySelectorAll<HTMLElement>('section.board-column')];
  const at = lists.findIndex(list => list.contains(card));
  if (event.altKey) {
    const to = boardColumns[at + step.across];
    if (to !== undefined && step.across !== 0) move(view, columns, ref, to);
    return;
  }
  const all = (list: HTMLElement | undefined): HTMLElement[] => [
    ...(list?.querySelectorAll<HTMLElement>('[data-card]') ?? []),
  ];
  const place = all(lists[at]).indexOf(card);
  if (step.across === 0) {
    focusIn(all(lists[at])[place + step.down]);
    return;
  }
  for (let next = at + step.across; lists[next] !== undefined; next += step.across) {
    const beside = all(lists[next]);
    if (beside.length === 0) continue;
    focusIn(beside[Math.min(place, beside.length - 1)]);
    return;
  }
}

const steps: Readonly<Record<string, { readonly across: number; readonly down: number }>> = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
};

function focusCard(ref: string): void {
  focusIn(document.querySelector<HTMLElement>(`[data-card="${CSS.escape(ref)}"]`) ?? undefined);
}

function focusIn(card: HTMLElement | undefined): void {
  card?.querySelector<HTMLElement>('button')?.focus();
  card?.scrollIntoView({ block: 'nearest' });
}

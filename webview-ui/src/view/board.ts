import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import {
  type Board,
  type BoardColumn,
  boardColumns,
  type Card,
  type DashboardState,
} from '../../../src/protocol/dashboardState.js';
import { cardOf, dragged } from './card.js';
import { icon, more, pageLink, sectionList } from './parts.js';
import { type Grouping, groupings, type View } from './view.js';

const pictures = { ready: 'circle-large-outline', working: 'sync', review: 'git-pull-request', done: 'pass' } as const;
const sections = { ready: 'ready', working: 'in_flight', review: 'in_flight', done: 'done' } as const;

/** Columns of cards, cards that need the person first, and above them all that needs the person, by kind. */
export function board(view: View, { board: columns }: DashboardState): TemplateResult {
  const { text, page, change } = view;
  const { total } = columns.waiting;
  return html`<div class="strip">
      ${strip(view, columns)}
      <label class="by">${text.of('board.by')}
        <select data-focus="by" @change=${(event: Event) => {
          const chosen = (event.target as HTMLSelectElement).value;
          change({ by: groupings.find(one => one === chosen) ?? null });
        }}>
          ${[null, ...groupings].map(one => html`<option value=${one ?? ''} .selected=${live(one === page.by)}>${text.of(`board.by.${one ?? 'none'}`)}</option>`)}
        </select>
      </label>
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
          ${cards(view, name, columns)}
          ${name === 'ready' && total > 0 ? waiting(view, columns.waiting) : nothing}
          ${name === 'working' && columns.elsewhere.length > 0 ? elsewhere(view, columns.elsewhere) : nothing}
        </section>`,
      )}
    </div>`;
}

/** `3 need you: question · 2 × ready for review`; each kind leads to its first card. */
function strip({ text, act }: View, columns: Board): TemplateResult {
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
    <vscode-button data-focus="next-need" icon="arrow-circle-right" title=${text.of('board.nextHint')} @click=${() => act({ act: 'nextNeed' })}>${text.of('board.next')}</vscode-button>
  </p>`;
}

function cards(view: View, name: BoardColumn, columns: Board): TemplateResult {
  const { text, page } = view;
  const { total, cards: all } = columns[name];
  const shown = matching(all, page.find);
  if (total === 0) return html`<p class="quiet none">${text.of(`board.${name}.none`)}</p>`;
  if (shown.length === 0) return html`<p class="quiet none">${text.of('board.noMatch')}</p>`;
  return html`${page.by === null ? cardList(view, shown, name) : groups(view, shown, name, page.by, columns.parents)}
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
        ? html`${cardList(view, matching(all, page.find), 'ready')} ${more(view, { total, cards: all }, 'waiting', sectionList(view, 'blocked'))}`
        : nothing
    }`;
}

function cardList(view: View, shown: readonly Card[], column: BoardColumn): TemplateResult {
  return html`<ol class="cards">${repeat(
    shown,
    ({ ref }) => ref,
    card => html`<li>${cardOf(view, card, column)}</li>`,
  )}</ol>`;
}

/** The cards of a column in groups by name, the rest last. */
function groups(view: View, shown: readonly Card[], column: BoardColumn, by: Grouping, parents: Board['parents']) {
  const names = new Set(shown.flatMap(card => groupOf[by](card) ?? []));
  const of = (name: string | null): Card[] => shown.filter(card => (groupOf[by](card) ?? null) === name);
  const group = (heading: unknown, cards: readonly Card[]) =>
    cards.length === 0 ? nothing : html`<h3>${heading}</h3> ${cardList(view, cards, column)}`;
  const heading = (name: string) => (by === 'parent' ? html`${pageLink(view, name)} ${parents[name]}` : name);
  return html`${[...names].sort().map(name => group(heading(name), of(name)))} ${group(view.text.of(`board.rest.${by}`), of(null))}`;
}

const groupOf: Readonly<Record<Grouping, (card: Card) => string | null | undefined>> = {
  label: ({ labels }) => labels[0],
  agent: ({ owner, assignee }) => owner ?? assignee,
  parent: ({ parent }) => parent,
};

/** Branches of agents that Stateroom did not start, and of people, each with a button that makes it a lane. */
function elsewhere({ text, act, page }: View, branches: Board['elsewhere']): TemplateResult {
  const all = branches.filter(({ branch, maker }) => hasWords([branch, maker], page.find));
  return html`<h3>${icon('git-branch')} ${text.of('board.elsewhere')} <span class="count">${text.number(all.length)}</span></h3>
    <ul class="cards">${repeat(
      all,
      ({ branch }) => branch,
      ({ branch, path, maker, adopt }) => html`<li class="card elsewhere">
        <div class="line"><strong class="title" title=${path ?? text.of('board.remote')}>${branch}</strong></div>
        <div class="line meta">${maker === null ? nothing : html`<span>${maker}</span>`}
          <button type="button" class="link" data-focus="adopt ${branch}" aria-label=${`${text.of('board.adopt')} ${branch}`}
            @click=${() => act({ act: 'row', id: adopt })}>${text.of('board.adopt')}</button></div>
      </li>`,
    )}</ul>`;
}

/** Title, reference, lane, agent, labels: what a person would type to find a card. */
function matching(all: readonly Card[], find: string): readonly Card[] {
  return all.filter(({ ref, title, owner, assignee, parent, lane, labels }) =>
    hasWords([ref, title, owner, assignee, parent, lane?.ref, lane?.name, ...labels], find),
  );
}

function hasWords(texts: readonly (string | null | undefined)[], find: string): boolean {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const text = texts.join('\n').toLowerCase();
  return words.every(word => text.includes(word));
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

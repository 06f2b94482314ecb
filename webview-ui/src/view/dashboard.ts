import { html, nothing, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { board } from './board.js';
import { chart, waitingChart } from './chart.js';
import { control } from './control.js';
import { filters } from './filters.js';
import { graph } from './graph.js';
import { overview } from './overview.js';
import { type IconName, icon, section } from './parts.js';
import { charts } from './sheets.js';
import { type Tab, tabs as tabNames, type View } from './view.js';

/** For buttons, which draw them themselves. */
const pictures = { add: 'add', next: 'person-add', control: 'rocket' } as const satisfies Record<string, IconName>;

export function dashboard(view: View, state: DashboardState): TemplateResult {
  if (state.phase === 'no_repository') return noRepository(view);
  if (state.phase === 'failed') return storeFailed(view, state);
  const { text } = view;
  const { counts } = state;
  const empty = Object.values(counts).every(count => count === 0);
  return html`<header>
      <h1 tabindex="-1">${state.repository ?? ''}</h1>
      <div class="toolbar">
        <vscode-button data-focus="add" icon=${pictures.add} @click=${() => view.act({ act: 'add' })}>${text.of('add')}</vscode-button>
        <vscode-button data-focus="next" icon=${pictures.next} secondary ?disabled=${counts.ready === 0}
          @click=${() => view.act({ act: 'claimNext' })}>${text.of('claimNext')}</vscode-button>
        ${
          state.control?.on == null
            ? html`<vscode-button data-focus="start-control" icon=${pictures.control} secondary ?disabled=${counts.ready === 0}
          @click=${() => view.act({ act: 'startControl' })}>${text.of('startControl')}</vscode-button>`
            : nothing
        }
      </div>
    </header>
    ${view.trouble === undefined ? nothing : html`<p class="trouble" role="alert">${icon('error')} ${view.trouble}</p>`}
    ${view.late ? late(view) : nothing}
    ${state.notice === null ? nothing : notice(state.notice, 'warning', text.of('storeLimited'))}
    ${state.control === null ? nothing : control(view, state.control)}
    ${empty ? welcome(view) : nothing} ${tabs(view)}
    <p class="unseen" role="status">${text.of('updated', text.number(counts.needs_you), text.number(counts.ready), text.number(counts.in_flight))}</p>
    <div id="panel" role="tabpanel" aria-labelledby="tab-${view.page.tab}">
      ${view.page.tab === 'board' ? board(view, state) : view.page.tab === 'graph' ? graph(view, view.graph) : numbers(view, state, empty)}
    </div>`;
}

/** The tabs of the page; arrow keys choose. */
function tabs({ text, page, change }: View): TemplateResult {
  const choose = (name: Tab): void => {
    change({ tab: name });
    document.getElementById(`tab-${name}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${text.of('tabs')}
    @keydown=${({ key }: KeyboardEvent) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const next = tabNames.at((tabNames.indexOf(page.tab) + step) % tabNames.length);
      if (step !== 0 && next !== undefined) choose(next);
    }}>
    ${tabNames.map(
      name => html`<button type="button" role="tab" id="tab-${name}" data-focus="tab ${name}" aria-controls="panel"
        aria-selected=${page.tab === name ? 'true' : 'false'} tabindex=${page.tab === name ? '0' : '-1'}
        @click=${() => choose(name)}>${text.of(`tab.${name}`)}</button>`,
    )}
  </div>`;
}

/** Numbers by section, and charts. */
function numbers(view: View, state: DashboardState, empty: boolean): TemplateResult {
  const { text } = view;
  return html`${overview(view, state)}
    ${
      empty
        ? nothing
        : section(
            'trends',
            { text: text.of('charts'), icon: 'graph' },
            html`<p class="quiet" id="charts-scope">${text.of('filter.scope')}</p>
              ${filters(view, state)}
              ${
                view.chartsLost
                  ? chartsLost(view)
                  : html`<div class="charts">
                    ${charts(text, state).map(one => (state.counted ? chart(view, one) : waitingChart(view, one)))}
                  </div>`
              }`,
          )
    }`;
}

/** Notice above outdated rows; visible at every scroll position. */
function late({ text, askAgain }: View): TemplateResult {
  return html`<p class="notice warning late" role="status">${icon('watch')} ${text.of('late')}
    <button type="button" class="link" data-focus="ask-again" @click=${() => askAgain()}>${text.of('late.askAgain')}</button>
  </p>`;
}

function chartsLost({ text, countAgain }: View): TemplateResult {
  return html`<div class="blank charts-lost" role="alert">
    <p>${text.of('chart.lost')}</p>
    <vscode-button data-focus="count-again" @click=${() => countAgain()}>${text.of('chart.countAgain')}</vscode-button>
  </div>`;
}

function welcome(view: View): TemplateResult {
  return html`<section class="blank" aria-labelledby="heading-empty">
    <h2 id="heading-empty" tabindex="-1">${view.text.of('empty')}</h2>
    <p>${view.text.of('emptyHint')}</p>
    <vscode-button data-focus="connect" secondary @click=${() => view.act({ act: 'connectAgent' })}
      >${view.text.of('connectAgent')}</vscode-button
    >
  </section>`;
}

function noRepository(view: View): TemplateResult {
  return html`<section class="blank" aria-labelledby="heading-none">
    <h1 id="heading-none" tabindex="-1">${view.text.of('noRepository')}</h1>
    <p>${view.text.of('noRepositoryHint')}</p>
  </section>`;
}

function storeFailed(view: View, state: DashboardState): TemplateResult {
  const { text } = view;
  return html`<header><h1 tabindex="-1">${state.repository ?? ''}</h1></header>
    ${state.notice === null ? nothing : notice(state.notice, 'error', text.of('storeFailed'))}
    <div class="toolbar">
      <vscode-button data-focus="check" @click=${() => view.act({ act: 'checkStore' })}>${text.of('checkStore')}</vscode-button>
      <vscode-button data-focus="log" secondary @click=${() => view.act({ act: 'showLog' })}>${text.of('showLog')}</vscode-button>
    </div>`;
}

function notice(
  { message, hint }: { message: string; hint: string | null },
  level: 'warning' | 'error',
  heading: string,
): TemplateResult {
  return html`<section class="notice ${level}" role="alert" aria-labelledby="heading-notice">
    <h2 id="heading-notice" tabindex="-1">${icon(level)} ${heading}</h2>
    <p>${message}</p>
    ${hint === null ? nothing : html`<p class="quiet">${hint}</p>`}
  </section>`;
}

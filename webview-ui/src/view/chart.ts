import { html, nothing, svg, type TemplateResult } from 'lit';
import { lookOf } from '../../../src/charts/looks.js';
import { isBlank, isDrawn, type Picked } from '../../../src/charts/sheet.js';
import type { DashboardFilter } from '../../../src/protocol/dashboardTrend.js';
import { icon, section } from './parts.js';
import type { Chart, PageSheet } from './sheets.js';
import type { View } from './view.js';

const formats = ['svg', 'png', 'csv'] as const;

/** A chart: its sentence, its drawing, and a table, which a screen reader finds even while it is not shown. */
export function chart(view: View, { sheet, summary, wide, none }: Chart): TemplateResult {
  const { text } = view;
  const isShown = view.page.numbersShown.includes(sheet.name);
  const blank = isBlank(sheet);
  const numbers = text.of(isShown ? 'chart.hideTable' : 'chart.showTable');
  return section(
    sheet.name,
    { text: sheet.title, icon: 'graph' },
    html`<p class="quiet">${summary}${unaffected(view, wide)}</p>
      ${
        blank
          ? html`<p class="quiet none plot-room">${none ?? text.of('chart.none')}</p>`
          : html`<div class="legend" aria-hidden="true">${legend(sheet)}</div>
            <stateroom-plot tabindex="0" role="application" aria-label=${text.of('chart.keys', sheet.title)} data-focus="plot ${sheet.name}"
              .says=${(picked: Picked) => said(view, sheet, picked)} .sheet=${sheet}
              @pick=${({ detail }: CustomEvent<Picked>) => open(view, sheet, detail)}></stateroom-plot>`
      }
      <div class="chart-acts">
        <button type="button" class="link" data-focus="numbers ${sheet.name}" aria-expanded=${isShown ? 'true' : 'false'}
          aria-label=${`${numbers}: ${sheet.title}`} @click=${() => toggle(view, sheet)}>
          ${icon('table')} ${numbers}
        </button>
        ${
          blank
            ? nothing
            : formats.map(format => {
                const label = text.of('chart.save', sheet.title, format.toUpperCase());
                return html`<button type="button" class="link" data-focus="save ${sheet.name} ${format}" title=${label} aria-label=${label}
                  @click=${() => view.save(sheet, format)}>${format.toUpperCase()}</button>`;
              })
        }
      </div>
      ${table(view, sheet, isShown)}`,
  );
}

/** Placeholder for a chart that is not counted yet, in its final size. */
export function waitingChart(view: View, { sheet, summary, wide }: Chart): TemplateResult {
  const { text } = view;
  return section(
    sheet.name,
    { text: sheet.title, icon: 'graph' },
    html`<p class="unseen">${text.of('chart.counting')}</p>
      <p class="held" aria-hidden="true">${summary}${unaffected(view, wide)}</p>
      <div class="legend held" aria-hidden="true">${legend(sheet)}&nbsp;</div>
      <div class="plot-room waiting" aria-hidden="true"></div>
      <div class="chart-acts held" aria-hidden="true">${icon('table')} ${text.of('chart.showTable')}</div>`,
    true,
  );
}

/** Names the filters that do not affect a chart; highlighted while one of them is set. */
function unaffected({ text, page: { filter } }: View, wide: Chart['wide']): unknown {
  if (wide === undefined) return nothing;
  const isSet = filtersBeside[wide].some(field => filter[field] !== null);
  return html` <span class=${isSet ? 'unaffected' : ''}>${isSet ? icon('info') : nothing} ${text.of(`notNarrowed.${wide}`)}</span>`;
}

const filtersBeside = {
  kind: ['kind'],
  who: ['actor', 'lane'],
  any: ['kind', 'actor', 'lane'],
} as const satisfies Record<NonNullable<Chart['wide']>, readonly (keyof DashboardFilter)[]>;

function table(view: View, sheet: PageSheet, isShown: boolean): TemplateResult {
  // A hidden table must not trap the keyboard: screen reader users read its numbers, and show it for the buttons.
  return html`<div class=${isShown ? 'numbers' : 'numbers unseen'}><table>
    <caption class="unseen">${sheet.title}</caption>
    <thead>
      <tr><th scope="col">${sheet.rowTitle}</th>${sheet.series.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr>
    </thead>
    <tbody>
      ${sheet.rows.map(
        ({ label, date }, row) => html`<tr>
          <th scope="row">${date === undefined ? label : html`<time datetime=${date}>${label}</time>`}</th>
          ${sheet.series.map(series => html`<td>${number(view, sheet, series, row, isShown)}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}

function number(
  view: View,
  sheet: PageSheet,
  series: PageSheet['series'][number],
  row: number,
  isShown: boolean,
): unknown {
  const { text } = view;
  const value = series.values[row] ?? null;
  if (value === null) return '–';
  const behind = series.behind?.(row);
  if (value === 0 || behind === undefined || !isShown) return text.number(value);
  const label = said(view, sheet, { row, series: sheet.series.indexOf(series) });
  return html`<button type="button" class="link" data-focus="number ${sheet.name} ${series.key} ${row}" aria-label=${label}
    @click=${() => view.act({ act: 'list', number: behind })}>${text.number(value)}</button>`;
}

/** A number with its series and row: `Created, 20 Nov: 4`. */
function said({ text }: View, { rows, series }: PageSheet, { row, series: index }: Picked): string {
  const value = series[index]?.values[row] ?? null;
  const number = value === null ? '–' : text.number(value);
  return text.of('chart.number', series[index]?.label ?? '', rows[row]?.label ?? '', number);
}

function open(view: View, { series }: PageSheet, { row, series: index }: Picked): void {
  const behind = series[index]?.values[row] ? series[index]?.behind?.(row) : undefined;
  if (behind !== undefined) view.act({ act: 'list', number: behind });
}

function toggle(view: View, { name }: PageSheet): void {
  const { numbersShown } = view.page;
  view.change({
    numbersShown: numbersShown.includes(name) ? numbersShown.filter(shown => shown !== name) : [...numbersShown, name],
  });
}

function legend({ series }: PageSheet): unknown {
  return series.map((one, index) => (isDrawn(one) ? mark(one, index) : nothing));
}

function mark(series: PageSheet['series'][number], index: number): TemplateResult {
  const { label, shape } = series;
  const { color, dash, filled } = lookOf(index, series);
  const sign =
    shape === 'line'
      ? svg`<line class="${color}" x1="0" x2="22" y1="6" y2="6" stroke-dasharray=${dash.join(' ')}></line>`
      : svg`<rect class="${color} ${filled ? 'filled' : ''}" x="6" y="1" width="10" height="10"></rect>`;
  return html`<span class="mark-of"><svg class="swatch" width="22" height="12" focusable="false">${sign}</svg> <bdi>${label}</bdi></span>`;
}

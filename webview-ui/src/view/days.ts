import { html, svg, type TemplateResult } from 'lit';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { dayChart } from '../dayChart.js';
import { icon, section } from './parts.js';
import type { View } from './view.js';

/** What came in and what went out, day by day: a drawing, and the same as a table. */
export function days(view: View, { days: list }: DashboardState): TemplateResult {
  const { text } = view;
  const chart = dayChart(list);
  const created = list.reduce((sum, day) => sum + day.created, 0);
  const resolved = list.reduce((sum, day) => sum + day.resolved, 0);
  const labelled = [list[0], list[Math.floor(list.length / 2)], list.at(-1)].flatMap(day => (day ? [day.date] : []));
  const summary = text.of('days.summary', list.length, text.number(created), text.number(resolved));
  const name = { created: text.of('days.created'), resolved: text.of('days.resolved') };
  return section(
    'days',
    { text: text.of('days'), icon: 'graph' },
    html`<p class="quiet">${summary}</p>
      <div class="legend" aria-hidden="true">
        <span><span class="swatch created"></span> ${name.created}</span>
        <span><span class="swatch resolved"></span> ${name.resolved}</span>
      </div>
      <div class="chart" aria-hidden="true">
        <span class="top">${text.number(chart.top)}</span>
        <span class="zero">${text.number(0)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false">
          <line class="grid" x1="0" x2="100" y1="0" y2="0"></line>
          <line class="grid" x1="0" x2="100" y1="50" y2="50"></line>
          ${chart.bars.map(
            bar => svg`<rect class=${bar.series} x=${bar.x} y=${bar.y} width=${bar.width} height=${bar.height}>
              <title>${`${text.day(bar.date)}: ${name[bar.series]} ${text.number(bar.value)}`}</title>
            </rect>`,
          )}
          <line class="axis" x1="0" x2="100" y1="100" y2="100"></line>
        </svg>
        <span class="dates">${labelled.map(date => html`<span>${text.day(date)}</span>`)}</span>
      </div>
      <button type="button" class="link" data-focus="numbers" aria-pressed=${view.page.numbersShown ? 'true' : 'false'}
        @click=${() => view.change({ numbersShown: !view.page.numbersShown })}>
        ${icon('table')} ${text.of('days.showTable')}
      </button>
      <div class=${view.page.numbersShown ? 'numbers' : 'numbers unseen'}><table>
        <caption class="unseen">${text.of('days.caption', list.length)}</caption>
        <thead>
          <tr><th scope="col">${text.of('days.day')}</th><th scope="col">${name.created}</th><th scope="col">${name.resolved}</th></tr>
        </thead>
        <tbody>
          ${list.map(
            day => html`<tr>
              <th scope="row"><time datetime=${day.date}>${text.day(day.date)}</time></th>
              <td>${text.number(day.created)}</td>
              <td>${text.number(day.resolved)}</td>
            </tr>`,
          )}
        </tbody>
      </table></div>`,
  );
}

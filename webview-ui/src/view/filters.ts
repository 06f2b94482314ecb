import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import type { DashboardTextKey } from '../../../src/protocol/dashboardText.js';
import { type DashboardFilter, dashboardSpans, usualFilter } from '../../../src/protocol/dashboardTrend.js';
import type { View } from './view.js';

const fields = [
  ['kind', 'kinds'],
  ['actor', 'actors'],
  ['lane', 'lanes'],
] as const satisfies readonly (readonly [keyof DashboardFilter, keyof DashboardState['choices']])[];

/** Filters of the charts: time, kind, who and where. A note says that the lists and numbers above are not narrowed. */
export function filters(view: View, { choices }: Pick<DashboardState, 'choices'>): TemplateResult {
  const { text, page } = view;
  // The last choice, even before the charts are counted by it.
  const { filter } = page;
  const isUsual =
    filter.kind === null && filter.actor === null && filter.lane === null && filter.days === usualFilter.days;
  return html`<div class="filters" role="group" aria-label=${text.of('filter')} aria-describedby="charts-scope">
    <label>${text.of('filter.days')}
      <select data-focus="filter days" @change=${(event: Event) => {
        const days = dashboardSpans.find(span => String(span) === chosenIn(event));
        if (days !== undefined) view.narrow({ days });
      }}>
        ${dashboardSpans.map(
          span =>
            html`<option value=${span} .selected=${live(span === filter.days)}>${text.of('filter.lastDays', span)}</option>`,
        )}
      </select>
    </label>
    ${fields.map(([field, of]) => select(view, field, choices[of], filter[field], value => view.narrow({ [field]: value })))}
    ${
      isUsual
        ? nothing
        : html`<button type="button" class="link" data-focus="filter clear" @click=${() => view.narrow(usualFilter)}>${text.of('filter.clear')}</button>`
    }
  </div>`;
}

function select(
  { text }: View,
  field: 'kind' | 'actor' | 'lane',
  values: readonly string[],
  chosen: string | null,
  choose: (value: string | null) => void,
): TemplateResult {
  const key: DashboardTextKey = `filter.${field}`;
  // Values are indexes: a name may be any text. A chosen select ignores its attribute, so set the live property.
  return html`<label>${text.of(key)}
    <select data-focus="filter ${field}" @change=${(event: Event) => choose(values[Number(chosenIn(event))] ?? null)}>
      <option value="" .selected=${live(chosen === null)}>${text.of('filter.any')}</option>
      ${values.map((value, index) => html`<option value=${index} .selected=${live(value === chosen)}>${value}</option>`)}
    </select>
  </label>`;
}

function chosenIn(event: Event): string {
  const value = (event.target as HTMLSelectElement).value;
  return value === '' ? 'none' : value;
}

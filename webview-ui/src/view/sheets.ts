import type { Series, Sheet } from '../../../src/charts/sheet.js';
import type { DashboardState } from '../../../src/protocol/dashboardState.js';
import { severityTextKey } from '../../../src/protocol/dashboardText.js';
import {
  ageGroups,
  type DashboardNumber,
  failingSeverities,
  severities,
} from '../../../src/protocol/dashboardTrend.js';
import type { Text } from '../text.js';

/** Names of the charts, which are those of their parts of the page. */
export type ChartName = 'days' | 'open-work' | 'ages' | 'finding-flow' | 'open-findings' | 'reviews' | 'activity';

/** The numbers of a chart, each with the rows that it counts. */
export interface PageSheet extends Sheet<DashboardNumber> {
  readonly name: ChartName;
}
type PageSeries = PageSheet['series'][number];

export interface Chart {
  readonly sheet: PageSheet;
  readonly summary: string;
  /** Filters that do not narrow it. */
  readonly wide?: 'kind' | 'who' | 'any';
  /** Text in place of an empty drawing; default: nothing in this period. */
  readonly none?: string;
}

export function charts(text: Text, state: DashboardState): readonly Chart[] {
  return [
    flow(text, state),
    openWork(text, state),
    ages(text, state),
    findingFlow(text, state),
    openFindings(text, state),
    reviews(text, state),
    activity(text, state),
  ];
}

function flow(text: Text, { flow: list }: DashboardState): Chart {
  const created = list.map(day => day.created);
  const resolved = list.map(day => day.resolved);
  return {
    summary: text.of('days.summary', list.length, text.number(sum(created)), text.number(sum(resolved))),
    sheet: {
      name: 'days',
      title: text.of('days'),
      unit: text.of('unit.items'),
      ...dayRows(text, list),
      series: [
        { ...bars('created', text.of('days.created'), created), behind: onDay('created', list) },
        { ...bars('resolved', text.of('days.resolved'), resolved), behind: onDay('resolved', list) },
      ],
    },
  };
}

function openWork(text: Text, { flow: list }: DashboardState): Chart {
  const values = list.map(day => day.open);
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  return {
    summary: text.of('openWork.summary', list.length, text.number(first), text.number(last)),
    wide: 'who',
    sheet: {
      name: 'open-work',
      title: text.of('openWork'),
      unit: text.of('unit.items'),
      ...dayRows(text, list),
      series: [{ key: 'open', label: text.of('openWork.open'), shape: 'line', values }],
    },
  };
}

function ages(text: Text, { ages: open }: DashboardState): Chart {
  const values = ageGroups.map(group => open[group]);
  const behind: PageSeries['behind'] = row => ({ of: 'open', age: ageGroups[row] ?? 'day' });
  return {
    summary: sum(values) === 1 ? text.of('ages.one') : text.of('ages.summary', text.number(sum(values))),
    none: text.of('ages.none'),
    wide: 'who',
    sheet: {
      name: 'ages',
      title: text.of('ages'),
      unit: text.of('unit.items'),
      ...ageRows(text),
      series: [{ ...bars('open', text.of('unit.items'), values), behind }],
    },
  };
}

function findingFlow(text: Text, { findingFlow: list }: DashboardState): Chart {
  const opened = list.map(day => day.opened);
  const closed = list.map(day => day.closed);
  return {
    summary: text.of('findingFlow.summary', list.length, text.number(sum(opened)), text.number(sum(closed))),
    wide: 'kind',
    sheet: {
      name: 'finding-flow',
      title: text.of('findingFlow'),
      unit: text.of('unit.findings'),
      ...dayRows(text, list),
      series: [
        { ...bars('opened', text.of('findingFlow.opened'), opened), behind: onDay('opened', list) },
        { ...bars('closed', text.of('findingFlow.closed'), closed), behind: onDay('closed', list) },
      ],
    },
  };
}

function openFindings(text: Text, { openFindings: open }: DashboardState): Chart {
  const of = (severity: (typeof severities)[number]): number[] => ageGroups.map(group => open[severity][group]);
  const all = sum(severities.flatMap(of));
  const failing = sum(failingSeverities.flatMap(of));
  const one = failing === 1 ? text.of('openFindings.oneFailing') : text.of('openFindings.one');
  return {
    summary: all === 1 ? one : text.of('openFindings.summary', text.number(all), text.number(failing)),
    none: text.of('openFindings.none'),
    wide: 'any',
    sheet: {
      name: 'open-findings',
      title: text.of('openFindings'),
      unit: text.of('unit.findings'),
      ...ageRows(text),
      series: severities.map(severity => ({
        ...bars(severity, text.of(severityTextKey(severity)), of(severity)),
        isSeverity: true,
        behind: row => ({ of: 'openFindings', severity, age: ageGroups[row] ?? 'day' }),
      })),
    },
  };
}

function reviews(text: Text, { reviews: list }: DashboardState): Chart {
  const values = list.map(day => day.ended);
  const behind = onDay('reviews', list);
  return {
    summary: text.of(sum(values) === 1 ? 'reviews.one' : 'reviews.summary', list.length, text.number(sum(values))),
    wide: 'kind',
    sheet: {
      name: 'reviews',
      title: text.of('reviews'),
      unit: text.of('unit.minutes'),
      ...dayRows(text, list),
      series: [
        {
          ...bars(
            'median',
            text.of('reviews.median'),
            list.map(day => day.medianMinutes),
          ),
          behind,
        },
        {
          ...bars(
            'longest',
            text.of('reviews.longest'),
            list.map(day => day.longestMinutes),
          ),
          behind,
        },
        { key: 'ended', label: text.of('reviews.ended'), shape: 'none', values, behind },
      ],
    },
  };
}

function activity(text: Text, { activity: rows, filter }: DashboardState): Chart {
  const named = rows.filter(({ actor }) => actor !== null).length;
  // Series after the busiest share one line, and their number is unknown.
  const words = named < rows.length ? 'activity.summaryOthers' : 'activity.summary';
  return {
    summary: text.of(words, filter.days, text.number(sum(rows.map(({ total }) => total))), named),
    sheet: {
      name: 'activity',
      title: text.of('activity'),
      unit: text.of('unit.events'),
      rowTitle: text.of('activity.hour'),
      rows: Array.from({ length: 24 }, (_, hour) => ({ label: `${String(hour).padStart(2, '0')}:00` })),
      series: rows.map(({ actor, hours }, index) => ({
        key: `agent-${index}`,
        label: actor ?? text.of('activity.others'),
        shape: 'line',
        values: hours,
        ...(actor === null ? {} : { behind: (hour: number) => ({ of: 'activity' as const, actor, hour }) }),
      })),
    },
  };
}

function bars(key: string, label: string, values: Series['values']): PageSeries {
  return { key, label, shape: 'bar', values };
}

function dayRows(text: Text, list: readonly { readonly date: string }[]): Pick<Sheet, 'rowTitle' | 'rows'> {
  return { rowTitle: text.of('days.day'), rows: list.map(({ date }) => ({ label: text.day(date), date })) };
}

function ageRows(text: Text): Pick<Sheet, 'rowTitle' | 'rows'> {
  return { rowTitle: text.of('age'), rows: ageGroups.map(group => ({ label: text.of(`age.${group}`) })) };
}

function onDay(
  of: 'created' | 'resolved' | 'opened' | 'closed' | 'reviews',
  list: readonly { readonly date: string }[],
) {
  return (row: number) => ({ of, date: list[row]?.date ?? '' });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

import { findingSeverities } from '../../../domain/finding/findingSeverity.js';
import { capitalised } from '../../../domain/text/capitalised.js';
import { severityLooks } from '../../../present/severity.js';
import { english } from '../../../reports/translate.js';
import type { Ages, TrendReport } from '../../../reports/trendReport.js';
import { type Column, table } from './table.js';
import { oneLine } from './text.js';
import type { View } from './view.js';

const shownHours = 3;

export function trendText(report: TrendReport, view: View): string {
  const { flow, findings, reviews, ages, activity, filter } = report;
  const days = flow.map((day, index) => ({ ...day, finding: findings.flow[index], review: reviews[index] }));
  const day = number<(typeof days)[number]>;
  const ofDays = table(
    [
      { title: 'Day', text: row => row.date },
      day('Created', row => row.created),
      day('Resolved', row => row.resolved),
      day('Open', row => row.open),
      day('Findings', row => row.finding?.opened),
      day('Closed', row => row.finding?.closed),
      day('Reviews', row => row.review?.ended),
      day('Median min', row => row.review?.medianMinutes ?? undefined),
    ],
    days,
    view,
  );
  const open = [
    { what: 'Work items', ...ages },
    ...findingSeverities.map(severity => ({
      what: `${capitalised(severityLooks[severity].word(english))} findings`,
      ...findings.open[severity],
    })),
  ];
  const age = number<Ages>;
  const ofAges = table(
    [
      { title: 'Open', text: row => row.what },
      age('< 1 d', row => row.day),
      age('1–2 d', row => row.threeDays),
      age('3–6 d', row => row.week),
      age('7–29 d', row => row.month),
      age('≥ 30 d', row => row.older),
    ],
    open,
    view,
  );
  const ofAgents = table(
    [
      { title: 'Agent', text: ({ actor }) => actor ?? 'others', minimum: 12 },
      number<TrendReport['activity'][number]>('Events', ({ total }) => total),
      { title: 'Most at', text: ({ hours }) => busiest(hours) },
    ],
    activity,
    view,
  );
  const narrowed = [filter.kind, filter.actor, filter.lane].filter(name => name !== null).map(oneLine);
  return [
    `The last ${filter.days} days${narrowed.length === 0 ? '' : ` (${narrowed.join(', ')})`}`,
    ofDays,
    ofAges,
    ...(activity.length === 0 ? [] : [ofAgents]),
  ].join('\n\n');
}

/** Renders 0 as a point, so that other numbers stand out. */
function number<Row>(title: string, read: (row: Row) => number | undefined): Column<Row> {
  return { title, text: row => (read(row) ? String(read(row)) : '·'), alignRight: true };
}

/** `09:00 (12), 14:00 (7)` */
function busiest(hours: readonly number[]): string {
  return hours
    .map((events, hour) => ({ events, hour }))
    .filter(({ events }) => events > 0)
    .sort((one, other) => other.events - one.events || one.hour - other.hour)
    .slice(0, shownHours)
    .map(({ events, hour }) => `${String(hour).padStart(2, '0')}:00 (${events})`)
    .join(', ');
}

import { describe, expect, it } from 'vitest';
import { usualFilter } from '../../../src/protocol/dashboardTrend.js';
import { dashboardState } from '../../../test/support/dashboardState.js';
import { textsOfPage } from '../../../test/support/dashboardTexts.js';
import { Text } from '../text.js';
import { type Chart, type ChartName, charts } from './sheets.js';

const words = {
  ...textsOfPage,
  'days.summary': '{0} days: {1} created, {2} resolved',
  'ages.summary': '{0} open',
  'findingFlow.summary': '{0} days: {1} opened, {2} closed',
  'openFindings.summary': '{0} open, {1} high',
  'openWork.summary': '{0} days: {1} then, {2} now',
  'reviews.summary': '{0} days: {1} reviews',
  'activity.summary': '{0} days: {1} events by {2}',
  'activity.summaryOthers': '{0} days: {1} events by {2} and others',
};
const text = new Text(words, 'en');
const hours = (at: Readonly<Record<number, number>>) => Array.from({ length: 24 }, (_, hour) => at[hour] ?? 0);

const busy = dashboardState({
  filter: { ...usualFilter, days: 7 },
  flow: [
    { date: '2026-11-20', created: 3, resolved: 1, open: 1200 },
    { date: '2026-11-21', created: 0, resolved: 2, open: 1198 },
  ],
  ages: { day: 5, threeDays: 0, week: 7, month: 1100, older: 86 },
  findingFlow: [
    { date: '2026-11-20', opened: 4, closed: 0 },
    { date: '2026-11-21', opened: 1, closed: 6 },
  ],
  openFindings: {
    high: { day: 1, threeDays: 0, week: 2, month: 0, older: 0 },
    medium: { day: 0, threeDays: 5, week: 0, month: 0, older: 9 },
    low: { day: 0, threeDays: 0, week: 0, month: 4, older: 0 },
  },
  reviews: [
    { date: '2026-11-20', ended: 2, medianMinutes: 20, longestMinutes: 75 },
    { date: '2026-11-21', ended: 0, medianMinutes: null, longestMinutes: null },
  ],
  activity: [
    { actor: 'codex', hours: hours({ 9: 3, 17: 2 }), total: 5 },
    { actor: 'claude', hours: hours({ 0: 1 }), total: 1 },
  ],
});

/** The chart of this name. */
function chart(name: ChartName, state = busy): Chart {
  const found = charts(text, state).find(({ sheet }) => sheet.name === name);
  if (found === undefined) throw new Error(`chart ${name} does not exist.`);
  return found;
}

/** Its lines as `key shape: values`. */
function series({ sheet }: Chart): string[] {
  return sheet.series.map(({ key, label, shape, values }) => `${key} (${label}) ${shape}: ${values.join(' ')}`);
}

/** What lies behind each number of the rows, line by line. */
function behind({ sheet }: Chart, ...rows: readonly number[]): unknown[][] {
  return sheet.series.map(one => rows.map(row => one.behind?.(row)));
}

const rows = ({ sheet }: Chart): unknown => sheet.rows;
const ages = [
  { label: 'age.day' },
  { label: 'age.threeDays' },
  { label: 'age.week' },
  { label: 'age.month' },
  { label: 'age.older' },
];
const days = [
  { label: 'Nov 20', date: '2026-11-20' },
  { label: 'Nov 21', date: '2026-11-21' },
];

describe('the charts as numbers', () => {
  it('stand in the order of the page, each under its own title, with one unit for its numbers', () => {
    expect(charts(text, busy).map(({ sheet }) => [sheet.name, sheet.title, sheet.rowTitle, sheet.unit])).toEqual([
      ['days', 'days', 'days.day', 'unit.items'],
      ['open-work', 'openWork', 'days.day', 'unit.items'],
      ['ages', 'ages', 'age', 'unit.items'],
      ['finding-flow', 'findingFlow', 'days.day', 'unit.findings'],
      ['open-findings', 'openFindings', 'age', 'unit.findings'],
      ['reviews', 'reviews', 'days.day', 'unit.minutes'],
      ['activity', 'activity', 'activity.hour', 'unit.events'],
    ]);
  });

  it('tell what was created and resolved, and beside it how much was open, whoever holds it', () => {
    const flow = chart('days');
    expect([flow.summary, flow.wide]).toEqual(['2 days: 3 created, 3 resolved', undefined]);
    expect(rows(flow)).toEqual(days);
    expect(series(flow)).toEqual(['created (days.created) bar: 3 0', 'resolved (days.resolved) bar: 1 2']);
    expect(behind(flow, 0, 1)).toEqual([
      [
        { of: 'created', date: '2026-11-20' },
        { of: 'created', date: '2026-11-21' },
      ],
      [
        { of: 'resolved', date: '2026-11-20' },
        { of: 'resolved', date: '2026-11-21' },
      ],
    ]);
    const open = chart('open-work');
    expect([open.summary, open.wide]).toEqual(['2 days: 1,200 then, 1,198 now', 'who']);
    expect(rows(open)).toEqual(days);
    expect(series(open)).toEqual(['open (openWork.open) line: 1200 1198']);
    // A size at a day's end is not a list.
    expect(behind(open, 0, 1)).toEqual([[undefined, undefined]]);
  });

  it('tell how old open work is, whoever holds it', () => {
    const open = chart('ages');
    expect([open.summary, open.wide]).toEqual(['1,198 open', 'who']);
    expect(rows(open)).toEqual(ages);
    expect(series(open)).toEqual(['open (unit.items) bar: 5 0 7 1100 86']);
    expect(behind(open, 0, 4)).toEqual([
      [
        { of: 'open', age: 'day' },
        { of: 'open', age: 'older' },
      ],
    ]);
  });

  it('tell which findings were opened and closed, of any kind of work', () => {
    const flow = chart('finding-flow');
    expect([flow.summary, flow.wide]).toEqual(['2 days: 5 opened, 6 closed', 'kind']);
    expect(rows(flow)).toEqual(days);
    expect(series(flow)).toEqual(['opened (findingFlow.opened) bar: 4 1', 'closed (findingFlow.closed) bar: 0 6']);
    expect(behind(flow, 1)).toEqual([[{ of: 'opened', date: '2026-11-21' }], [{ of: 'closed', date: '2026-11-21' }]]);
  });

  it('tell how old and how severe open findings are', () => {
    const open = chart('open-findings');
    expect([open.summary, open.wide]).toEqual(['21 open, 3 high', 'any']);
    expect(rows(open)).toEqual(ages);
    expect(series(open)).toEqual([
      'high (severity.high) bar: 1 0 2 0 0',
      'medium (severity.medium) bar: 0 5 0 0 9',
      'low (severity.low) bar: 0 0 0 4 0',
    ]);
    expect(behind(open, 2)).toEqual([
      [{ of: 'openFindings', severity: 'high', age: 'week' }],
      [{ of: 'openFindings', severity: 'medium', age: 'week' }],
      [{ of: 'openFindings', severity: 'low', age: 'week' }],
    ]);
  });

  it('marks severities as such, and says of one finding that it is one', () => {
    expect(chart('open-findings').sheet.series.map(({ isSeverity }) => isSeverity)).toEqual([true, true, true]);
    const none = { day: 0, threeDays: 0, week: 0, month: 0, older: 0 };
    const one = { ...none, week: 1 };
    const summary = (openFindings: typeof busy.openFindings) =>
      chart('open-findings', { ...busy, openFindings }).summary;
    expect(summary({ high: one, medium: none, low: none })).toBe('openFindings.oneFailing');
    expect(summary({ high: none, medium: none, low: one })).toBe('openFindings.one');
    expect(chart('ages', { ...busy, ages: one }).summary).toBe('ages.one');
    const [review] = busy.reviews;
    const oneReview = {
      ...busy,
      reviews: [{ ...review, date: '2026-11-20', ended: 1, medianMinutes: 2, longestMinutes: 2 }],
    };
    expect(chart('reviews', oneReview).summary).toBe('reviews.one');
  });

  it('say of what is open that there is none, and of days that they have none', () => {
    expect(charts(text, busy).map(({ none }) => none)).toEqual([
      undefined,
      undefined,
      'ages.none',
      undefined,
      'openFindings.none',
      undefined,
      undefined,
    ]);
  });

  it('tell how long lanes waited, and nothing of a day on which no review ended', () => {
    const reviews = chart('reviews');
    expect([reviews.summary, reviews.wide]).toEqual(['2 days: 2 reviews', 'kind']);
    expect(rows(reviews)).toEqual(days);
    // How many they were is no minutes: the table alone has it.
    expect(reviews.sheet.series.map(({ key, shape, values }) => [key, shape, values])).toEqual([
      ['median', 'bar', [20, null]],
      ['longest', 'bar', [75, null]],
      ['ended', 'none', [2, 0]],
    ]);
    const list = { of: 'reviews', date: '2026-11-20' };
    expect(behind(reviews, 0)).toEqual([[list], [list], [list]]);
  });

  it('tell what agents did by the hour', () => {
    const activity = chart('activity');
    expect([activity.summary, activity.wide]).toEqual(['7 days: 6 events by 2', undefined]);
    expect(activity.sheet.rows).toHaveLength(24);
    expect([activity.sheet.rows[0], activity.sheet.rows[23]]).toEqual([{ label: '00:00' }, { label: '23:00' }]);
    expect(series(activity)).toEqual([
      'agent-0 (codex) line: 0 0 0 0 0 0 0 0 0 3 0 0 0 0 0 0 0 2 0 0 0 0 0 0',
      'agent-1 (claude) line: 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
    ]);
    expect(behind(activity, 9)).toEqual([
      [{ of: 'activity', actor: 'codex', hour: 9 }],
      [{ of: 'activity', actor: 'claude', hour: 9 }],
    ]);
  });

  it('lead from the sum of all other agents to no list, and count them as nobody', () => {
    const others = { actor: null, hours: hours({ 9: 4 }), total: 4 };
    const activity = chart('activity', { ...busy, activity: [...busy.activity, others] });
    expect(activity.summary).toBe('7 days: 10 events by 2 and others');
    expect(activity.sheet.series[2]?.label).toBe('activity.others');
    expect(behind(activity, 9)[2]).toEqual([undefined]);
  });
});

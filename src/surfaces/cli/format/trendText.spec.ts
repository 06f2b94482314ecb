import { describe, expect, it } from 'vitest';
import type { TrendReport } from '../../../reports/trendReport.js';
import { makeStyle } from './style.js';
import { trendText } from './trendText.js';

const none = { day: 0, threeDays: 0, week: 0, month: 0, older: 0 };
const week = { last: 0, before: 0 };
const at = '2026-11-21T12:00:00.000Z';

const report: TrendReport = {
  at,
  nextChangeAt: at,
  filter: { days: 7, kind: null, actor: null, lane: null },
  choices: { kinds: [], actors: [], lanes: [] },
  flow: [
    { date: '2026-11-20', created: 3, resolved: 1, open: 12 },
    { date: '2026-11-21', created: 0, resolved: 2, open: 10 },
  ],
  weeks: { created: week, claimed: week, asked: week, resolved: week },
  ages: { ...none, day: 2, month: 8 },
  findings: {
    flow: [
      { date: '2026-11-20', opened: 4, closed: 0 },
      { date: '2026-11-21', opened: 0, closed: 1 },
    ],
    open: { high: { ...none, week: 1 }, medium: none, low: { ...none, older: 2 } },
  },
  reviews: [
    { date: '2026-11-20', ended: 0, medianMinutes: null, longestMinutes: null },
    { date: '2026-11-21', ended: 2, medianMinutes: 35, longestMinutes: 90 },
  ],
  activity: [
    { actor: 'codex\n1', hours: [9, 0, 4, 4, 11, ...Array.from({ length: 19 }, () => 0)], total: 28 },
    { actor: null, hours: [1, ...Array.from({ length: 23 }, () => 0)], total: 1 },
  ],
};
const view = { style: makeStyle(false), width: undefined, now: Date.parse(at) };

describe('the trends in a terminal', () => {
  it('are tables of days, ages and agents', () => {
    expect(trendText(report, view)).toBe(
      [
        'The last 7 days',
        '',
        'Day         Created  Resolved  Open  Findings  Closed  Reviews  Median min',
        '2026-11-20        3         1    12         4       ·        ·           ·',
        '2026-11-21        ·         2    10         ·       1        2          35',
        '',
        'Open             < 1 d  1–2 d  3–6 d  7–29 d  ≥ 30 d',
        'Work items           2      ·      ·       8       ·',
        'High findings        ·      ·      1       ·       ·',
        'Medium findings      ·      ·      ·       ·       ·',
        'Low findings         ·      ·      ·       ·       2',
        '',
        'Agent    Events  Most at',
        'codex 1      28  04:00 (11), 00:00 (9), 02:00 (4)',
        'others        1  00:00 (1)',
      ].join('\n'),
    );
  });

  it('name what narrows them, and leave out agents where there are none', () => {
    const narrow = { ...report, filter: { ...report.filter, kind: 'bug', actor: 'codex' }, activity: [] };
    const text = trendText(narrow, view);
    expect(text.split('\n')[0]).toBe('The last 7 days (bug, codex)');
    expect(text).not.toContain('Agent');
  });
});

import { expect, it } from 'vitest';
import { dayChart } from './dayChart.js';

it('draws two bars a day, as high as their share of a round top', () => {
  const chart = dayChart([
    { date: '2026-11-20', created: 10, resolved: 0 },
    { date: '2026-11-21', created: 4, resolved: 18 },
  ]);
  expect(chart.top).toBe(20);
  expect(chart.bars.map(({ series, date, value, y, height }) => ({ series, date, value, y, height }))).toEqual([
    { series: 'created', date: '2026-11-20', value: 10, y: 50, height: 50 },
    { series: 'resolved', date: '2026-11-20', value: 0, y: 100, height: 0 },
    { series: 'created', date: '2026-11-21', value: 4, y: 80, height: 20 },
    { series: 'resolved', date: '2026-11-21', value: 18, y: 10, height: 90 },
  ]);
  const [first, second, third] = chart.bars;
  expect(first?.x).toBeCloseTo(6);
  expect(second?.x).toBeCloseTo(26);
  expect(third?.x).toBeCloseTo(56);
  expect(first?.width).toBeCloseTo(18);
});

it.each([
  [0, 1],
  [1, 1],
  [3, 4],
  [5, 6],
  [7, 8],
  [9, 10],
  [11, 12],
  [13, 16],
  [101, 120],
  [4321, 6000],
])('a day of %i fits under a top of %i', (created, top) => {
  expect(dayChart([{ date: '2026-11-21', created, resolved: 0 }]).top).toBe(top);
});

it('has nothing to draw without days', () => {
  expect(dayChart([])).toEqual({ top: 1, bars: [] });
});

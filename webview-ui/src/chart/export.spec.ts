import { describe, expect, it } from 'vitest';
import { lookOf, paper } from '../../../src/charts/looks.js';
import { pickedAt, pickedBeside, roundUp, type Sheet } from '../../../src/charts/sheet.js';
import { frameOnPage, placeOf, plotOf, svgOf } from '../../../src/charts/svg.js';
import { csvOf } from './csv.js';

const sheet: Sheet = {
  name: 'days',
  title: 'Created & <resolved>',
  rowTitle: 'Day',
  unit: 'Items & more',
  rows: [
    { label: '20 Nov', date: '2026-11-20' },
    { label: '21 Nov', date: '2026-11-21' },
  ],
  series: [
    { key: 'created', label: 'Created, all', shape: 'bar', values: [4, 0] },
    { key: 'median', label: '=1+1', shape: 'bar', values: [null, 2] },
    { key: 'open', label: 'Say "open"', shape: 'line', values: [10, 5] },
    { key: 'ended', label: 'Ended', shape: 'none', values: [400, 0] },
  ],
};

describe('a chart that is saved', () => {
  it('is a table to spreadsheets, byte for byte, in which nothing is a formula', () => {
    expect(csvOf(sheet)).toBe(
      'Day,"Created, all",\'=1+1,"Say ""open""",Ended\r\n2026-11-20,4,,10,400\r\n2026-11-21,0,2,5,0\r\n',
    );
  });

  it('is a drawing with each bar as high as its share of a round top', () => {
    const svg = svgOf(sheet, paper);
    expect(svg).toContain('<title>Created &amp; &lt;resolved&gt;</title>');
    // 366 pixels a day, three quarters of it for two bars; the top of the one scale is 10.
    const bars = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)];
    expect(bars.map(([, , y, , height]) => [y, height]).filter(([, height]) => height !== '12')).toEqual([
      ['221.2', '84.8'],
      ['263.6', '42.4'],
    ]);
    expect(svg).toContain('<polyline points="239,94 605,200"');
    expect(svg).toContain('>Items &amp; more</text>');
    expect(svg).toContain('text-anchor="end" fill="#222222">Day</text>');
    // What has another unit is in the table alone.
    expect(svg).not.toContain('Ended');
    expect(svg).not.toMatch(/href|<script|<style|url\(/);
  });

  it('leaves out what no drawing may hold', () => {
    const svg = svgOf({ ...sheet, title: 'a\u0000b\u001b[31m\ud800c\u202ed' }, paper);
    expect(svg).toContain('<title>ab[31mc\u202ed</title>');
  });
});

it('draws no bar for 0, and a line down to it', () => {
  const drawn = (shape: 'bar' | 'line'): string =>
    plotOf({ ...sheet, series: [{ key: 'a', label: 'a', shape, values: [0, 2] }] }, paper, frameOnPage(480));
  expect(drawn('bar').match(/<rect/g)).toHaveLength(1);
  expect(drawn('line')).toContain('<polyline points="147,144 361,26"');
});

it('says in a file what a bar and a point of a line stand for when it is pointed at', () => {
  const titles = [...svgOf(sheet, paper).matchAll(/<title>([^<]*)<\/title>/g)];
  expect(titles.slice(1).map(([, words]) => words)).toEqual([
    'Created, all, 20 Nov: 4',
    '=1+1, 21 Nov: 2',
    'Say &quot;open&quot;, 20 Nov: 10',
    'Say &quot;open&quot;, 21 Nov: 5',
  ]);
  expect(plotOf(sheet, paper, frameOnPage(480))).not.toContain('<title>');
});

it('goes from number to number, as far as they are drawn, and knows where each of them is', () => {
  const at = { row: 1, series: 0 };
  expect([
    pickedBeside(sheet, at, -1, 0),
    pickedBeside(sheet, at, 1, 0),
    pickedBeside(sheet, at, 0, 1),
    pickedBeside(sheet, { row: 1, series: 2 }, 0, 1),
    pickedBeside(sheet, at, Number.NEGATIVE_INFINITY, 0),
  ]).toEqual([
    { row: 0, series: 0 },
    { row: 1, series: 0 },
    { row: 1, series: 1 },
    { row: 1, series: 2 },
    { row: 0, series: 0 },
  ]);
  const frame = frameOnPage(480);
  expect(placeOf(sheet, frame, { row: 0, series: 2 })).toEqual({ x: 147, y: 26 });
  const { x, y } = placeOf(sheet, frame, { row: 1, series: 1 });
  expect([Math.round(x), Math.round(y)]).toEqual([402, 120]);
});

it('draws severities from hot to cold, and tells them apart without color', () => {
  const looks = [0, 1, 2, 3].map(index => lookOf(index, { isSeverity: true }));
  expect(looks.map(({ color, filled }) => [color, filled])).toEqual([
    ['charts-red', true],
    ['charts-orange', false],
    ['charts-yellow', true],
    ['charts-yellow', false],
  ]);
});

it('finds the number that a person points at', () => {
  expect([pickedAt(sheet, 0.1, 0.5), pickedAt(sheet, 0.9, 0.5)]).toEqual([
    { row: 0, series: 0 },
    { row: 1, series: 1 },
  ]);
  expect([pickedAt(sheet, -0.1, 0.5), pickedAt(sheet, 1, 0.5)]).toEqual([undefined, undefined]);
  const line = (...values: number[]) => ({ key: 'a', label: 'a', shape: 'line' as const, values });
  const lines = { ...sheet, series: [line(1, 1), line(4, 9)] };
  expect([pickedAt(lines, 0.1, 0.2), pickedAt(lines, 0.9, 0.7)]).toEqual([
    { row: 0, series: 0 },
    { row: 1, series: 1 },
  ]);
});

it.each([
  [0, 1],
  [1, 1],
  [3, 4],
  [5, 6],
  [9, 10],
  [11, 12],
  [101, 120],
  [4321, 6000],
])('a value of %i fits under a top of %i', (value, top) => {
  expect(roundUp(value)).toBe(top);
});

import type { DashboardNumber } from '../../../src/protocol/dashboardTrend.js';

/** The charts there are, by the names of their parts of the page. */
export type ChartName = 'days' | 'ages' | 'finding-flow' | 'open-findings' | 'reviews' | 'activity';

/** One row of numbers, or the bars or the line that show them. */
export interface Series {
  readonly key: string;
  readonly label: string;
  readonly shape: 'bar' | 'line';
  /** Drawn on a scale of its own, which is on the right. */
  readonly apart?: boolean;
  /** How it is called beside its drawing, where that says more than its label. */
  readonly legend?: string;
  /** One of several severities, the gravest first. */
  readonly isSeverity?: boolean;
  /** One for each row; null where there is none. */
  readonly values: readonly (number | null)[];
  /** What lies behind a number; undefined where there is no list of it. */
  behind?(row: number): DashboardNumber | undefined;
}

/** A chart as numbers: what is drawn, read out as a table, and saved. */
export interface Sheet {
  readonly name: ChartName;
  readonly title: string;
  /** What the rows are: days, ages, hours. */
  readonly rowTitle: string;
  readonly rows: readonly { readonly label: string; readonly date?: string }[];
  readonly series: readonly Series[];
}

/** True where there is nothing to draw. */
export function isBlank({ series }: Sheet): boolean {
  return series.every(({ values }) => values.every(value => value === null || value === 0));
}

/** The next number that reads well, and halves well from 2 on: 1, 2, 4, 6, 8, 10, 12, 16, 20, 40, … */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = power === 1 ? [1, 2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 4, 6, 8, 10];
  return Math.round((steps.find(step => step * power >= value) ?? 10) * power);
}

/** What the top of the drawing stands for, on the scale of these series. */
export function topOf(series: readonly Series[], apart: boolean): number {
  const values = series.filter(one => (one.apart ?? false) === apart).flatMap(({ values }) => values);
  return roundUp(Math.max(1, ...values.map(value => value ?? 0)));
}

/** Where the bars of one row stand: their middle and width as parts of the row's room, each from 0 to 1. */
export function barPlaces(bars: number): { readonly middle: number; readonly width: number }[] {
  const width = 0.76 / Math.max(1, bars);
  return Array.from({ length: bars }, (_, index) => ({ middle: 0.12 + width * (index + 0.5), width: width * 0.92 }));
}

/** Which number of a chart a person pointed at. */
export interface Picked {
  readonly row: number;
  readonly series: number;
}

/**
 * The number that is drawn there: of bars the one whose room it is, of lines the nearest. `x` and `y` are from 0 to 1, from below
 * left; undefined beside the rows.
 */
export function pickedAt({ rows, series }: Sheet, x: number, y: number): Picked | undefined {
  const row = Math.floor(x * rows.length);
  if (row < 0 || row >= rows.length) return undefined;
  const bars = series.flatMap(({ shape }, index) => (shape === 'bar' ? [index] : []));
  const bar = bars[Math.floor((x * rows.length - row) * bars.length)];
  if (bar !== undefined) return { row, series: bar };
  const top = topOf(series, false);
  const away = series.map(({ values }) => Math.abs((values[row] ?? 0) / top - y));
  return { row, series: away.indexOf(Math.min(...away)) };
}

/** A series of numbers, drawn as bars or as a line; `Behind` identifies the records that a number counts. */
export interface Series<Behind = unknown> {
  readonly key: string;
  readonly label: string;
  /** `none` for a series in another unit than the rest: it is in the table only. */
  readonly shape: 'bar' | 'line' | 'none';
  /** True for one of several severities, which come worst first. */
  readonly isSeverity?: boolean;
  /** One value per row; null if there is none. */
  readonly values: readonly (number | null)[];
  /** Returns the records behind a number; undefined if there is no list of them. */
  behind?(row: number): Behind | undefined;
}

export interface Sheet<Behind = unknown> {
  /** Id of the section on the page, and name of the saved file. */
  readonly name: string;
  readonly title: string;
  /** Kind of the rows: days, ages, hours. */
  readonly rowTitle: string;
  readonly unit: string;
  readonly rows: readonly { readonly label: string; readonly date?: string }[];
  readonly series: readonly Series<Behind>[];
}

export function isDrawn({ shape }: Series): boolean {
  return shape !== 'none';
}

export function isBlank({ series }: Sheet): boolean {
  return series.filter(isDrawn).every(({ values }) => values.every(value => value === null || value === 0));
}

/** Rounds up to a number that reads well, and from 2 on halves well: 1, 2, 4, 6, 8, 10, 12, 16, 20, 40, … */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = power === 1 ? [1, 2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 4, 6, 8, 10];
  return Math.round((steps.find(step => step * power >= value) ?? 10) * power);
}

export function topOf(series: readonly Series[]): number {
  const values = series.filter(isDrawn).flatMap(({ values }) => values);
  return roundUp(Math.max(1, ...values.map(value => value ?? 0)));
}

/** Returns the middle and width of each bar as fractions (0 to 1) of its row's width. */
export function barPlaces(bars: number): { readonly middle: number; readonly width: number }[] {
  const width = 0.76 / Math.max(1, bars);
  return Array.from({ length: bars }, (_, index) => ({ middle: 0.12 + width * (index + 0.5), width: width * 0.92 }));
}

export interface Picked {
  readonly row: number;
  readonly series: number;
}

/** Number of the column's bar, else the nearest line. `x`, `y`: 0 to 1 from the bottom left; undefined outside. */
export function pickedAt({ rows, series }: Sheet, x: number, y: number): Picked | undefined {
  const row = Math.floor(x * rows.length);
  if (row < 0 || row >= rows.length) return undefined;
  const bars = series.flatMap(({ shape }, index) => (shape === 'bar' ? [index] : []));
  const bar = bars[Math.floor((x * rows.length - row) * bars.length)];
  if (bar !== undefined) return { row, series: bar };
  const top = topOf(series);
  const away = series.map(one =>
    isDrawn(one) ? Math.abs((one.values[row] ?? 0) / top - y) : Number.POSITIVE_INFINITY,
  );
  return { row, series: away.indexOf(Math.min(...away)) };
}

/** Moves by this many rows and drawn series, clamped to the chart. */
export function pickedBeside(
  { rows, series }: Sheet,
  { row, series: index }: Picked,
  rowsOn: number,
  seriesOn: number,
): Picked {
  const drawn = series.flatMap((one, place) => (isDrawn(one) ? [place] : []));
  const place = clamp(drawn.indexOf(index) + seriesOn, drawn.length);
  return { row: clamp(row + rowsOn, rows.length), series: drawn[place] ?? 0 };
}

function clamp(place: number, length: number): number {
  return Math.max(0, Math.min(length - 1, place));
}

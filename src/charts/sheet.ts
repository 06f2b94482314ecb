/** One row of numbers, or the bars or the line that show them; `Behind` says what a number counts. */
export interface Series<Behind = unknown> {
  readonly key: string;
  readonly label: string;
  /** What has another unit than the others is in the table alone. */
  readonly shape: 'bar' | 'line' | 'none';
  /** One of several severities, the gravest first. */
  readonly isSeverity?: boolean;
  /** One for each row; null where there is none. */
  readonly values: readonly (number | null)[];
  /** What lies behind a number; undefined where there is no list of it. */
  behind?(row: number): Behind | undefined;
}

/** A chart as numbers: what is drawn, read out as a table, and saved. */
export interface Sheet<Behind = unknown> {
  /** Of its part of a page, and of its file. */
  readonly name: string;
  readonly title: string;
  /** What the rows are: days, ages, hours. */
  readonly rowTitle: string;
  /** What the drawn numbers count. */
  readonly unit: string;
  readonly rows: readonly { readonly label: string; readonly date?: string }[];
  readonly series: readonly Series<Behind>[];
}

export function isDrawn({ shape }: Series): boolean {
  return shape !== 'none';
}

/** True where there is nothing to draw. */
export function isBlank({ series }: Sheet): boolean {
  return series.filter(isDrawn).every(({ values }) => values.every(value => value === null || value === 0));
}

/** The next number that reads well, and halves well from 2 on: 1, 2, 4, 6, 8, 10, 12, 16, 20, 40, … */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = power === 1 ? [1, 2, 4, 6, 8, 10] : [1, 1.2, 1.6, 2, 4, 6, 8, 10];
  return Math.round((steps.find(step => step * power >= value) ?? 10) * power);
}

/** What the top of the drawing stands for. */
export function topOf(series: readonly Series[]): number {
  const values = series.filter(isDrawn).flatMap(({ values }) => values);
  return roundUp(Math.max(1, ...values.map(value => value ?? 0)));
}

/** Where the bars of one row stand: their middle and width as parts of the row's room, each from 0 to 1. */
export function barPlaces(bars: number): { readonly middle: number; readonly width: number }[] {
  const width = 0.76 / Math.max(1, bars);
  return Array.from({ length: bars }, (_, index) => ({ middle: 0.12 + width * (index + 0.5), width: width * 0.92 }));
}

/** Which number of a chart a person points at. */
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
  const top = topOf(series);
  const away = series.map(one =>
    isDrawn(one) ? Math.abs((one.values[row] ?? 0) / top - y) : Number.POSITIVE_INFINITY,
  );
  return { row, series: away.indexOf(Math.min(...away)) };
}

/** The number beside another one: so many rows and drawn series further, as far as there are any. */
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

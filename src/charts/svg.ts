import { lookOf, type Palette } from './looks.js';
import { barPlaces, isDrawn, type Picked, type Series, type Sheet, topOf } from './sheet.js';

/** Size of a drawing and bounds of its plot area, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const inFile: Frame = { width: 800, height: 360, left: 56, right: 788, top: 94, bottom: 306 };

/** Returns a frame of this width for the page, which shows title and legend itself. */
export function frameOnPage(width: number): Frame {
  return { width, height: 190, left: 40, right: Math.max(120, width) - 12, top: 26, bottom: 144 };
}

/** Returns the position of a number in pixels; at the bottom if the row has no value. */
export function placeOf(
  { rows, series }: Sheet,
  frame: Frame,
  { row, series: index }: Picked,
): { x: number; y: number } {
  const bars = series.flatMap(({ shape }, place) => (shape === 'bar' ? [place] : []));
  const middle = barPlaces(bars.length)[bars.indexOf(index)]?.middle ?? 0.5;
  const y = heightOf(series, frame)(series[index]?.values[row] ?? 0);
  return { x: frame.left + rowWidth(rows, frame) * (row + middle), y };
}

/** Draws a sheet as an SVG file with title, legend and axes; each number is a tooltip. */
export function svgOf(sheet: Sheet, palette: Palette): string {
  const { title, series } = sheet;
  return drawing(inFile, [
    `<title>${xml(title)}</title>`,
    `<rect width="${inFile.width}" height="${inFile.height}" fill="${xml(palette.ground)}"/>`,
    `<text x="${inFile.left}" y="30" font-size="18" fill="${xml(palette.ink)}">${xml(title)}</text>`,
    ...legend(series, palette),
    ...plot(sheet, palette, inFile, true),
  ]);
}

/** Draws the plot alone: title, legend, background and tooltips come from the page. */
export function plotOf(sheet: Sheet, palette: Palette, frame: Frame): string {
  return drawing(frame, plot(sheet, palette, frame, false));
}

function drawing({ width, height }: Frame, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function plot(sheet: Sheet, palette: Palette, frame: Frame, isTitled: boolean): string[] {
  const { series, unit, rowTitle } = sheet;
  return [
    text(8, frame.top - 14, unit, palette.ink, 'start'),
    text(frame.right, frame.bottom + 38, rowTitle, palette.ink, 'end'),
    ...scale(series, palette, frame),
    ...drawn(sheet, palette, frame, isTitled),
    `<path d="M${frame.left} ${frame.bottom}H${frame.right}" stroke="${xml(palette.grid)}"/>`,
    ...rowLabels(sheet, palette, frame),
  ];
}

/** Draws every n-th label, counted from the last, so that labels do not overlap. */
function rowLabels({ rows }: Sheet, palette: Palette, frame: Frame): string[] {
  const maxLabel = Math.max(0, ...rows.map(({ label }) => label.length));
  const fitting = Math.max(2, Math.floor((frame.right - frame.left) / Math.max(56, maxLabel * 6 + 10)));
  const step = Math.ceil(rows.length / fitting);
  return rows.flatMap(({ label }, row) => {
    const x = frame.left + rowWidth(rows, frame) * (row + 0.5);
    return (rows.length - 1 - row) % step === 0 ? [text(x, frame.bottom + 20, label, palette.ink, 'middle')] : [];
  });
}

function rowWidth(rows: Sheet['rows'], { left, right }: Frame): number {
  return (right - left) / Math.max(1, rows.length);
}

function drawn({ rows, series }: Sheet, palette: Palette, frame: Frame, isTitled: boolean): string[] {
  const places = barPlaces(series.filter(({ shape }) => shape === 'bar').length);
  const width = rowWidth(rows, frame);
  const yOf = heightOf(series, frame);
  const titleOf = (one: Series, row: number, value: number): string =>
    isTitled ? numberTitle(one, rows[row]?.label, value) : '';
  let bar = 0;
  return series.flatMap((one, index) => {
    if (!isDrawn(one)) return [];
    const look = lookOf(index, one);
    const color = xml(palette.of(look));
    if (one.shape === 'line') {
      const points = rows.flatMap((_, row) => {
        const value = one.values[row];
        return value == null ? [] : [{ x: round(frame.left + width * (row + 0.5)), y: round(yOf(value)), value, row }];
      });
      const marks = points.map(({ x, y, value, row }) => {
        return `<circle cx="${x}" cy="${y}" r="6" fill="${color}" fill-opacity="0">${titleOf(one, row, value)}</circle>`;
      });
      const way = points.map(({ x, y }) => `${x},${y}`).join(' ');
      return [
        `<polyline points="${way}" fill="none" stroke="${color}" stroke-width="2"${dashOf(look.dash)}/>`,
        ...marks,
      ];
    }
    const place = places[bar++];
    if (place === undefined) return [];
    const fill = look.filled ? color : xml(palette.ground);
    return rows.flatMap((_, row) => {
      const value = one.values[row];
      if (value == null || value === 0) return [];
      const x = frame.left + width * (row + place.middle - place.width / 2);
      const y = yOf(value);
      return [
        `<rect x="${round(x)}" y="${round(y)}" width="${round(width * place.width)}" height="${round(frame.bottom - y)}" fill="${fill}" stroke="${color}">${titleOf(one, row, value)}</rect>`,
      ];
    });
  });
}

function numberTitle({ label }: Series, row: string | undefined, value: number): string {
  return `<title>${xml(`${label}, ${row ?? ''}: ${value}`)}</title>`;
}

function legend(series: readonly Series[], palette: Palette): string[] {
  let x: number = inFile.left;
  return series.flatMap((one, index) => {
    const { label, shape } = one;
    if (shape === 'none') return [];
    const look = lookOf(index, one);
    const color = xml(palette.of(look));
    const sign =
      shape === 'line'
        ? `<path d="M${x} 52h20" stroke="${color}" stroke-width="2"${dashOf(look.dash)}/>`
        : `<rect x="${x}" y="46" width="12" height="12" fill="${look.filled ? color : xml(palette.ground)}" stroke="${color}"/>`;
    const words = text(x + 26, 56, label, palette.ink, 'start');
    x += 42 + label.length * 7;
    return [sign, words];
  });
}

function scale(series: readonly Series[], palette: Palette, frame: Frame): string[] {
  const top = topOf(series);
  const yOf = heightOf(series, frame);
  return (top < 2 ? [0, top] : [0, top / 2, top]).flatMap(value => {
    const number = text(frame.left - 8, yOf(value) + 4, String(value), palette.ink, 'end');
    if (value === 0) return [number];
    const line = `M${frame.left} ${round(yOf(value))}H${frame.right}`;
    return [`<path d="${line}" stroke="${xml(palette.grid)}" stroke-dasharray="2 4"/>`, number];
  });
}

function heightOf(series: readonly Series[], { top, bottom }: Frame): (value: number) => number {
  const max = topOf(series);
  return value => bottom - (value / max) * (bottom - top);
}

function dashOf(dash: readonly number[]): string {
  return dash.length === 0 ? '' : ` stroke-dasharray="${dash.join(' ')}"`;
}

function text(x: number, y: number, words: string, color: string, anchor: string): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${xml(color)}">${xml(words)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function xml(words: string): string {
  return words
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

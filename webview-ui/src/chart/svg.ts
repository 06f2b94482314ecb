import { lookOf, type Palette } from './looks.js';
import { barPlaces, type Series, type Sheet, topOf } from './sheet.js';

/** Of the drawing, in pixels. */
const size = { width: 800, height: 360 } as const;
const frame = { left: 56, right: 744, top: 76, bottom: 316 } as const;
const maxLabels = 12;

/** A sheet as a picture of its own: title, legend, both scales and all numbers. */
export function svgOf(sheet: Sheet, palette: Palette): string {
  const { title, rows, series } = sheet;
  const repository = (frame.right - frame.left) / Math.max(1, rows.length);
  const middleOf = (row: number): number => frame.left + repository * (row + 0.5);
  const hasApart = series.some(({ apart }) => apart);
  const step = Math.ceil(rows.length / maxLabels);
  const labels = rows.flatMap(({ label }, row) =>
    (rows.length - 1 - row) % step === 0 ? [text(middleOf(row), frame.bottom + 20, label, palette.ink, 'middle')] : [],
  );
  const parts = [
    `<rect width="${size.width}" height="${size.height}" fill="${xml(palette.ground)}"/>`,
    `<text x="${frame.left}" y="30" font-size="18" fill="${xml(palette.ink)}">${xml(title)}</text>`,
    ...legend(series, palette),
    ...scale(series, false, frame.left - 8, 'end', palette),
    ...(hasApart ? scale(series, true, frame.right + 8, 'start', palette) : []),
    ...drawn(sheet, repository, palette),
    `<path d="M${frame.left} ${frame.bottom}H${frame.right}" stroke="${xml(palette.grid)}"/>`,
    ...labels,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">`,
    `<title>${xml(title)}</title>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function drawn({ rows, series }: Sheet, repository: number, palette: Palette): string[] {
  const places = barPlaces(series.filter(({ shape }) => shape === 'bar').length);
  let bar = 0;
  return series.flatMap((one, index) => {
    const look = lookOf(index);
    const color = xml(palette.of(look));
    const yOf = heightOf(series, one.apart ?? false);
    if (one.shape === 'line') {
      const points = rows.flatMap((_, row) => {
        const value = one.values[row];
        return value == null ? [] : [`${round(frame.left + repository * (row + 0.5))},${round(yOf(value))}`];
      });
      const dash = look.dash.length === 0 ? '' : ` stroke-dasharray="${look.dash.join(' ')}"`;
      return [`<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"${dash}/>`];
    }
    const place = places[bar++];
    if (place === undefined) return [];
    const fill = look.filled ? color : xml(palette.ground);
    return rows.flatMap((_, row) => {
      const value = one.values[row];
      if (value == null || value === 0) return [];
      const x = frame.left + repository * (row + place.middle - place.width / 2);
      const y = yOf(value);
      return [
        `<rect x="${round(x)}" y="${round(y)}" width="${round(repository * place.width)}" height="${round(frame.bottom - y)}" fill="${fill}" stroke="${color}"/>`,
      ];
    });
  });
}

function legend(series: readonly Series[], palette: Palette): string[] {
  let x: number = frame.left;
  return series.flatMap(({ label, shape }, index) => {
    const look = lookOf(index);
    const color = xml(palette.of(look));
    const dash = look.dash.length === 0 ? '' : ` stroke-dasharray="${look.dash.join(' ')}"`;
    const sign =
      shape === 'line'
        ? `<path d="M${x} 52h20" stroke="${color}" stroke-width="2"${dash}/>`
        : `<rect x="${x}" y="46" width="12" height="12" fill="${look.filled ? color : xml(palette.ground)}" stroke="${color}"/>`;
    const words = text(x + 26, 56, label, palette.ink, 'start');
    x += 42 + label.length * 7;
    return [sign, words];
  });
}

function scale(series: readonly Series[], apart: boolean, x: number, anchor: string, palette: Palette): string[] {
  const top = topOf(series, apart);
  const yOf = heightOf(series, apart);
  return (top < 2 ? [0, top] : [0, top / 2, top]).flatMap(value => [
    ...(apart || value === 0
      ? []
      : [
          `<path d="M${frame.left} ${round(yOf(value))}H${frame.right}" stroke="${xml(palette.grid)}" stroke-dasharray="2 4"/>`,
        ]),
    text(x, yOf(value) + 4, String(value), palette.ink, anchor),
  ]);
}

function heightOf(series: readonly Series[], apart: boolean): (value: number) => number {
  const top = topOf(series, apart);
  return value => frame.bottom - (value / top) * (frame.bottom - frame.top);
}

function text(x: number, y: number, words: string, color: string, anchor: string): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${xml(color)}">${xml(words)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Text as XML takes it: signs of markup written out, characters that no document may hold left out. */
function xml(words: string): string {
  return words
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

import './knownLanguage.js';
import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { lookOf, type Palette, paper, themePalette } from './looks.js';
import { barPlaces, drawnNumbers, type Sheet, topOf } from './sheet.js';

/** Which number of a chart a person pointed at. */
export interface Picked {
  readonly row: number;
  readonly series: number;
}

const height = 170;

/**
 * The drawing of a sheet. It says nothing that the table beside it does not say, so that screen readers pass it by; told of a
 * click by the event `pick`.
 */
export class StateroomPlot extends HTMLElement {
  #sheet: Sheet | undefined;
  #plot: uPlot | undefined;
  #drawn = '';
  readonly #resized = new ResizeObserver(() => this.#fit());
  readonly #paper = matchMedia('print');
  /** The theme is the body's class. */
  readonly #themed = new MutationObserver(() => this.#rebuild());
  readonly #rebuildNow = (): void => this.#rebuild();

  set sheet(sheet: Sheet) {
    const before = this.#sheet;
    this.#sheet = sheet;
    if (!this.isConnected) return;
    const numbers = JSON.stringify(dataOf(sheet));
    // Other lines or other tops are another drawing; mere numbers are put into the one there is.
    if (this.#plot === undefined || before === undefined || frameOf(before) !== frameOf(sheet)) this.#rebuild();
    else if (numbers !== this.#drawn) this.#plot.setData(dataOf(sheet));
    this.#drawn = numbers;
  }

  /** What is drawn, with the colours it is drawn in. */
  get canvas(): HTMLCanvasElement | undefined {
    return this.#plot?.ctx.canvas;
  }

  connectedCallback(): void {
    this.#resized.observe(this);
    this.#themed.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
    this.#paper.addEventListener('change', this.#rebuildNow);
    this.#rebuild();
  }

  disconnectedCallback(): void {
    this.#resized.disconnect();
    this.#themed.disconnect();
    this.#paper.removeEventListener('change', this.#rebuildNow);
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  #fit(): void {
    const width = this.clientWidth;
    if (this.#plot === undefined || width === 0 || width === this.#plot.width) return;
    this.#plot.setSize({ width, height });
  }

  #rebuild(): void {
    const sheet = this.#sheet;
    if (sheet === undefined) return;
    this.#plot?.destroy();
    const palette = this.#paper.matches ? paper : themePalette();
    this.#plot = new uPlot(optionsOf(sheet, palette, Math.max(120, this.clientWidth)), dataOf(sheet), this);
    this.#drawn = JSON.stringify(dataOf(sheet));
    this.#plot.over.addEventListener('click', event => this.#pick(event));
  }

  #pick(event: MouseEvent): void {
    const [sheet, plot] = [this.#sheet, this.#plot];
    const row = plot?.cursor.idx;
    if (sheet === undefined || plot === undefined || row == null) return;
    const { left, top, width, height: repository } = plot.over.getBoundingClientRect();
    const series = pickedSeries(sheet, row, (event.clientX - left) / width, 1 - (event.clientY - top) / repository);
    if (series !== undefined) this.dispatchEvent(new CustomEvent<Picked>('pick', { detail: { row, series } }));
  }
}
customElements.define('stateroom-plot', StateroomPlot);

/** The series whose bar is there, else the one whose line is next to it; `x` and `y` from 0 to 1 from below left. */
export function pickedSeries(sheet: Sheet, row: number, x: number, y: number): number | undefined {
  const bars = sheet.series.flatMap(({ shape }, index) => (shape === 'bar' ? [index] : []));
  const within = x * sheet.rows.length - row;
  if (bars.length > 0) return bars[Math.min(bars.length - 1, Math.max(0, Math.floor(within * bars.length)))];
  const top = topOf(sheet.series, false);
  const away = sheet.series.map(({ values }) => Math.abs((values[row] ?? 0) / top - y));
  const nearest = away.indexOf(Math.min(...away));
  return nearest < 0 ? undefined : nearest;
}

function dataOf({ rows, series }: Sheet): uPlot.AlignedData {
  return [rows.map((_, index) => index), ...series.map(drawnNumbers)];
}

/** All of a sheet but its numbers. */
function frameOf({ rows, series }: Sheet): string {
  const tops = [topOf(series, false), topOf(series, true)];
  return JSON.stringify([rows.map(({ label }) => label), series.map(({ key, label }) => [key, label]), tops]);
}

function optionsOf(sheet: Sheet, palette: Palette, width: number): uPlot.Options {
  const { rows, series } = sheet;
  const bars = series.filter(({ shape }) => shape === 'bar').length;
  const places = barPlaces(bars);
  const hasApart = series.some(({ apart }) => apart);
  const axis = { stroke: palette.ink, font: '11px sans-serif', labelFont: '11px sans-serif' };
  const quiet = { show: false };
  const scaleUpTo = (apart: boolean): uPlot.Scale => ({ range: [0, topOf(series, apart)] });
  let bar = 0;
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: [-0.5, Math.max(1, rows.length) - 0.5] },
      y: scaleUpTo(false),
      ...(hasApart ? { apart: scaleUpTo(true) } : {}),
    },
    axes: [
      {
        ...axis,
        size: 24,
        grid: quiet,
        ticks: quiet,
        splits: () => labelled(rows, width),
        values: (_plot, splits) => splits.map(split => rows[split]?.label ?? ''),
      },
      {
        ...axis,
        size: 34,
        ticks: quiet,
        grid: { stroke: palette.grid, width: 1, dash: [2, 4] },
        ...halves(series, false),
      },
      ...(hasApart
        ? [{ ...axis, scale: 'apart', side: 1, size: 34, ticks: quiet, grid: quiet, ...halves(series, true) }]
        : []),
    ],
    series: [
      {},
      ...series.map((one, index): uPlot.Series => {
        const look = lookOf(index);
        const color = palette.of(look);
        const shared = { label: one.label, scale: one.apart ? 'apart' : 'y', stroke: color, points: { show: false } };
        if (one.shape === 'line') return { ...shared, width: 2, dash: [...look.dash], spanGaps: true };
        const place = places[bar++];
        return {
          ...shared,
          width: look.filled ? 0 : 2,
          fill: look.filled ? color : palette.ground,
          paths: barsAt(place?.middle ?? 0.5, place?.width ?? 0.7),
        };
      }),
    ],
  };
}

/** Labels that do not run into each other: the first, the last, and what fits between. */
function labelled(rows: Sheet['rows'], width: number): number[] {
  const longest = Math.max(0, ...rows.map(({ label }) => label.length));
  // Of the axis' font a character takes about 6 pixels.
  const repository = Math.max(70, longest * 6 + 10);
  const step = Math.max(1, Math.ceil(rows.length / Math.max(2, Math.floor(width / repository))));
  return rows.flatMap((_, index) => ((rows.length - 1 - index) % step === 0 ? [index] : []));
}

function halves(series: Sheet['series'], apart: boolean): Pick<uPlot.Axis, 'splits' | 'values'> {
  const top = topOf(series, apart);
  return {
    splits: () => (top < 2 ? [0, top] : [0, top / 2, top]),
    values: (_plot, splits) => splits.map(split => String(split)),
  };
}

/** Bars whose middle and width are parts of a row's room. */
function barsAt(middle: number, width: number): uPlot.Series.PathBuilder {
  const build = uPlot.paths.bars?.({
    disp: {
      x0: { unit: 1, values: plot => Array.from(plot.data[0], value => value - 0.5 + middle - width / 2) },
      size: { unit: 1, values: plot => Array.from(plot.data[0], () => width) },
    },
  });
  if (build === undefined) throw new Error('uPlot draws no bars.');
  return build;
}

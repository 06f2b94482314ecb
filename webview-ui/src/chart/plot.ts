import { themed } from '../../../src/charts/looks.js';
import { isDrawn, type Picked, pickedAt, pickedBeside, type Sheet } from '../../../src/charts/sheet.js';
import { type Frame, frameOnPage, placeOf, plotOf } from '../../../src/charts/svg.js';

/** Steps of the arrow keys: rows, then series. */
const keys: Readonly<Record<string, readonly [rows: number, series: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [Number.NEGATIVE_INFINITY, 0],
  End: [Number.POSITIVE_INFINITY, 0],
};

/** Drawing of a sheet, with a label at the number under the pointer or arrow keys. Click and Enter raise `pick`. */
export class StateroomPlot extends HTMLElement {
  #sheet: Sheet | undefined;
  #drawn = '';
  #at: Picked | undefined;
  /** Formats a number with its row and series. */
  says: (picked: Picked) => string = () => '';
  readonly #drawing = document.createElement('div');
  readonly #band = document.createElement('div');
  readonly #tip = document.createElement('div');
  readonly #read = document.createElement('span');
  readonly #resized = new ResizeObserver(() => this.#draw());

  constructor() {
    super();
    this.#band.className = 'band';
    this.#tip.className = 'tip';
    this.#read.className = 'unseen';
    this.#read.setAttribute('role', 'status');
    for (const picture of [this.#drawing, this.#band, this.#tip]) picture.setAttribute('aria-hidden', 'true');
    this.#show(undefined);
    this.addEventListener('pointermove', event => this.#show(this.#pickedBy(event)));
    this.addEventListener('pointerleave', () => this.#show(undefined));
    this.addEventListener('click', event => this.#pick(this.#pickedBy(event)));
    this.addEventListener('keydown', event => this.#press(event));
    this.addEventListener('blur', () => {
      this.#show(undefined);
      this.#read.textContent = '';
    });
  }

  set sheet(sheet: Sheet) {
    this.#sheet = sheet;
    this.#draw();
  }

  connectedCallback(): void {
    this.append(this.#drawing, this.#band, this.#tip, this.#read);
    this.#resized.observe(this);
  }

  disconnectedCallback(): void {
    this.#resized.disconnect();
  }

  get #frame(): Frame {
    return frameOnPage(this.clientWidth);
  }

  #draw(): void {
    if (this.#sheet === undefined || this.clientWidth === 0) return;
    const svg = plotOf(this.#sheet, themed, this.#frame);
    if (svg === this.#drawn) return;
    this.#drawn = svg;
    const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
    this.#drawing.replaceChildren(document.importNode(documentElement, true));
    // The number may have changed or moved.
    this.#show(this.#at);
  }

  #pickedBy({ clientX, clientY }: MouseEvent): Picked | undefined {
    const { left, top } = this.getBoundingClientRect();
    const frame = this.#frame;
    const x = (clientX - left - frame.left) / (frame.right - frame.left);
    const y = (top + frame.bottom - clientY) / (frame.bottom - frame.top);
    return this.#sheet && pickedAt(this.#sheet, x, y);
  }

  #pick(detail: Picked | undefined): void {
    if (detail !== undefined) this.dispatchEvent(new CustomEvent<Picked>('pick', { detail }));
  }

  #press(event: KeyboardEvent): void {
    const sheet = this.#sheet;
    if (sheet === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    const way = keys[key];
    if (way !== undefined || key === 'Enter' || key === ' ') event.preventDefault();
    if (key === 'Escape') this.#show(undefined);
    else if (key === 'Enter' || key === ' ') this.#pick(this.#at);
    else if (way !== undefined) this.#go(sheet, way);
  }

  /** Moves to the next number; to the latest if none is selected. */
  #go(sheet: Sheet, way: readonly [rows: number, series: number]): void {
    const latest = { row: sheet.rows.length - 1, series: sheet.series.findIndex(isDrawn) };
    this.#show(this.#at === undefined ? latest : pickedBeside(sheet, this.#at, ...way));
    this.#read.textContent = this.#tip.textContent;
  }

  #show(picked: Picked | undefined): void {
    const sheet = this.#sheet;
    const isThere = sheet !== undefined && picked !== undefined && picked.row < sheet.rows.length;
    this.#at = isThere ? picked : undefined;
    this.#band.hidden = !isThere;
    this.#tip.hidden = !isThere;
    if (!isThere) return;
    const frame = this.#frame;
    const { x, y } = placeOf(sheet, frame, picked);
    const width = (frame.right - frame.left) / sheet.rows.length;
    this.#band.style.left = `${frame.left + width * picked.row}px`;
    this.#band.style.width = `${width}px`;
    this.#band.style.top = `${frame.top}px`;
    this.#band.style.height = `${frame.bottom - frame.top}px`;
    this.#tip.textContent = this.says(picked);
    // Beside the number, on the side with more room.
    const isLeft = x < frame.width / 2;
    this.#tip.style.left = isLeft ? `${x + 8}px` : '';
    this.#tip.style.right = isLeft ? '' : `${frame.width - x + 8}px`;
    this.#tip.style.top = `${Math.max(0, y - 24)}px`;
  }
}

customElements.define('stateroom-plot', StateroomPlot);

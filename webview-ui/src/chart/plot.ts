import { themed } from './looks.js';
import { type Picked, pickedAt, type Sheet } from './sheet.js';
import { type Frame, frameOnPage, plotOf } from './svg.js';

/**
 * The drawing of a sheet. It says nothing that the table beside it does not say, so that screen readers pass it by; told of a
 * click by the event `pick`.
 */
export class StateroomPlot extends HTMLElement {
  #sheet: Sheet | undefined;
  #drawn = '';
  readonly #resized = new ResizeObserver(() => this.#draw());

  constructor() {
    super();
    this.addEventListener('click', event => this.#pick(event));
  }

  set sheet(sheet: Sheet) {
    this.#sheet = sheet;
    this.#draw();
  }

  connectedCallback(): void {
    this.#resized.observe(this);
  }

  disconnectedCallback(): void {
    this.#resized.disconnect();
  }

  get #frame(): Frame | undefined {
    return this.#sheet && frameOnPage(this.#sheet, this.clientWidth);
  }

  #draw(): void {
    const [sheet, frame] = [this.#sheet, this.#frame];
    if (sheet === undefined || frame === undefined || this.clientWidth === 0) return;
    const svg = plotOf(sheet, themed, frame);
    if (svg === this.#drawn) return;
    this.#drawn = svg;
    const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
    this.replaceChildren(document.importNode(documentElement, true));
  }

  #pick({ clientX, clientY }: MouseEvent): void {
    const [sheet, frame] = [this.#sheet, this.#frame];
    if (sheet === undefined || frame === undefined) return;
    const { left, top } = this.getBoundingClientRect();
    const x = (clientX - left - frame.left) / (frame.right - frame.left);
    const y = (top + frame.bottom - clientY) / (frame.bottom - frame.top);
    const detail = pickedAt(sheet, x, y);
    if (detail !== undefined) this.dispatchEvent(new CustomEvent<Picked>('pick', { detail }));
  }
}
customElements.define('stateroom-plot', StateroomPlot);

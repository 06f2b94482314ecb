import type { Terminal } from '../terminal.js';
import type { Style } from './style.js';

export interface ProgressBar {
  /** Draws the progress; undefined `total` if unknown. */
  show(done: number, total: number | undefined, what: string): void;
  clear(): void;
}

const barWidth = 24;

/** Returns a line that redraws itself on a terminal; a no-op elsewhere, and with `--quiet` or `--json`. */
export function progressBar(
  output: Terminal,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): ProgressBar {
  const visible = output.isTerminal && !quiet && !json;
  let shown = '';
  return {
    show(done, total, what) {
      if (!visible) return;
      const line = total === undefined ? `${what} ${group(done)}` : `${what} ${bar(done, total, output.style)}`;
      if (line === shown) return;
      shown = line;
      output.redrawLine(line);
    },
    clear() {
      if (shown !== '') output.redrawLine('');
      shown = '';
    },
  };
}

function bar(done: number, total: number, style: Style): string {
  const share = total > 0 ? Math.min(1, done / total) : 1;
  const filled = Math.floor(share * barWidth);
  return `${style.cyan('█'.repeat(filled))}${'░'.repeat(barWidth - filled)} ${Math.floor(share * 100)} % of ${group(total)}`;
}

function group(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

import { visibleText } from '../../../domain/text/visibleText.js';
import type { Tone } from '../../../present/look.js';

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** A color or a weight. */
export type Paint = keyof typeof codes;

/** Colors and weights for a terminal, or none. */
export type Style = Readonly<Record<Paint, (text: string) => string>>;

/** The color of a tone; what asks for nothing has none. */
export const tonePaints: Readonly<Record<Tone, Paint | undefined>> = {
  error: 'red',
  warning: 'yellow',
  good: 'green',
  info: undefined,
  none: undefined,
};

/** Begins a mark of a style, up to `;`. No text that someone wrote can hold it: it is another one in each process. */
const mark = `\u001b${Math.random().toString(36).slice(2)};`;

/** A style that writes marks when `enabled`, which `renderStyle` makes codes of; else text as it is. */
export function makeStyle(enabled: boolean): Style {
  const paint =
    ([open, close]: readonly [number, number]) =>
    (text: string) =>
      enabled && text !== '' ? `${mark}${open}m${text}${mark}${close}m` : text;
  return {
    bold: paint(codes.bold),
    dim: paint(codes.dim),
    red: paint(codes.red),
    green: paint(codes.green),
    yellow: paint(codes.yellow),
    cyan: paint(codes.cyan),
  };
}

/** A text with SGR codes for its marks of a style; what is between them is made harmless for a terminal. */
export function renderStyle(text: string): string {
  const [first = '', ...painted] = text.split(mark);
  return visibleText(first) + painted.map(renderPainted).join('');
}

function renderPainted(text: string): string {
  const end = text.indexOf('m') + 1;
  return `\u001b[${text.slice(0, end)}${visibleText(text.slice(end))}`;
}

/** True when colours belong on an output: asked for, or a terminal that has not asked for none. */
export function wantsColor(
  requested: boolean | undefined,
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (requested !== undefined) return requested;
  return isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

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

export type Paint = keyof typeof codes;

export type Style = Readonly<Record<Paint, (text: string) => string>>;

export const tonePaints: Readonly<Record<Tone, Paint | undefined>> = {
  error: 'red',
  warning: 'yellow',
  good: 'green',
  info: undefined,
  none: undefined,
};

/** Prefix of style marks, up to `;`. Random per process, so no stored text can contain it. */
const mark = `\u001b${Math.random().toString(36).slice(2)};`;

/** Style that writes marks for `renderStyle` if `enabled`; else changes nothing. */
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

/** Replaces style marks by SGR codes and escapes control characters in the text between them. */
export function renderStyle(text: string): string {
  const [first = '', ...painted] = text.split(mark);
  return visibleText(first) + painted.map(renderPainted).join('');
}

function renderPainted(text: string): string {
  const end = text.indexOf('m') + 1;
  return `\u001b[${text.slice(0, end)}${visibleText(text.slice(end))}`;
}

/** True if an output gets colors: requested, or a terminal without a request for none. */
export function wantsColor(
  requested: boolean | undefined,
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  if (requested !== undefined) return requested;
  return isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

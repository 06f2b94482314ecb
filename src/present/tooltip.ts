import type { RowCommand } from './viewRow.js';

/** Part of a line. Labels are Stateroom's; values of records are raw, and the renderer escapes them. */
export interface TooltipPart {
  /** Shown in bold before the text. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly icon?: string | undefined;
  /** True for a path, branch or command. */
  readonly code?: true;
  /** Run by a click on the text; may only open something, never change anything. */
  readonly opens?: RowCommand | undefined;
}

export interface Tooltip {
  /** The full title, which a row may cut. */
  readonly heading?: { readonly ref: string; readonly title: string; readonly opens?: RowCommand | undefined };
  readonly lines: readonly (readonly TooltipPart[])[];
}

/** A string is a part without a name; undefined is left out. */
export type TooltipEntry = TooltipPart | string | undefined;

/** Each entry is a line of one part or several. */
export function tooltipOf(
  heading: Tooltip['heading'],
  lines: readonly (TooltipEntry | readonly TooltipEntry[])[],
): Tooltip {
  const written = lines.map(line => {
    const entries: readonly TooltipEntry[] = Array.isArray(line) ? line : [line];
    return entries.flatMap((entry): TooltipPart[] => {
      const part = typeof entry === 'string' ? { text: entry } : entry;
      return part === undefined || part.text === '' ? [] : [part];
    });
  });
  return { ...(heading === undefined ? {} : { heading }), lines: written.filter(line => line.length > 0) };
}

/** Part with a bold name; undefined without a text. */
export function named(
  name: string,
  text: string | null | undefined,
  more: Omit<TooltipPart, 'name' | 'text'> = {},
): TooltipPart | undefined {
  return text === null || text === undefined ? undefined : { name, text, ...more };
}

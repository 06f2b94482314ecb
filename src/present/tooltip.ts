import type { RowCommand } from './viewRow.js';

/** A part of a line in a tooltip. Labels are our own words; values from records are unescaped, and the renderer escapes them. */
export interface TooltipPart {
  /** Written in bold before the text. */
  readonly name?: string | undefined;
  readonly text: string;
  /** A codicon before all of it. */
  readonly icon?: string | undefined;
  /** A path, a branch or a command. */
  readonly code?: true;
  /** What choosing the text runs: only what opens something, never what changes anything. */
  readonly opens?: RowCommand | undefined;
}

/** What pointing at a row tells. */
export interface Tooltip {
  /** The number, and the title as a whole, which a row may cut. */
  readonly heading?: { readonly ref: string; readonly title: string; readonly opens?: RowCommand | undefined };
  readonly lines: readonly (readonly TooltipPart[])[];
}

/** A part, or a text that has nothing beside it; undefined is left out. */
export type TooltipEntry = TooltipPart | string | undefined;

/** Puts together what is there: a line of one part, or of several beside one another. */
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

/** A name in bold and what stands beside it; undefined without a text. */
export function named(
  name: string,
  text: string | null | undefined,
  more: Omit<TooltipPart, 'name' | 'text'> = {},
): TooltipPart | undefined {
  return text === null || text === undefined ? undefined : { name, text, ...more };
}

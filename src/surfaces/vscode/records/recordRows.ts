import { oneLine } from '../../../domain/text/oneLine.js';
import { linked } from '../../../present/spanPen.js';
import type { RecordRow, RecordTone } from '../../../protocol/recordState.js';

interface ShownRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon?: string | undefined;
  readonly color?: string | undefined;
}

/** Converts a row of a view to a row of a page; `refs` are the references in its own text. */
export function rowOfView(
  { label, description, icon, color }: ShownRow,
  act: RecordRow['act'],
  { inner = false, refs = [] }: { readonly inner?: boolean; readonly refs?: readonly string[] } = {},
): RecordRow {
  return {
    icon: icon === undefined ? null : iconOf(icon, color),
    line: linked(oneLine(label), refs),
    detail: description === '' ? null : oneLine(description),
    act,
    inner,
  };
}

/** An icon of the editor with its colour as a tone; drops modifiers, so `loading~spin` becomes `loading`. */
export function iconOf(icon: string, color: string | undefined): { readonly name: string; readonly tone: RecordTone } {
  return { name: icon.replace(/~.*$/, ''), tone: color === undefined ? 'none' : toneOf(color) };
}

function toneOf(color: string): RecordTone {
  if (/green/i.test(color)) return 'good';
  if (/red|error|High/.test(color)) return 'error';
  if (/yellow|orange|warning|Medium/.test(color)) return 'warning';
  return /blue|purple|info|Low/i.test(color) ? 'info' : 'none';
}

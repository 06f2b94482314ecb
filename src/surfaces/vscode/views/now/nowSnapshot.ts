import type { NowRow } from '../../../../present/nowRow.js';

/** A row of the Now view, as text. */
export interface NowRowSnapshot {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Undefined for rows that cannot be ticked. */
  readonly ticked: boolean | undefined;
  /** What a click runs. */
  readonly command: { readonly command: string; readonly arguments: readonly unknown[] } | undefined;
  readonly children: readonly NowRowSnapshot[];
}

/** What the Now view shows, as text. */
export interface NowSnapshot {
  readonly message: string | undefined;
  readonly rows: readonly NowRowSnapshot[];
}

export function snapshotRow({ id, label, description, tick, command, children = [] }: NowRow): NowRowSnapshot {
  return { id, label, description, ticked: tick?.ticked, command, children: children.map(snapshotRow) };
}

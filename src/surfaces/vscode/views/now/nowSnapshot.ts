import type { NowRow } from '../../../../present/nowRow.js';

export interface NowRowSnapshot {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly ticked: boolean | undefined;
  readonly command: { readonly command: string; readonly arguments: readonly unknown[] } | undefined;
  readonly children: readonly NowRowSnapshot[];
}

export interface NowSnapshot {
  readonly message: string | undefined;
  readonly rows: readonly NowRowSnapshot[];
}

export function snapshotRow({ id, label, description, tick, command, children = [] }: NowRow): NowRowSnapshot {
  return { id, label, description, ticked: tick?.ticked, command, children: children.map(snapshotRow) };
}

import type { NowRow } from '../../../../present/nowRow.js';

/** A row in its place. A node stays the same object while its row is shown. */
export interface NowNode {
  readonly type: 'now';
  readonly id: string;
  row: NowRow;
  parent: NowNode | undefined;
  children: NowNode[];
}

/** Whether this is a row of the Now view, as the editor hands it to a command. */
export function isNowNode(value: unknown): value is NowNode {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'now';
}

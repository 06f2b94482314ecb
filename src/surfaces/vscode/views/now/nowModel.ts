import type { NowRow } from '../../../../present/nowRow.js';
import type { NowNode } from './nowNode.js';

/** What the Now view shows: rows in their places, the same nodes as long as their rows are shown. */
export class NowModel {
  private nodes = new Map<string, NowNode>();
  private signature = '[]';
  roots: readonly NowNode[] = [];

  /** Shows these rows; true when something must be drawn again. */
  show(rows: readonly NowRow[]): boolean {
    const placed = new Map<string, NowNode>();
    this.roots = rows.map(row => this.place(row, undefined, placed));
    this.nodes = placed;
    const signature = JSON.stringify(rows);
    const changed = signature !== this.signature;
    this.signature = signature;
    return changed;
  }

  find(id: string): NowNode | undefined {
    return this.nodes.get(id);
  }

  /** When time alone makes a row wrong, ms UTC. */
  get changesAt(): number | undefined {
    let earliest: number | undefined;
    for (const { row } of this.nodes.values()) {
      if (row.changesAt !== undefined) earliest = Math.min(row.changesAt, earliest ?? row.changesAt);
    }
    return earliest;
  }

  private place(row: NowRow, parent: NowNode | undefined, placed: Map<string, NowNode>): NowNode {
    const present = this.nodes.get(row.id);
    const node: NowNode =
      present === undefined
        ? { type: 'now', id: row.id, row, parent, children: [] }
        : Object.assign(present, { row, parent });
    placed.set(row.id, node);
    node.children = (row.children ?? []).map(child => this.place(child, node, placed));
    return node;
  }
}

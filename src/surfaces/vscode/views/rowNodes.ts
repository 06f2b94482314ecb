import type { ViewRow } from '../../../present/viewRow.js';

/** Rows of one view, which stand below one another. */
export type RowOf<Row> = ViewRow & { readonly children?: readonly Row[] | undefined };

/** A row in its place. A node stays the same object while a row with its id is shown: the editor goes by identity. */
export interface RowNode<Row> {
  readonly id: string;
  row: Row;
  parent: RowNode<Row> | undefined;
  children: RowNode<Row>[];
}

/** What must be redrawn: all of it, or only these rows with their children. */
export type Redrawing<Row> = 'all' | readonly RowNode<Row>[];

/** The rows that a view shows, kept from one reading to the next, so that a change is told as the few rows it touches. */
export class RowNodes<Row extends RowOf<Row>> {
  roots: readonly RowNode<Row>[] = [];
  private nodes = new Map<string, RowNode<Row>>();
  /** What was drawn last, by the row's id. */
  private drawn = new Map<string, string>();

  find(id: string): RowNode<Row> | undefined {
    return this.nodes.get(id);
  }

  /** Every row, also those that are folded away. */
  get all(): Iterable<RowNode<Row>> {
    return this.nodes.values();
  }

  /** When time alone makes a row wrong, ms UTC. */
  get changesAt(): number | undefined {
    let earliest: number | undefined;
    for (const { row } of this.nodes.values()) {
      if (row.changesAt !== undefined) earliest = Math.min(row.changesAt, earliest ?? row.changesAt);
    }
    return earliest;
  }

  /** Puts these rows in place of the last ones. */
  show(rows: readonly Row[]): Redrawing<Row> {
    const last = { nodes: this.nodes, drawn: this.drawn, roots: idsOf(this.roots) };
    const changed: RowNode<Row>[] = [];
    this.nodes = new Map();
    this.drawn = new Map();
    // Its children are redrawn with a row. A full redraw would move other rows during a click.
    const place = (row: Row, parent: RowNode<Row> | undefined, isCovered: boolean): RowNode<Row> => {
      const node: RowNode<Row> = last.nodes.get(row.id) ?? { id: row.id, row, parent, children: [] };
      const looks = looksOf(row);
      const differs = !isCovered && looks !== last.drawn.get(row.id);
      if (differs) changed.push(node);
      this.nodes.set(row.id, node);
      this.drawn.set(row.id, looks);
      const children = (row.children ?? []).map(child => place(child, node, isCovered || differs));
      return Object.assign(node, { row, parent, children });
    };
    this.roots = rows.map(row => place(row, undefined, false));
    return idsOf(this.roots) === last.roots ? changed : 'all';
  }
}

/** All that is drawn of a row, and which rows are below it. */
function looksOf(row: RowOf<ViewRow>): string {
  const { label, description, icon, color, file, contextValue, spoken, tooltip, command, tick, revision } = row;
  const below = row.children === undefined ? '' : idsOf(row.children);
  const words = [label, description, contextValue, spoken, tooltip, icon, color, file];
  return JSON.stringify([...words, command, tick?.ticked, revision, row.folds, below]);
}

function idsOf(rows: readonly { readonly id: string }[]): string {
  return rows.map(({ id }) => id).join('\n');
}

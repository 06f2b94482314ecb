import type { ViewRow } from '../../../present/viewRow.js';

export type RowOf<Row> = ViewRow & { readonly children?: readonly Row[] | undefined };

/** A row in the tree: the same object while a row with its id is shown, as the editor compares by identity. */
export interface RowNode<Row> {
  readonly id: string;
  row: Row;
  parent: RowNode<Row> | undefined;
  children: RowNode<Row>[];
}

/** Rows to redraw, with their children; or all. */
export type Redrawing<Row> = 'all' | readonly RowNode<Row>[];

/** The shown rows, kept between reads, so that a change redraws only the rows that it affects. */
export class RowNodes<Row extends RowOf<Row>> {
  roots: readonly RowNode<Row>[] = [];
  private nodes = new Map<string, RowNode<Row>>();
  /** Appearance of drawn rows, by id. */
  private drawn = new Map<string, string>();

  find(id: string): RowNode<Row> | undefined {
    return this.nodes.get(id);
  }

  /** All rows, folded ones included. */
  get all(): Iterable<RowNode<Row>> {
    return this.nodes.values();
  }

  /** Next time at which a row becomes outdated without a change, ms UTC. */
  get changesAt(): number | undefined {
    let earliest: number | undefined;
    for (const { row } of this.nodes.values()) {
      if (row.changesAt !== undefined) earliest = Math.min(row.changesAt, earliest ?? row.changesAt);
    }
    return earliest;
  }

  /** Replaces the rows; returns those to redraw. */
  show(rows: readonly Row[]): Redrawing<Row> {
    const last = { nodes: this.nodes, drawn: this.drawn, roots: idsOf(this.roots) };
    const changed: RowNode<Row>[] = [];
    this.nodes = new Map();
    this.drawn = new Map();
    // A row is redrawn with its children. A full redraw would move other rows during a click.
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

/** Returns a key of a row's appearance and of the ids of its children. */
function looksOf(row: RowOf<ViewRow>): string {
  const { label, description, icon, color, file, contextValue, spoken, tooltip, command, tick, revision } = row;
  const below = row.children === undefined ? '' : idsOf(row.children);
  const words = [label, description, contextValue, spoken, tooltip, icon, color, file];
  return JSON.stringify([...words, command, tick?.ticked, revision, row.folds, below]);
}

function idsOf(rows: readonly { readonly id: string }[]): string {
  return rows.map(({ id }) => id).join('\n');
}

import * as vscode from 'vscode';
import type { ViewRow } from '../../../present/viewRow.js';
import { recordTooltip } from './recordTooltip.js';
import type { Redrawing, RowNode, RowNodes, RowOf } from './rowNodes.js';

export interface RecordTreeHost<Row> {
  /** Resolves when the first reading has been shown. */
  ready(): Promise<void>;
  unfold(node: RowNode<Row>): Promise<void>;
  dress(item: vscode.TreeItem, row: Row): void;
  /** Adds properties that are needed only on hover or selection. */
  readonly resolve: ((item: vscode.TreeItem, row: Row) => Promise<void> | void) | undefined;
}

export class RecordTree<Row extends RowOf<Row>> implements vscode.TreeDataProvider<RowNode<Row>>, vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<RowNode<Row>[] | undefined>();
  /** False until the editor got its first rows: a change event before that makes it drop them. */
  private isDrawn = false;
  /** Rows whose first children are being loaded, with the number of pending requests. */
  private readonly awaited = new Map<RowNode<Row>, number>();
  readonly onDidChangeTreeData = this.emitter.event;
  /** Absent if a view has nothing to add: the editor then shows the label of a hovered row. */
  readonly resolveTreeItem?: (item: vscode.TreeItem, node: RowNode<Row>) => Promise<vscode.TreeItem>;

  constructor(
    private readonly nodes: RowNodes<Row>,
    private readonly host: RecordTreeHost<Row>,
  ) {
    const { resolve } = host;
    if (resolve === undefined) return;
    this.resolveTreeItem = async (item, { row }) => {
      await resolve(item, row);
      return item;
    };
  }

  /** Redraws rows; unfolded and selected ones stay so, by id. A row selected during a full redraw does not open. */
  show(redrawing: Redrawing<Row>): void {
    if (!this.isDrawn) return;
    // An event for rows that are being loaded would make the editor drop and fetch them again.
    const changed = redrawing === 'all' ? undefined : redrawing.filter(node => !this.awaited.has(node));
    if (changed === undefined || changed.length > 0) this.emitter.fire(changed);
  }

  async getChildren(node?: RowNode<Row>): Promise<RowNode<Row>[]> {
    if (node === undefined) {
      await this.host.ready();
      this.isDrawn = true;
      return [...this.nodes.roots];
    }
    await this.unfold(node);
    return [...node.children];
  }

  async unfold(node: RowNode<Row>): Promise<void> {
    if (node.children.length > 0) return this.host.unfold(node);
    this.awaited.set(node, (this.awaited.get(node) ?? 0) + 1);
    try {
      await this.host.unfold(node);
    } finally {
      const others = (this.awaited.get(node) ?? 1) - 1;
      if (others === 0) this.awaited.delete(node);
      else this.awaited.set(node, others);
    }
  }

  getParent(node: RowNode<Row>): RowNode<Row> | undefined {
    return node.parent;
  }

  getTreeItem({ row, children }: RowNode<Row>): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    const folding = row.open === true ? Expanded : Collapsed;
    const item = new vscode.TreeItem(row.label, row.folds === true || children.length > 0 ? folding : None);
    item.id = row.id;
    item.description = row.description;
    item.contextValue = row.contextValue;
    item.accessibilityInformation = { label: row.spoken };
    if (row.tooltip !== undefined) {
      item.tooltip = typeof row.tooltip === 'string' ? row.tooltip : recordTooltip(row.tooltip);
    }
    if (row.tick !== undefined) item.checkboxState = boxOf(row, row.tick);
    if (row.file !== undefined) {
      // The icon theme uses the name; the editor's own decorations do not apply to a file of another folder.
      item.resourceUri = vscode.Uri.file(row.file);
      item.iconPath = vscode.ThemeIcon.File;
    } else if (row.icon !== undefined && row.tick === undefined) item.iconPath = iconOf(row.icon, row.color);
    if (row.command !== undefined) {
      item.command = { command: row.command.command, title: row.label, arguments: [...row.command.arguments] };
    }
    this.host.dress(item, row);
    return item;
  }

  dispose(): void {
    this.emitter.dispose();
  }
}

function boxOf(
  { label, spoken }: ViewRow,
  { ticked, means }: NonNullable<ViewRow['tick']>,
): NonNullable<vscode.TreeItem['checkboxState']> {
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  const accessibilityInformation = { label: means ?? spoken, role: 'checkbox' };
  return { state: ticked ? Checked : Unchecked, tooltip: means ?? label, accessibilityInformation };
}

function iconOf(name: string, color: string | undefined): vscode.ThemeIcon {
  return color === undefined ? new vscode.ThemeIcon(name) : new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
}

import type * as vscode from 'vscode';
import { rowName } from '../rowName.js';
import { constants, EventEmitter } from './values.js';

/** A row of a view in sight; the label is what tests call it. */
export interface ViewRow {
  readonly label: string;
  readonly isSelected: boolean;
}

/** A view of the side bar. Nothing is drawn: rows are asked for when someone looks. */
export class TreeView<Node> implements vscode.TreeView<Node> {
  selection: readonly Node[] = [];
  visible = true;
  message?: string;
  title?: string;
  description?: string;
  badge?: vscode.ViewBadge | undefined;
  private readonly provider: vscode.TreeDataProvider<Node>;
  private readonly unfolded = new Set<Node>();
  private readonly expanded = new EventEmitter<vscode.TreeViewExpansionEvent<Node>>();
  private readonly selected = new EventEmitter<vscode.TreeViewSelectionChangeEvent<Node>>();
  private readonly seen = new EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly onDidExpandElement = this.expanded.event;
  readonly onDidCollapseElement = new EventEmitter<vscode.TreeViewExpansionEvent<Node>>().event;
  readonly onDidChangeSelection = this.selected.event;
  readonly onDidChangeVisibility = this.seen.event;
  readonly onDidChangeCheckboxState = new EventEmitter<vscode.TreeCheckboxChangeEvent<Node>>().event;

  /** `show` brings the container of the views into sight. */
  constructor(
    { treeDataProvider }: vscode.TreeViewOptions<Node>,
    private readonly show: () => void,
  ) {
    this.provider = treeDataProvider;
  }

  async reveal(node: Node, { select = true }: { readonly select?: boolean } = {}): Promise<void> {
    this.show();
    for (let parent = await this.parentOf(node); parent; parent = await this.parentOf(parent)) {
      this.unfolded.add(parent);
      this.expanded.fire({ element: parent });
    }
    if (!select) return;
    this.selection = [node];
    this.selected.fire({ selection: this.selection });
  }

  dispose(): void {}

  /** It comes into sight, or goes. */
  turn(visible: boolean): void {
    if (visible === this.visible) return;
    this.visible = visible;
    this.seen.fire({ visible });
  }

  /** The rows in sight, from top to bottom; none where the view is hidden. */
  async rows(below?: Node): Promise<ViewRow[]> {
    if (!this.visible) return [];
    const rows: ViewRow[] = [];
    for (const node of (await this.provider.getChildren(below)) ?? []) {
      const item = await this.provider.getTreeItem(node);
      const { id, collapsibleState } = item;
      rows.push({ label: nameOf(item), isSelected: await this.isSelected(node, id) });
      const isOpen = collapsibleState === constants.TreeItemCollapsibleState.Expanded || this.unfolded.has(node);
      if (isOpen) rows.push(...(await this.rows(node)));
    }
    return rows;
  }

  /** The row whose name begins so, as menus bring it to commands, with what their conditions ask of it. */
  async find(begins: string, below?: Node): Promise<{ readonly node: Node; readonly context: string } | undefined> {
    for (const node of (await this.provider.getChildren(below)) ?? []) {
      const item = await this.provider.getTreeItem(node);
      if (nameOf(item).startsWith(begins)) return { node, context: item.contextValue ?? '' };
      const found = await this.find(begins, node);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async isSelected(node: Node, id: string | undefined): Promise<boolean> {
    for (const selected of this.selection) {
      if (selected === node) return true;
      if (id !== undefined && (await this.provider.getTreeItem(selected)).id === id) return true;
    }
    return false;
  }

  private async parentOf(node: Node): Promise<Node | undefined> {
    return (await this.provider.getParent?.(node)) ?? undefined;
  }
}

function nameOf({ label, description }: vscode.TreeItem): string {
  return rowName(typeof label === 'string' ? label : '', typeof description === 'string' ? description : '').name;
}

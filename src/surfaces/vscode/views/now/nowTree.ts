import * as vscode from 'vscode';
import type { NowRow } from '../../../../present/nowRow.js';
import type { NowModel } from './nowModel.js';
import type { NowNode } from './nowNode.js';

/** Hands the model's nodes to the editor. */
export class NowTree implements vscode.TreeDataProvider<NowNode>, vscode.Disposable {
  private readonly model: NowModel;
  private readonly ready: () => Promise<void>;
  private readonly emitter = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.emitter.event;

  /** `ready` resolves when the first reading has been shown. */
  constructor(model: NowModel, ready: () => Promise<void>) {
    this.model = model;
    this.ready = ready;
  }

  /** Has the editor draw again; what is unfolded and selected stays so, by the rows' ids. */
  show(): void {
    this.emitter.fire(undefined);
  }

  async getChildren(node?: NowNode): Promise<NowNode[]> {
    if (node !== undefined) return [...node.children];
    await this.ready();
    return [...this.model.roots];
  }

  getParent(node: NowNode): NowNode | undefined {
    return node.parent;
  }

  getTreeItem({ row, children }: NowNode): vscode.TreeItem {
    const item = new vscode.TreeItem(row.label, stateOf(row, children.length));
    item.id = row.id;
    item.description = row.description;
    item.contextValue = row.contextValue;
    item.accessibilityInformation = { label: row.spoken };
    if (row.tooltip !== undefined) item.tooltip = row.tooltip;
    if (row.tick === undefined) item.iconPath = icon(row);
    else {
      const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
      const label = row.spoken;
      item.checkboxState = {
        state: row.tick.ticked ? Checked : Unchecked,
        tooltip: row.label,
        accessibilityInformation: { label, role: 'checkbox' },
      };
    }
    if (row.command !== undefined) {
      item.command = { command: row.command.command, title: row.label, arguments: [...row.command.arguments] };
    }
    return item;
  }

  dispose(): void {
    this.emitter.dispose();
  }
}

function stateOf(row: NowRow, children: number): vscode.TreeItemCollapsibleState {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  if (children === 0) return None;
  return row.open === true ? Expanded : Collapsed;
}

function icon({ icon: name, color }: NowRow): vscode.ThemeIcon {
  return color === undefined ? new vscode.ThemeIcon(name) : new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
}

import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../../domain/lane/lane.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { laneWord } from '../../../../present/laneViewRow.js';
import { needTooltip } from '../../../../present/needRow.js';
import { inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';
import type { LaneGroupNode, LaneNode, LanePartNode, LanesNode, NeedGroupNode, NeedNode } from './laneNode.js';
import type { LanesModel, Redrawing } from './lanesModel.js';
import { needsYouInLanes } from './needsYouInLanes.js';

/** What the tree needs of the view around it. */
export interface LanesTreeHost {
  /** Resolves when the first reading has been shown. */
  ready(): Promise<void>;
  /** Reads what a lane changes that is about to be unfolded. */
  unfold(node: LaneNode): Promise<void>;
}

/** Hands the model's nodes to the editor. */
export class LanesTree implements vscode.TreeDataProvider<LanesNode>, vscode.Disposable {
  private readonly model: LanesModel;
  private readonly host: LanesTreeHost;
  private readonly emitter = new vscode.EventEmitter<LanesNode[] | undefined>();
  readonly onDidChangeTreeData = this.emitter.event;

  constructor(model: LanesModel, host: LanesTreeHost) {
    this.model = model;
    this.host = host;
  }

  /** Has the editor draw again; what is unfolded and selected stays so, by the rows' ids. */
  show(redrawing: Redrawing): void {
    if (redrawing === 'all') this.emitter.fire(undefined);
    else if (redrawing.length > 0) this.emitter.fire([...redrawing]);
  }

  async getChildren(node?: LanesNode): Promise<LanesNode[]> {
    if (node === undefined) {
      await this.host.ready();
      return [...this.model.roots];
    }
    if (node.type === 'lanePart' || node.type === 'need') return [];
    if (node.type === 'lane') await this.host.unfold(node);
    return [...node.children];
  }

  getParent(node: LanesNode): LanesNode | undefined {
    return 'parent' in node ? node.parent : undefined;
  }

  getTreeItem(node: LanesNode): vscode.TreeItem {
    switch (node.type) {
      case 'lane':
        return laneItem(node);
      case 'lanePart':
        return partItem(node);
      case 'laneGroup':
        return groupItem(node);
      case 'need':
        return needItem(node);
      case 'needGroup':
        return needGroupItem(node);
    }
  }

  resolveTreeItem(item: vscode.TreeItem, node: LanesNode): vscode.TreeItem {
    if (node.type === 'lane') item.tooltip = laneTooltip(node.lane);
    if (node.type === 'need') item.tooltip = plainTooltip(needTooltip(node.need, translate, inEditorsLanguage));
    return item;
  }

  dispose(): void {
    this.emitter.dispose();
  }
}

function laneItem({ id, row, parent }: LaneNode): vscode.TreeItem {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  // What is over has nothing below it that could still be read.
  const item = new vscode.TreeItem(row.label, parent === undefined ? Collapsed : None);
  item.id = id;
  item.description = row.description;
  item.contextValue = row.contextValue;
  item.accessibilityInformation = { label: row.spoken };
  if (row.icon !== undefined) item.iconPath = icon(row.icon, row.color);
  return item;
}

function partItem({ id, row, file, parent }: LanePartNode): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState.None);
  item.id = id;
  item.description = row.description;
  item.contextValue = row.contextValue;
  item.accessibilityInformation = { label: row.spoken };
  item.tooltip = new vscode.MarkdownString().appendText(row.spoken);
  if (row.icon !== undefined) item.iconPath = icon(row.icon, row.color);
  if (file !== undefined) {
    // The icon theme goes by the name; a file of another folder is no one's in the editor's own decorations.
    item.resourceUri = vscode.Uri.file(join(parent.lane.worktreePath, file.path));
    item.iconPath = vscode.ThemeIcon.File;
  }
  if (row.command !== undefined) {
    item.command = {
      command: row.command.command,
      title: file === undefined ? row.label : l10n.t('Show Change'),
      arguments: [...row.command.arguments],
    };
  }
  return item;
}

function needItem({ id, row }: NeedNode): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState.None);
  item.id = id;
  item.description = row.description;
  item.contextValue = row.contextValue;
  item.accessibilityInformation = { label: row.spoken };
  if (row.icon !== undefined) item.iconPath = icon(row.icon, row.color);
  if (row.command !== undefined) {
    item.command = { command: row.command.command, title: row.label, arguments: [...row.command.arguments] };
  }
  return item;
}

function needGroupItem({ id, children }: NeedGroupNode): vscode.TreeItem {
  const title = l10n.t('Needs you');
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.Expanded);
  item.id = id;
  item.description = String(children.length);
  item.contextValue = 'needGroup';
  item.iconPath = icon('bell-dot', undefined);
  item.accessibilityInformation = { label: l10n.t('{0}, {1}', title, needsYouInLanes(children.length)) };
  return item;
}

/** Paragraphs of data: nothing in them is read as markup. */
function plainTooltip(paragraphs: readonly string[]): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  for (const [index, text] of paragraphs.entries()) {
    if (index > 0) tooltip.appendMarkdown('\n\n');
    tooltip.appendText(oneLine(text));
  }
  return tooltip;
}

function groupItem(node: LaneGroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.title, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = node.id;
  item.description = node.description;
  item.contextValue = 'laneGroup';
  item.iconPath = icon(node.icon, undefined);
  const count = node.children.length;
  const counted = count === 1 ? l10n.t('1 lane') : l10n.t('{0} lanes', count);
  item.accessibilityInformation = { label: l10n.t('{0} {1}', node.title, counted) };
  return item;
}

function icon(name: string, color: string | undefined): vscode.ThemeIcon {
  return color === undefined ? new vscode.ThemeIcon(name) : new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
}

/** What hovering a lane tells. Only `appendText` touches data: nothing in a name is read as markup. */
function laneTooltip(lane: Lane): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown('**').appendText(lane.ref).appendMarkdown('**\u2002').appendText(oneLine(lane.lane));
  const paragraph = (text: string | undefined): void => {
    if (text !== undefined) tooltip.appendMarkdown('\n\n').appendText(oneLine(text));
  };
  const { worker } = lane;
  if (lane.description !== null) paragraph(lane.description);
  paragraph(l10n.t('State: {0}', laneWord(lane, translate)));
  paragraph(l10n.t('Branch: {0}, base and target: {1}', lane.branch, lane.base));
  paragraph(l10n.t('Worktree: {0}', lane.worktreePath));
  paragraph(
    lane.ownedPaths.length === 0 ? undefined : l10n.t('Owned paths: {0}', lane.ownedPaths.slice(0, 10).join(', ')),
  );
  if (lane.gitWrites === 'host') paragraph(l10n.t('Commits, rebases and pushes go through Stateroom only'));
  if (worker !== null) {
    const who = [worker.agent, worker.harness].filter(name => name !== null).join(' · ');
    if (who !== '') paragraph(l10n.t('Worker: {0}', who));
    if (worker.attempt > 1) paragraph(l10n.t('Attempt {0}', worker.attempt));
    if (worker.approvedBy !== null) paragraph(l10n.t('Approved by {0}', worker.approvedBy));
    if (worker.lastBeatAt !== null) paragraph(l10n.t('Last heartbeat: {0}', localTime(worker.lastBeatAt)));
  }
  paragraph(l10n.t('Opened {0}', localTime(lane.createdAt)));
  return tooltip;
}

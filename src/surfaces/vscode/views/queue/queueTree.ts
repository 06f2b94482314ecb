import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { countOfItems, openAtFirst, type QueueSection, sectionTitle } from '../../../../present/queueSection.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import { pageUri } from '../../support/pageUri.js';
import { translate } from '../../support/translate.js';
import type { QueueModel } from './queueModel.js';
import type { MoreNode, NoticeNode, QueueChange, QueueNode, SectionNode, WorkItemNode } from './queueNode.js';
import { workItemTooltip } from './workItemTooltip.js';

/** What the tree needs of the view around it. */
export interface QueueTreeHost {
  readonly repository: OpenRepository | undefined;
  /** Resolves when the first reading has been shown. */
  readonly ready: Promise<void>;
  /** Reads the section that was just unfolded. */
  unfold(section: QueueSection): Promise<void>;
}

/** Hands the model's nodes to the editor. */
export class QueueTree implements vscode.TreeDataProvider<QueueNode>, vscode.Disposable {
  private readonly model: QueueModel;
  private readonly host: QueueTreeHost;
  /** Sections whose first rows the editor is about to ask for, by how many wait for them. */
  private readonly fetched = new Map<SectionNode, number>();
  private readonly emitter = new vscode.EventEmitter<QueueNode | QueueNode[] | undefined>();
  readonly onDidChangeTreeData = this.emitter.event;

  constructor(model: QueueModel, host: QueueTreeHost) {
    this.model = model;
    this.host = host;
  }

  /** Has the editor draw again what changed, and nothing else. */
  show(change: QueueChange): void {
    if (change.what === 'everything') {
      this.emitter.fire(undefined);
      return;
    }
    if (change.what === 'nothing') return;
    // The editor is about to get these rows; to tell of them would make it drop and fetch them again.
    const nodes = change.nodes.filter(node => node.type !== 'section' || !this.fetched.has(node));
    if (nodes.length > 0) this.emitter.fire(nodes);
  }

  async getChildren(node?: QueueNode): Promise<QueueNode[]> {
    if (node === undefined) {
      await this.host.ready;
      return [...this.model.roots];
    }
    if (node.type !== 'section') return [];
    await this.unfold(node);
    return [...node.children];
  }

  /** Reads a section that is being unfolded; rows that the editor has none of yet are not told as a change. */
  async unfold(node: SectionNode): Promise<void> {
    if (node.children.length > 0) return this.host.unfold(node.section);
    this.fetched.set(node, (this.fetched.get(node) ?? 0) + 1);
    try {
      await this.host.unfold(node.section);
    } finally {
      const others = (this.fetched.get(node) ?? 1) - 1;
      if (others === 0) this.fetched.delete(node);
      else this.fetched.set(node, others);
    }
  }

  getParent(node: QueueNode): QueueNode | undefined {
    return node.type === 'workItem' || node.type === 'more' ? node.parent : undefined;
  }

  getTreeItem(node: QueueNode): vscode.TreeItem {
    switch (node.type) {
      case 'section':
        return sectionItem(node);
      case 'workItem':
        return this.workItem(node);
      case 'more':
        return moreItem(node);
      case 'notice':
        return noticeItem(node);
    }
  }

  resolveTreeItem(item: vscode.TreeItem, node: QueueNode): vscode.TreeItem {
    if (node.type === 'workItem') item.tooltip = workItemTooltip(node.item);
    return item;
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private workItem(node: WorkItemNode): vscode.TreeItem {
    const { row } = node;
    const item = new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState.None);
    item.id = node.id;
    item.description = row.description;
    item.contextValue = row.contextValue;
    item.iconPath =
      row.color === undefined
        ? new vscode.ThemeIcon(row.icon)
        : new vscode.ThemeIcon(row.icon, new vscode.ThemeColor(row.color));
    item.accessibilityInformation = { label: row.spoken };
    const { repository } = this.host;
    if (repository !== undefined) {
      item.command = {
        command: 'vscode.open',
        title: l10n.t('Open'),
        arguments: [pageUri(repository, node.item.ref)],
      };
    }
    return item;
  }
}

function sectionItem(node: SectionNode): vscode.TreeItem {
  const state = openAtFirst.has(node.section)
    ? vscode.TreeItemCollapsibleState.Expanded
    : vscode.TreeItemCollapsibleState.Collapsed;
  const title = sectionTitle(node.section, translate);
  const item = new vscode.TreeItem(title, state);
  item.id = `section.${node.section}`;
  item.description = node.exact ? String(node.count) : l10n.t('{0} or more', node.count);
  item.contextValue = `part:${node.section}`;
  item.tooltip = sectionTooltip(node.section);
  item.accessibilityInformation = { label: l10n.t('{0} {1}', title, countOfItems(node.count, translate)) };
  return item;
}

function sectionTooltip(section: QueueSection): string {
  switch (section) {
    case 'needs_you':
      return l10n.t('Questions that a person must answer before work continues');
    case 'ready':
      return l10n.t('Work items that can be claimed now, in the order agents claim them. Drag to reorder.');
    case 'in_flight':
      return l10n.t('Currently being worked on');
    case 'waiting':
      return l10n.t('Blocked by other items or scheduled for later');
    case 'done':
      return l10n.t('Done, failed and cancelled, newest first');
  }
}

function moreItem(node: MoreNode): vscode.TreeItem {
  const label =
    node.hidden === undefined || node.hidden <= 0
      ? l10n.t('Show more')
      : l10n.t('Show more ({0} not shown)', node.hidden);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  item.id = `more.${node.parent.section}`;
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.contextValue = 'more';
  item.command = { command: 'stateroom.queue.showMore', title: label, arguments: [node.parent.section] };
  return item;
}

function noticeItem(node: NoticeNode): vscode.TreeItem {
  const item = new vscode.TreeItem(noticeTitle(node.state), vscode.TreeItemCollapsibleState.None);
  item.id = 'notice';
  item.description = l10n.t('show options…');
  item.tooltip = node.text;
  item.iconPath =
    node.state === 'readOnly'
      ? new vscode.ThemeIcon('lock', new vscode.ThemeColor('charts.yellow'))
      : new vscode.ThemeIcon('error', new vscode.ThemeColor('charts.red'));
  item.contextValue = 'notice';
  item.accessibilityInformation = { label: `${noticeTitle(node.state)}. ${node.text}` };
  item.command = { command: 'stateroom.showStatus', title: l10n.t('Show Status'), arguments: [] };
  return item;
}

function noticeTitle(state: NoticeNode['state']): string {
  switch (state) {
    case 'readOnly':
      return l10n.t('Read-only');
    case 'corrupt':
      return l10n.t('The store is damaged');
    case 'tooNew':
      return l10n.t('The store is newer than this extension');
    case 'failed':
      return l10n.t('Cannot read the store');
  }
}

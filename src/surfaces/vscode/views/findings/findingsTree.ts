import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import { placeText, severityWord, statusWord } from '../../../../present/findingRow.js';
import { localTime } from '../../support/localTime.js';
import { translate } from '../../support/translate.js';
import type { FindingGroupNode, FindingNode, FindingsNode } from './findingNode.js';
import type { FindingsModel, Redrawing } from './findingsModel.js';

/** What choosing a finding runs. */
export type FindingOpening = (finding: Finding) => Promise<vscode.Command>;

/** Hands the model's nodes to the editor. */
export class FindingsTree implements vscode.TreeDataProvider<FindingsNode>, vscode.Disposable {
  private readonly model: FindingsModel;
  private readonly ready: () => Promise<void>;
  private readonly opening: FindingOpening;
  private readonly emitter = new vscode.EventEmitter<FindingsNode[] | undefined>();
  /** False until the editor was given its first rows: it waits for them, and drops them when it is told of a change before. */
  private isDrawn = false;
  readonly onDidChangeTreeData = this.emitter.event;

  /** `ready` resolves when the first reading has been shown; `opening` gives what choosing a row runs. */
  constructor(model: FindingsModel, ready: () => Promise<void>, opening: FindingOpening) {
    this.model = model;
    this.ready = ready;
    this.opening = opening;
  }

  /**
   * Has the editor draw again; what is unfolded and selected stays so, by the rows' ids. While it draws all of them it knows
   * none, and a row that is chosen then does not open: so the passing of time, which changes words alone, draws rows.
   */
  show(redrawing: Redrawing): void {
    if (!this.isDrawn) return;
    if (redrawing === 'all') this.emitter.fire(undefined);
    else if (redrawing.length > 0) this.emitter.fire([...redrawing]);
  }

  async getChildren(node?: FindingsNode): Promise<FindingsNode[]> {
    if (node !== undefined) return node.type === 'findingGroup' ? [...node.children] : [];
    await this.ready();
    this.isDrawn = true;
    return [...this.model.roots];
  }

  getParent(node: FindingsNode): FindingsNode | undefined {
    return node.type === 'finding' ? node.parent : undefined;
  }

  getTreeItem(node: FindingsNode): vscode.TreeItem {
    return node.type === 'finding' ? findingItem(node) : groupItem(node);
  }

  /** Where a finding is now is asked for when a row is pointed at or chosen, not for every row. */
  async resolveTreeItem(item: vscode.TreeItem, node: FindingsNode): Promise<vscode.TreeItem> {
    if (node.type !== 'finding') return item;
    item.tooltip = findingTooltip(node.finding);
    item.command = await this.opening(node.finding);
    return item;
  }

  dispose(): void {
    this.emitter.dispose();
  }
}

function groupItem(node: FindingGroupNode): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(node.title, node.open ? Expanded : Collapsed);
  item.id = node.id;
  item.description = node.description;
  item.contextValue = `findingGroup ${node.id}`;
  if (node.icon !== undefined) item.iconPath = icon(node.icon, node.color);
  const count = node.children.length;
  const counted = count === 1 ? l10n.t('1 finding') : l10n.t('{0} findings', count);
  item.accessibilityInformation = { label: l10n.t('{0} {1}', node.title, counted) };
  return item;
}

function findingItem({ id, row }: FindingNode): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, vscode.TreeItemCollapsibleState.None);
  item.id = id;
  item.description = row.description;
  item.contextValue = row.contextValue;
  item.iconPath = icon(row.icon, row.color);
  item.accessibilityInformation = { label: row.spoken };
  return item;
}

function icon(name: string, color: string | undefined): vscode.ThemeIcon {
  return color === undefined ? new vscode.ThemeIcon(name) : new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
}

/** What hovering a finding tells. Only `appendText` touches data: nothing in a finding is read as markup. */
export function findingTooltip(finding: Finding): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown('**').appendText(finding.ref).appendMarkdown('**\u2002').appendText(oneLine(finding.text));
  const paragraph = (text: string): void => {
    tooltip.appendMarkdown('\n\n').appendText(oneLine(text));
  };
  if (finding.fix !== null) paragraph(l10n.t('Suggested fix: {0}', finding.fix));
  const facts = [
    l10n.t('Severity: {0}', severityWord(finding.severity, translate)),
    statusWord(finding.status, translate),
    finding.rule === null ? undefined : l10n.t('rule: {0}', finding.rule),
    finding.reopenCount === 0 ? undefined : l10n.t('reopened {0} times', finding.reopenCount),
  ];
  paragraph(facts.filter(fact => fact !== undefined).join(' · '));
  paragraph(placeText(finding));
  if (finding.note !== null) paragraph(l10n.t('Note: {0}', finding.note));
  const belongs = [finding.task, finding.reviewRun, finding.workItem].filter(ref => ref !== null);
  if (belongs.length > 0) paragraph(belongs.join(' · '));
  paragraph(l10n.t('Found {0} by {1}', localTime(finding.createdAt), finding.tool ?? finding.actor));
  return tooltip;
}

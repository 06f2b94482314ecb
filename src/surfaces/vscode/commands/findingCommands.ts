import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { findingSeverities } from '../../../domain/finding/findingSeverity.js';
import { findingStatuses } from '../../../domain/finding/findingStatus.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import { severityLooks } from '../../../present/severity.js';
import { findingStatusLooks } from '../../../present/status.js';
import { openRepositoryAt } from '../repository/repositoryRef.js';
import type { Repository } from '../repository.js';
import { focusView } from '../support/focusView.js';
import { invokeOrThrow } from '../support/invokeOrThrow.js';
import { asLabel } from '../support/plainText.js';
import { back } from '../support/prompt.js';
import { translate } from '../support/translate.js';
import { readFindingFilter } from '../views/findings/findingFilter.js';
import type { FindingGrouping } from '../views/findings/findingRows.js';
import { isRecord } from '../views/shownNode.js';
import { askAgentToFix } from './askAgentToFix.js';
import { askFilter, filterGroup, filterRow } from './askFilter.js';
import { readCall } from './commandCall.js';
import type { CommandEnvironment } from './commandEnvironment.js';
import { askFinding, askFindings } from './findingPicker.js';
import { registerCommands } from './registerCommands.js';
import { standingOfCall } from './standingOfCall.js';

export function registerFindingCommands(environment: CommandEnvironment): vscode.Disposable {
  const { findingsView } = environment;
  const commands = new FindingCommands(environment);
  const group = (grouping: FindingGrouping) => commands.arrange(() => findingsView.setGrouping(grouping));
  return registerCommands(environment, {
    'finding.openAtLine': (...args) => commands.openAtLine(args),
    'finding.refresh': () => findingsView.refresh(),
    'finding.filter': (...args) => commands.filter(args),
    'finding.filterAgain': () => commands.filter(),
    'finding.clearFilter': () => commands.arrange(() => findingsView.setFilter({})),
    'finding.groupBySeverity': () => group('severity'),
    'finding.groupByFile': () => group('file'),
    'finding.groupByRun': () => group('run'),
    'finding.askAgent': (...args) => commands.askAgent(args),
    'finding.copyReference': (...args) => commands.copyReference(args),
  });
}

class FindingCommands {
  constructor(private readonly environment: CommandEnvironment) {}

  async openAtLine(args: readonly unknown[]): Promise<void> {
    const { repositories, notice } = this.environment;
    const repository = repositories.active;
    const id = await this.one(args, l10n.t('Open Finding at Line'), 'all');
    if (repository === undefined || id === undefined) return;
    const top = topOfWorkTree(repository);
    const { places } = await invokeOrThrow(
      repository,
      findingLocate,
      { ids: [id] },
      top === undefined ? {} : { folder: top },
    );
    const [place] = places;
    if (place === undefined || top === undefined) return;
    // A finding on a lane's work concerns the lane's files, which may not be in this worktree.
    const { showInDiff } = await import('../lanes/runLaneAct.js');
    if (await showInDiff(repository, place.finding, top)) return;
    if (place.outdated) {
      const text = l10n.t('The lines of {0} no longer exist in {1}.', place.finding.ref, place.path);
      vscode.window.setStatusBarMessage(`$(history) ${asLabel(text)}`, 5000);
    }
    const uri = vscode.Uri.file(join(top, place.path));
    const first = (place.lineStart ?? 1) - 1;
    const selection = new vscode.Range(first, 0, first, 0);
    try {
      await vscode.window.showTextDocument(uri, { preview: true, ...(place.outdated ? {} : { selection }) });
    } catch {
      notice.showError(l10n.t('Cannot open {0}.', place.path), new Error(l10n.t('File not found.')));
    }
  }

  async askAgent(args: readonly unknown[]): Promise<void> {
    const { repositories, notice } = this.environment;
    const at = standingOfCall(repositories, args);
    const repository = at === undefined ? repositories.active : openRepositoryAt(repositories, at);
    if (isRefusal(repository)) return notice.show(repository);
    // The chat answers for the selected repository.
    if (repository !== undefined && at !== undefined) repositories.lookAt(repository, vscode.Uri.file(at.folder));
    const id = await this.one(args, l10n.t('Ask Agent to Fix'), 'open');
    if (repository !== undefined && id !== undefined)
      await askAgentToFix(this.environment, repository, id, at?.top ?? topOfWorkTree(repository));
  }

  async copyReference(args: readonly unknown[]): Promise<void> {
    const refs = await this.refs(args);
    if (refs.length === 0) return;
    await vscode.env.clipboard.writeText(refs.join(', '));
    vscode.window.setStatusBarMessage(`$(check) ${asLabel(l10n.t('Copied {0}', refs.join(', ')))}`, 3000);
  }

  /** Filters the view by the person's choice, or by another view's row: `{ filter: { task: 'T-3' } }`. */
  async filter(args: readonly unknown[] = []): Promise<void> {
    const { findingsView } = this.environment;
    const [asked] = args;
    if (isRecord(asked) && isRecord(asked.filter)) {
      const wanted = readFindingFilter(asked.filter);
      return this.arrange(() => findingsView.setFilter(wanted));
    }
    const { filter } = findingsView;
    const severities = findingSeverities.map(severity =>
      filterRow(filter, { severity }, severityLooks[severity].word(translate), severityLooks[severity].icon),
    );
    const statuses = findingStatuses.map(status => {
      const icon = status === 'open' ? 'circle-large-outline' : findingStatusLooks[status].icon;
      return filterRow(filter, { status }, findingStatusLooks[status].word(translate), icon);
    });
    const whose = l10n.t('recorded by you, or for a work item you hold');
    const chosen = await askFilter(filter, {
      title: l10n.t('Filter Findings'),
      placeholder: l10n.t('Select a filter, or type part of a text, path or rule'),
      rows: [
        ...filterGroup(l10n.t('Severity'), severities),
        ...filterGroup(l10n.t('Status'), statuses),
        ...filterGroup(l10n.t('Ownership'), [filterRow(filter, { mine: true }, l10n.t('mine'), 'account', whose)]),
      ],
      found: text => l10n.t('$(search) Contains “{0}”', asLabel(text)),
    });
    if (chosen !== undefined) await this.arrange(() => findingsView.setFilter(chosen));
  }

  /** Returns the (first) finding that a row or a caller names; else the one that the person chooses. */
  private async one(args: readonly unknown[], title: string, which: 'open' | 'all'): Promise<string | undefined> {
    const { findingsView, repositories } = this.environment;
    const call = readCall(args, () => findingsView.selection);
    const repository = repositories.active;
    if (call.ids.length > 0 || args.length > 0 || repository === undefined) return call.ids[0];
    const empty = which === 'open' ? l10n.t('No open findings.') : l10n.t('No findings.');
    const chosen = await askFinding(repository, {
      title,
      which,
      placeholder: l10n.t('Select a finding'),
      empty,
    });
    return chosen === undefined || chosen === back ? undefined : chosen.id;
  }

  /** Returns the `F-3` refs that a row or a caller names; else those that the person chooses. */
  private async refs(args: readonly unknown[]): Promise<readonly string[]> {
    const { findingsView, repositories } = this.environment;
    const { ids } = readCall(args, () => findingsView.selection);
    const repository = repositories.active;
    if (ids.length > 0 || args.length > 0 || repository === undefined) {
      return ids.map(id => findingsView.finding(id)?.ref ?? id);
    }
    const place = { title: l10n.t('Copy Reference'), placeholder: l10n.t('Select findings') };
    const chosen = await askFindings(repository, {
      ...place,
      which: 'all',
      empty: l10n.t('No findings.'),
    });
    return chosen === undefined || chosen === back ? [] : chosen.map(({ ref }) => ref);
  }

  /** Shows the view afterwards, which may be hidden if the command came from the palette. */
  async arrange(change: () => Promise<void>): Promise<void> {
    await change();
    if (!this.environment.findingsView.visible) await focusView('findings');
  }
}

/** Returns the top of the shown worktree: that of the active editor, else the repository's. */
function topOfWorkTree(repository: Repository): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return (uri === undefined ? undefined : repository.fileOf(uri)?.top) ?? repository.top;
}

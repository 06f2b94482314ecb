import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import { severityRank } from '../../../domain/finding/findingSeverity.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { findingList } from '../../../operations/finding/findingList.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { Log } from '../../../platform/log.js';
import { throttle } from '../../../platform/throttle.js';
import type { PlacedFinding } from '../../../present/findingPlace.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import type { RepositoryState } from '../repository/repositoryState.js';
import { Disposables } from '../support/disposables.js';
import { findingsShown, onFindingsShownChange } from './findingsShown.js';
import type { FindingTracker } from './findingTracker.js';
import { placedFinding } from './placedFinding.js';
import { placeRange } from './placeRange.js';
import { renewThread, threadContent } from './threadOf.js';

/** Used in the when clauses of menus. */
export const threadControllerId = 'stateroom.findings';
/** Max threads of one editor; hundreds slow down the editor. */
const maxThreads = 50;

export interface FindingThreadsEnvironment {
  readonly tracker: FindingTracker;
  readonly repositories: RepositoryManager;
  readonly status: RepositoryState;
  readonly log: Log;
}

interface Shown {
  /** By the finding's ULID. */
  readonly threads: Map<string, vscode.CommentThread>;
  /** Closed findings of the file, located in its saved text. */
  ended: readonly PlacedFinding[];
}

/** Comment threads of findings in visible editors, if set. Otherwise no controller, hence no comment features. */
export class FindingThreads implements vscode.Disposable {
  private readonly owned = new Disposables();
  private controller: vscode.CommentController | undefined;
  private readonly shown = new Map<string, Shown>();
  private readonly readOnce = throttle(() => this.read());

  constructor(private readonly environment: FindingThreadsEnvironment) {
    const { tracker, status } = environment;
    this.owned.add(
      tracker.onDidChange(uris => {
        // Typing moves them at once; other changes wait for the closed findings, to resolve a thread in place.
        for (const uri of uris) if (this.isDirty(uri)) this.show(uri);
        void this.readOnce();
      }),
    );
    this.owned.add(status.onDidRead(() => void this.readOnce()));
    this.owned.add(vscode.window.onDidChangeVisibleTextEditors(() => void this.readOnce()));
    this.owned.add(vscode.workspace.onDidSaveTextDocument(() => void this.readOnce()));
    this.owned.add(onFindingsShownChange(() => void this.readOnce()));
  }

  dispose(): void {
    for (const key of [...this.shown.keys()]) this.forget(key);
    this.controller?.dispose();
    this.owned.dispose();
  }

  private async read(): Promise<void> {
    const wanted = new Map(
      vscode.window.visibleTextEditors
        .filter(({ document: { uri } }) => uri.scheme === 'file' && findingsShown(uri).comments)
        .map(({ document }) => [document.uri.toString(), document]),
    );
    for (const key of [...this.shown.keys()]) if (!wanted.has(key)) this.forget(key);
    for (const [key, document] of wanted) {
      const shown = this.shown.get(key) ?? { threads: new Map(), ended: [] };
      this.shown.set(key, shown);
      // Unsaved text is in no file: the threads stay where they are until it is saved.
      if (!document.isDirty) shown.ended = await this.endedIn(document.uri);
      this.show(document.uri);
    }
  }

  private async endedIn(uri: vscode.Uri): Promise<readonly PlacedFinding[]> {
    const repository = this.environment.repositories.repositoryFor(uri);
    const file = repository?.fileOf(uri);
    if (repository === undefined || file === undefined || !(await this.hasStore(repository))) return [];
    try {
      const query = { path: file.path, status: 'any', order: 'updated', limit: 2 * maxThreads } as const;
      const page = await repository.invoke(findingList, query);
      const ended = isRefusal(page) ? [] : page.findings.filter(({ status }) => status !== 'open');
      if (ended.length === 0) return [];
      const ids = ended.slice(0, maxThreads).map(({ id }) => id);
      const located = await repository.invoke(findingLocate, { ids }, { folder: file.top });
      if (isRefusal(located)) return [];
      const placed = located.places.filter(({ path }) => path === file.path).map(placedFinding);
      return placed.filter(({ place }) => !place.outdated);
    } catch (error) {
      this.environment.log.error(`The findings in ${uri.fsPath} could not be read for its comments.`, error);
      return [];
    }
  }

  private async hasStore(repository: OpenRepository): Promise<boolean> {
    return vscode.workspace.isTrusted && (await repository.health()).state === 'ready';
  }

  private show(uri: vscode.Uri): void {
    const key = uri.toString();
    const shown = this.shown.get(key);
    const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === key);
    if (shown === undefined || document === undefined) return;
    const wanted = threadsWanted(this.environment.tracker.inDocument(uri), shown.ended);
    for (const [id, thread] of shown.threads) {
      if (wanted.some(({ finding }) => finding.id === id)) continue;
      thread.dispose();
      shown.threads.delete(id);
    }
    for (const { finding, place } of wanted) {
      const range = placeRange(document, place);
      const thread = shown.threads.get(finding.id);
      if (thread === undefined) shown.threads.set(finding.id, this.open(uri, range, finding));
      else renewThread(thread, range, finding);
    }
  }

  private open(uri: vscode.Uri, range: vscode.Range, finding: Finding): vscode.CommentThread {
    this.controller ??= vscode.comments.createCommentController(threadControllerId, l10n.t('Stateroom Findings'));
    const { comments, ...rest } = threadContent(finding);
    const thread = this.controller.createCommentThread(uri, range, comments);
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    return Object.assign(thread, rest);
  }

  private isDirty(uri: vscode.Uri): boolean {
    return vscode.workspace.textDocuments.some(each => each.isDirty && each.uri.toString() === uri.toString());
  }

  private forget(key: string): void {
    for (const thread of this.shown.get(key)?.threads.values() ?? []) thread.dispose();
    this.shown.delete(key);
  }
}

/** Returns open findings, most severe first, then closed ones, latest first. */
function threadsWanted(open: readonly PlacedFinding[], ended: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const weight = ({ finding }: PlacedFinding): number => severityRank(finding.severity);
  const standing = open.filter(({ place }) => !place.outdated).sort((one, other) => weight(one) - weight(other));
  const ids = new Set(open.map(({ finding }) => finding.id));
  return [...standing, ...ended.filter(({ finding }) => !ids.has(finding.id))].slice(0, maxThreads);
}

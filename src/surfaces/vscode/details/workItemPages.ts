import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import { findingShow } from '../../../operations/finding/findingShow.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import { loadRunOperations } from '../../../operations/loadRunOperations.js';
import { queueShow } from '../../../operations/queue/queueShow.js';
import { taskShow } from '../../../operations/task/taskShow.js';
import type { Log } from '../../../platform/log.js';
import { findingPage } from '../../../present/findingPage.js';
import { titledLanePage } from '../../../present/lanePage.js';
import { markdownPage } from '../../../present/markdownPage.js';
import type { Page } from '../../../present/page.js';
import { runPage } from '../../../present/runPage.js';
import { taskPage } from '../../../present/taskPage.js';
import { workItemPage } from '../../../present/workItemPage.js';
import { locateFinding } from '../problems/placedFinding.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import type { Repository } from '../repository.js';
import { Disposables } from '../support/disposables.js';
import { editorPen as pen } from '../support/editorPen.js';
import { causeOf, inEditorsLanguage } from '../support/inEditorsLanguage.js';
import { pageRefOf, pageScheme } from '../support/pageUri.js';

/** Max events on a page. For lanes and investigations, the number of latest events searched. The timeline has all. */
const shownEvents = 500;

/** Read-only `stateroom:` documents: one per record, updated while open, and results of read commands. */
export class WorkItemPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly emitter = this.owned.add(new vscode.EventEmitter<vscode.Uri>());
  private readonly results = new Map<string, string>();
  private readonly watched = new Map<Repository, vscode.Disposable>();
  readonly onDidChange = this.emitter.event;

  constructor(
    private readonly repositories: RepositoryManager,
    private readonly log: Log,
    private readonly records: {
      show(repository: Pick<Repository, 'id'>, ref: string, preserveFocus?: boolean): Promise<void>;
    },
  ) {
    this.owned.add(vscode.workspace.registerTextDocumentContentProvider(pageScheme, this));
    this.owned.add(vscode.workspace.onDidCloseTextDocument(document => this.onClosed(document.uri)));
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const result = this.results.get(uri.toString());
    if (result !== undefined) return result;
    const ref = pageRefOf(uri);
    const repository = this.repositories.repositoryFor(uri);
    if (ref === undefined) return l10n.t('This page showed the result of a command. Run the command again.');
    if (repository === undefined) return l10n.t('The repository of this page is not open in this window.');
    this.watch(repository);
    try {
      const page = await makePage(repository, ref);
      return isRefusal(page) ? inEditorsLanguage(page.message) : markdownPage(page, pen);
    } catch (error) {
      this.log.error(`The page of ${ref} could not be created.`, error);
      return l10n.t('Could not read {0}: {1}', ref, causeOf(error));
    }
  }

  /** Opens the page of a record; `ref` is `W-12`, `F-3`, `T-2`, `L-1` or `R-1`. */
  async show(repository: Repository, ref: string, preserveFocus = false): Promise<void> {
    await this.records.show(repository, ref, preserveFocus);
  }

  /** Opens the page that connects agents; works without a repository. */
  async showConnections(repository: Repository | undefined): Promise<void> {
    await this.records.show({ id: repository?.id ?? '' }, 'connect-agents');
  }

  async showOutput(repository: Repository, title: string, output: Readonly<Record<string, unknown>>): Promise<void> {
    const { outputPage } = await import('../../../present/outputPage.js');
    await this.showText(repository, `${title}.md`, outputPage(title, output, pen));
  }

  /** Opens a page with a text; the file name’s extension sets its language. */
  async showText(repository: Repository | undefined, fileName: string, text: string): Promise<void> {
    const path = `/${fileName.replaceAll('/', ' ')}`;
    const uri = vscode.Uri.from({ scheme: pageScheme, path, query: repository?.id ?? '' });
    this.results.set(uri.toString(), text);
    this.emitter.fire(uri);
    await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
  }

  dispose(): void {
    for (const watch of this.watched.values()) watch.dispose();
    this.watched.clear();
    this.owned.dispose();
  }

  /** Follows changes of a repository while a page of it is open. */
  private watch(repository: Repository): void {
    if (this.watched.has(repository)) return;
    this.watched.set(
      repository,
      repository.onDidChange(() => {
        for (const uri of openPages(repository)) this.emitter.fire(uri);
      }),
    );
  }

  private onClosed(uri: vscode.Uri): void {
    if (uri.scheme !== pageScheme) return;
    this.results.delete(uri.toString());
    for (const [repository, watch] of this.watched) {
      if (openPages(repository).some(open => open.toString() !== uri.toString())) continue;
      watch.dispose();
      this.watched.delete(repository);
    }
  }
}

function makePage(repository: Repository, ref: string): Promise<Page | Refusal> {
  switch (ref[0]) {
    case 'F':
      return makeFindingPage(repository, ref);
    case 'T':
      return makeTaskPage(repository, ref);
    case 'L':
      return makeLanePage(repository, ref);
    case 'R':
      return makeRunPage(repository, ref);
    default:
      return makeWorkItemPage(repository, ref);
  }
}

async function makeWorkItemPage(repository: Repository, ref: string): Promise<Page | Refusal> {
  const shown = await repository.invoke(queueShow, { id: ref });
  if (isRefusal(shown)) return shown;
  const timeline = await repository.invoke(eventsTail, { workItem: shown.item.id, limit: shownEvents });
  const events = isRefusal(timeline) ? shown.events : timeline.events;
  return workItemPage({ ...shown, events, more: !isRefusal(timeline) && timeline.nextCursor !== null }, pen);
}

async function makeFindingPage(repository: Repository, ref: string): Promise<Page | Refusal> {
  const shown = await repository.invoke(findingShow, { id: ref });
  if (isRefusal(shown)) return shown;
  const { finding } = shown;
  const timeline = await repository.invoke(eventsTail, { finding: ref, limit: shownEvents });
  if (isRefusal(timeline)) return timeline;
  const place = await locateFinding(repository, ref);
  return findingPage({ finding, place, events: timeline.events, more: timeline.nextCursor !== null }, pen);
}

async function makeTaskPage(repository: Repository, ref: string): Promise<Page | Refusal> {
  const shown = await repository.invoke(taskShow, { task: ref });
  return isRefusal(shown) ? shown : taskPage(shown, pen);
}

async function makeLanePage(repository: Repository, ref: string): Promise<Page | Refusal> {
  const shown = await repository.invoke((await loadLaneOperations()).laneShow, { lane: ref });
  if (isRefusal(shown)) return shown;
  const latest = await repository.invoke(eventsTail, { limit: shownEvents });
  if (isRefusal(latest)) return latest;
  const events = latest.events.filter(({ payload }) => payload.lane === ref);
  return titledLanePage(shown, pen, events, latest.nextCursor !== null);
}

async function makeRunPage(repository: Repository, ref: string): Promise<Page | Refusal> {
  const shown = await repository.invoke((await loadRunOperations()).runShow, { run: ref });
  if (isRefusal(shown)) return shown;
  const latest = await repository.invoke(eventsTail, { limit: shownEvents });
  if (isRefusal(latest)) return latest;
  const events = latest.events.filter(({ payload }) => payload.run === ref);
  return runPage({ ...shown, events, more: latest.nextCursor !== null }, pen);
}

function openPages(repository: Repository): readonly vscode.Uri[] {
  return vscode.workspace.textDocuments
    .map(document => document.uri)
    .filter(uri => uri.query === repository.id && pageRefOf(uri) !== undefined);
}

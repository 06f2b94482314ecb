import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { unlessRefused } from '../../../domain/refusal/refusal.js';
import { findingLocate } from '../../../operations/finding/findingLocate.js';
import type { Log } from '../../../platform/log.js';
import { throttle } from '../../../platform/throttle.js';
import type { FindingPlace, PlacedFinding } from '../../../present/findingPlace.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import type { RepositoryCondition, RepositoryState } from '../repository/repositoryState.js';
import type { WorkTreeFile } from '../repository.js';
import { Disposables } from '../support/disposables.js';
import { countFindings, type FindingCounts } from './findingCounts.js';
import { type FindingStore, markOf } from './findingStore.js';
import { placedFinding } from './placedFinding.js';
import { ShownRepositories } from './shownRepositories.js';
import { TrackedDocument } from './trackedDocument.js';

/** Pause after typing before lines are followed, and after a file changes before git runs, in ms. */
const typingPause = 150;
const filePause = 300;
/** Max missing files that are checked for renames. */
const maxMissing = 50;

export interface FindingTrackerEnvironment {
  readonly repositories: RepositoryManager;
  readonly status: RepositoryState;
  readonly findings: FindingStore;
  readonly log: Log;
}

interface Known {
  /** Unchanged until the store changes; undefined forces a new read. */
  readonly mark: string | undefined;
  /** Files in which findings were recorded, under their names at that time. */
  readonly paths: ReadonlySet<string>;
  /** Current path → paths in which its findings were recorded, for renamed files. */
  readonly renamed: ReadonlyMap<string, readonly string[]>;
  /** By the file's current path. */
  readonly counts: ReadonlyMap<string, FindingCounts>;
  /** Locations of findings whose file is gone or renamed, by ULID. */
  readonly places: ReadonlyMap<string, FindingPlace>;
}

/** Open findings of open documents, located by git and files, between saves by the text. Empty in Restricted Mode. */
export class FindingTracker implements vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly emitter = this.owned.add(new vscode.EventEmitter<readonly vscode.Uri[]>());
  private readonly cache = new Map<string, Known>();
  private readonly documents = new Map<string, TrackedDocument>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly readOnce = throttle(() => this.read());
  private readonly shown: ShownRepositories;
  private condition: RepositoryCondition | undefined;

  /** Fires with the documents whose findings moved, appeared or disappeared. */
  readonly onDidChange = this.emitter.event;

  private readonly countEmitter = this.owned.add(new vscode.EventEmitter<void>());
  /** Fires when a file's number of findings changes, or their severity. */
  readonly onDidCount = this.countEmitter.event;

  constructor(private readonly environment: FindingTrackerEnvironment) {
    const { workspace } = vscode;
    const own = this.owned;
    this.shown = own.add(new ShownRepositories(environment.repositories, () => void this.readOnce()));
    own.add(environment.status.onDidRead(condition => this.onCondition(condition)));
    own.add(workspace.onDidOpenTextDocument(document => this.lookSoon(document, 0)));
    own.add(workspace.onDidSaveTextDocument(document => this.lookSoon(document, filePause)));
    own.add(workspace.onDidChangeTextDocument(change => this.onEdit(change)));
    own.add(workspace.onDidCloseTextDocument(document => this.forget(document.uri)));
    own.add(workspace.onDidRenameFiles(() => this.lookAgain()));
    own.add(workspace.onDidDeleteFiles(() => this.lookAgain()));
    own.add(workspace.onDidGrantWorkspaceTrust(() => this.lookAgain()));
  }

  /** Returns the counts of a repository's files by path; empty before the first read. */
  countsIn(repository: OpenRepository): ReadonlyMap<string, FindingCounts> {
    return this.cache.get(repository.id)?.counts ?? new Map();
  }

  /** Returns the findings of an open document at their current lines, outdated ones included. */
  inDocument(uri: vscode.Uri): readonly PlacedFinding[] {
    return this.documents.get(uri.toString())?.findings ?? [];
  }

  /** Returns a finding's location by ULID; undefined if no open document has newer data than the record. */
  placeOf(id: string): FindingPlace | undefined {
    for (const document of this.documents.values()) {
      const found = document.findings.find(({ finding }) => finding.id === id);
      if (found !== undefined) return found.place;
    }
    for (const { places } of this.cache.values()) {
      const place = places.get(id);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.owned.dispose();
  }

  private onCondition(condition: RepositoryCondition): void {
    this.condition = condition;
    void this.readOnce();
  }

  /** Reads which files have findings, in the checked repository and in those with a visible file. */
  private async read(): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    const { repository, state, status } = this.condition ?? {};
    if (repository !== undefined && (state === 'ready' || state === 'readOnly')) {
      await this.readRepository(repository, markOf(status));
    }
    for (const other of this.shown.all) {
      const mark = await other.commitMark().catch(() => undefined);
      if (mark !== undefined) await this.readRepository(other, mark);
    }
  }

  private async readRepository(repository: OpenRepository, mark: string): Promise<void> {
    if (this.cache.get(repository.id)?.mark === mark) return;
    try {
      const findings = await this.environment.findings.openIn(repository, mark);
      const paths = new Set(findings.map(({ path }) => path));
      const found = await findRenamed(repository, paths);
      const counts = countFindings(findings, found.renamed);
      const isSame = isDeepStrictEqual(counts, this.cache.get(repository.id)?.counts ?? new Map());
      this.cache.set(repository.id, { mark, paths, counts, ...found });
      if (!isSame) this.countEmitter.fire();
      const open = vscode.workspace.textDocuments.filter(
        ({ uri }) => this.environment.repositories.repositoryFor(uri) === repository,
      );
      for (const document of open) await this.locate(document);
    } catch (error) {
      this.environment.log.error('The findings of the open documents could not be read.', error);
    }
  }

  private lookAgain(): void {
    // Counts stay until they are recomputed, to avoid flicker.
    for (const [id, entry] of this.cache) this.cache.set(id, { ...entry, mark: undefined });
    void this.readOnce();
  }

  private onEdit({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (contentChanges.length === 0 || document.uri.scheme !== 'file') return;
    // A clean document was reloaded from its file: git may have newer data than its text.
    if (!document.isDirty) this.lookSoon(document, filePause);
    else if (this.documents.has(document.uri.toString())) {
      this.later(document.uri, typingPause, () => this.follow(document));
    }
  }

  private lookSoon(document: vscode.TextDocument, pause: number): void {
    if (document.uri.scheme !== 'file' || this.cache.size === 0) return;
    this.later(document.uri, pause, () => {
      this.locate(document).catch(error =>
        this.environment.log.error(`The findings in ${document.uri.fsPath} could not be located.`, error),
      );
    });
  }

  /** Debounces per document: only the last act within the pause runs. */
  private later(uri: vscode.Uri, pause: number, act: () => void): void {
    const key = uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.set(
      key,
      setTimeout(() => {
        this.timers.delete(key);
        act();
      }, pause),
    );
  }

  private follow(document: vscode.TextDocument): void {
    if (this.documents.get(document.uri.toString())?.follow() === true) this.emitter.fire([document.uri]);
  }

  private async locate(document: vscode.TextDocument): Promise<void> {
    const repository = this.environment.repositories.repositoryFor(document.uri);
    const cached = repository && this.cache.get(repository.id);
    const file = cached && repository.fileOf(document.uri);
    const recorded = file === undefined ? [] : recordedPaths(cached as Known, file.path);
    if (repository === undefined || file === undefined || recorded.length === 0) {
      this.forget(document.uri);
      return;
    }
    const findings = (await Promise.all(recorded.map(path => locateIn(repository, file, path)))).flat();
    if (document.isClosed) return;
    const tracked = await TrackedDocument.open(document, findings);
    if (tracked === undefined) return;
    this.documents.set(document.uri.toString(), tracked);
    this.emitter.fire([document.uri]);
  }

  private forget(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    if (this.documents.delete(key)) this.emitter.fire([uri]);
  }
}

function recordedPaths({ paths, renamed }: Known, path: string): readonly string[] {
  return [...(paths.has(path) ? [path] : []), ...(renamed.get(path) ?? [])];
}

async function locateIn(repository: OpenRepository, file: WorkTreeFile, recorded: string): Promise<PlacedFinding[]> {
  const located = unlessRefused(await repository.invoke(findingLocate, { path: recorded }, { folder: file.top }));
  return located.places.filter(({ path }) => path === file.path).map(placedFinding);
}

/** Finds the new names of files that are missing under the path of their findings. */
async function findRenamed(
  repository: OpenRepository,
  paths: ReadonlySet<string>,
): Promise<Pick<Known, 'renamed' | 'places'>> {
  const renamed = new Map<string, string[]>();
  const places = new Map<string, FindingPlace>();
  const { top } = repository;
  if (top === undefined) return { renamed, places };
  const there = await Promise.all([...paths].map(path => exists(join(top, path))));
  const missing = [...paths].filter((_, index) => !there[index]).slice(0, maxMissing);
  for (const path of missing) {
    const located = unlessRefused(await repository.invoke(findingLocate, { path }, { folder: top }));
    for (const { finding, place } of located.places.map(placedFinding)) {
      places.set(finding.id, place);
      const others = renamed.get(place.path) ?? [];
      if (place.path !== path && !others.includes(path)) renamed.set(place.path, [...others, path]);
    }
  }
  return { renamed, places };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

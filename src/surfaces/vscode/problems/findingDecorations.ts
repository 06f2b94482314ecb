import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { findingSeverities, sumOfSeverities } from '../../../domain/finding/findingSeverity.js';
import type { PlacedFinding } from '../../../present/findingPlace.js';
import { severityLooks } from '../../../present/severity.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import { Disposables } from '../support/disposables.js';
import { translate } from '../support/translate.js';
import { type FindingCounts, highestSeverity } from './findingCounts.js';
import { type FindingsShown, findingsShown, onFindingsShownChange } from './findingsShown.js';
import type { FindingTracker } from './findingTracker.js';
import { severityColor } from './severityMark.js';

/** Max number in a badge, which holds two characters. */
const maxShown = 9;

/** Marks files with open findings, wherever the editor lists files. Starts no process and does not read the store. */
export class FindingDecorations implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly emitter = this.owned.add(new vscode.EventEmitter<vscode.Uri[] | undefined>());
  readonly onDidChangeFileDecorations = this.emitter.event;

  constructor(
    private readonly repositories: RepositoryManager,
    private readonly tracker: FindingTracker,
  ) {
    this.owned.add(vscode.window.registerFileDecorationProvider(this));
    this.owned.add(tracker.onDidCount(() => this.emitter.fire(undefined)));
    this.owned.add(tracker.onDidChange(uris => this.emitter.fire([...uris])));
    this.owned.add(onFindingsShownChange(() => this.emitter.fire(undefined)));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const repository = this.repositories.repositoryFor(uri);
    const files = repository && this.tracker.countsIn(repository);
    if (repository === undefined || files === undefined || !mayBeIn(files, uri) || !findingsShown(uri).marks)
      return undefined;
    const file = repository.fileOf(uri);
    const counts = file && files.get(file.path);
    if (counts === undefined || isCountedByEditor(findingsShown(uri), this.tracker.inDocument(uri))) return undefined;
    const sum = sumOfSeverities(counts);
    const decoration = new vscode.FileDecoration(
      sum > maxShown ? `${maxShown}+` : String(sum),
      tooltipOf(counts),
      severityColor(highestSeverity(counts)),
    );
    decoration.propagate = false;
    return decoration;
  }

  dispose(): void {
    this.owned.dispose();
  }
}

/** Returns true if the editor counts a file's findings among its problems: a second number adds nothing. */
export function isCountedByEditor({ problems }: FindingsShown, placed: readonly PlacedFinding[]): boolean {
  return problems && placed.some(({ place }) => !place.outdated);
}

/** False if no path in `files` can match. Called for every listed file, and finding a worktree reads the disk. */
function mayBeIn(files: ReadonlyMap<string, unknown>, { path }: vscode.Uri): boolean {
  if (files.size === 0) return false;
  for (let slash = path.lastIndexOf('/'); slash >= 0; slash = slash === 0 ? -1 : path.lastIndexOf('/', slash - 1)) {
    if (files.has(path.slice(slash + 1))) return true;
  }
  return false;
}

function tooltipOf(counts: FindingCounts): string {
  const sum = sumOfSeverities(counts);
  const severity = highestSeverity(counts);
  const word = severityLooks[severity].word(translate);
  if (sum === 1) return l10n.t('1 finding, {0}', word);
  return severity === findingSeverities.at(-1)
    ? l10n.t('{0} findings, all {1}', sum, word)
    : l10n.t('{0} findings, {1} {2}', sum, counts[severity], word);
}

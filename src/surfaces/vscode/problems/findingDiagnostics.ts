import * as vscode from 'vscode';
import type { PlacedFinding } from '../../../present/findingPlace.js';
import type { Tone } from '../../../present/look.js';
import { severityLooks } from '../../../present/severity.js';
import type { Repositories, Repository } from '../repository.js';
import { Disposables } from '../support/disposables.js';
import { pageUri } from '../support/pageUri.js';
import { findingsShown, onFindingsShownChange } from './findingsShown.js';
import type { FindingTracker } from './findingTracker.js';
import { placeRange } from './placeRange.js';

export const diagnosticSource = 'stateroom';

/** Shows open findings as the editor's problems on their lines. Outdated ones have no line. */
export function showFindingDiagnostics(tracker: FindingTracker, repositories: Repositories): vscode.Disposable {
  const owned = new Disposables();
  const collection = owned.add(vscode.languages.createDiagnosticCollection('stateroom'));
  const show = (uri: vscode.Uri): void => {
    const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    const repository = repositories.repositoryFor(uri);
    if (document === undefined || repository === undefined || !findingsShown(uri).problems) collection.delete(uri);
    else collection.set(uri, diagnosticsOf(document, repository, tracker.inDocument(uri)));
  };
  owned.add(
    tracker.onDidChange(uris => {
      for (const uri of uris) show(uri);
    }),
  );
  owned.add(
    onFindingsShownChange(() => {
      for (const { uri } of vscode.workspace.textDocuments) show(uri);
    }),
  );
  return owned;
}

function diagnosticsOf(
  document: vscode.TextDocument,
  repository: Repository,
  findings: readonly PlacedFinding[],
): vscode.Diagnostic[] {
  return findings
    .filter(({ place }) => !place.outdated)
    .map(({ finding, place }) => {
      const text = finding.fix === null ? finding.text : `${finding.text}\n${finding.fix}`;
      const diagnostic = new vscode.Diagnostic(
        placeRange(document, place),
        text,
        diagnosticSeverities[severityLooks[finding.severity].tone],
      );
      diagnostic.source = diagnosticSource;
      diagnostic.code = { value: finding.ref, target: pageUri(repository, finding.ref) };
      return diagnostic;
    });
}

const diagnosticSeverities: Readonly<Record<Tone, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
  good: vscode.DiagnosticSeverity.Hint,
  none: vscode.DiagnosticSeverity.Hint,
};

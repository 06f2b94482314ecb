import * as vscode from 'vscode';
import type { FindingSeverity } from '../../../domain/finding/findingStatus.js';
import { settingKeys } from '../../../manifest/settingKeys.js';
import type { Room, Rooms } from '../room.js';
import { Disposables } from '../support/disposables.js';
import { findingUri } from '../support/findingUri.js';
import type { PlacedFinding } from './findingPlace.js';
import type { FindingTracker } from './findingTracker.js';

/** What the Problems panel names as the origin. */
export const diagnosticSource = 'stateroom';

/** Shows the open findings on the lines they are about, as the editor's problems. Outdated ones have no line. */
export function showFindingDiagnostics(tracker: FindingTracker, rooms: Rooms): vscode.Disposable {
  const owned = new Disposables();
  const collection = owned.add(vscode.languages.createDiagnosticCollection('stateroom'));
  const show = (uri: vscode.Uri): void => {
    const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri.toString());
    const room = rooms.roomFor(uri);
    if (document === undefined || room === undefined || !isWanted(uri)) collection.delete(uri);
    else collection.set(uri, diagnosticsOf(document, room, tracker.inDocument(uri)));
  };
  owned.add(
    tracker.onDidChange(uris => {
      for (const uri of uris) show(uri);
    }),
  );
  owned.add(
    vscode.workspace.onDidChangeConfiguration(change => {
      if (!change.affectsConfiguration(`stateroom.${settingKeys.findingsShow}`)) return;
      for (const { uri } of vscode.workspace.textDocuments) show(uri);
    }),
  );
  return owned;
}

function isWanted(uri: vscode.Uri): boolean {
  return vscode.workspace.getConfiguration('stateroom', uri).get(settingKeys.findingsShow) !== 'off';
}

function diagnosticsOf(
  document: vscode.TextDocument,
  room: Room,
  findings: readonly PlacedFinding[],
): vscode.Diagnostic[] {
  return findings
    .filter(({ place }) => !place.outdated)
    .map(({ finding, place }) => {
      const text = finding.fix === null ? finding.text : `${finding.text}\n${finding.fix}`;
      const diagnostic = new vscode.Diagnostic(rangeOf(document, place), text, severityOf(finding.severity));
      diagnostic.source = diagnosticSource;
      diagnostic.code = { value: finding.ref, target: findingUri(room, finding.ref) };
      return diagnostic;
    });
}

/** The lines without the white space before the first; the first line for a finding about the whole file. */
function rangeOf(document: vscode.TextDocument, { lines }: PlacedFinding['place']): vscode.Range {
  const last = document.lineCount - 1;
  if (lines === null) return new vscode.Range(0, 0, 0, 0);
  const start = document.lineAt(Math.min(lines.start - 1, last));
  const end = document.lineAt(Math.min(lines.end - 1, last));
  const from = start.isEmptyOrWhitespace ? 0 : start.firstNonWhitespaceCharacterIndex;
  return new vscode.Range(start.lineNumber, from, end.lineNumber, end.text.trimEnd().length);
}

function severityOf(severity: FindingSeverity): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'high':
      return vscode.DiagnosticSeverity.Error;
    case 'medium':
      return vscode.DiagnosticSeverity.Warning;
    case 'low':
      return vscode.DiagnosticSeverity.Information;
  }
}

import * as vscode from 'vscode';
import { type FindingSeverity, findingSeverities, severityRank } from '../../../domain/finding/findingSeverity.js';
import type { PlacedFinding } from '../../../present/findingPlace.js';
import { Disposables } from '../support/disposables.js';
import { findingsShown, onFindingsShownChange } from './findingsShown.js';
import type { FindingTracker } from './findingTracker.js';
import { placeRange } from './placeRange.js';
import { severityColor, severityMark } from './severityMark.js';

/** Marks lines of open findings in gutter and overview ruler, once per line, by the highest severity. */
export class FindingMarks implements vscode.Disposable {
  private readonly owned = new Disposables();
  private types: ReadonlyMap<FindingSeverity, vscode.TextEditorDecorationType> | undefined;
  /** Drawn marks per editor, so that nothing is redrawn needlessly. */
  private readonly drawn = new WeakMap<vscode.TextEditor, string>();

  constructor(private readonly tracker: FindingTracker) {
    this.owned.add(
      tracker.onDidChange(uris => {
        const changed = new Set(uris.map(String));
        this.draw(editor => changed.has(editor.document.uri.toString()));
      }),
    );
    this.owned.add(vscode.window.onDidChangeVisibleTextEditors(() => this.draw()));
    this.owned.add(onFindingsShownChange(() => this.draw()));
  }

  dispose(): void {
    this.owned.dispose();
  }

  private draw(wanted: (editor: vscode.TextEditor) => boolean = () => true): void {
    for (const editor of vscode.window.visibleTextEditors.filter(wanted)) this.drawIn(editor);
  }

  private drawIn(editor: vscode.TextEditor): void {
    const { document } = editor;
    const findings = this.tracker.inDocument(document.uri);
    const before = this.drawn.get(editor) ?? '';
    if (findings.length === 0 && before === '') return;
    const lines = findingsShown(document.uri).marks ? heaviestByLine(document, findings) : new Map();
    const now = [...lines].join(' ');
    if (now === before) return;
    this.drawn.set(editor, now);
    for (const [severity, type] of this.decorationTypes()) {
      const ranges = [...lines].flatMap(([line, heaviest]) =>
        heaviest === severity ? [new vscode.Range(line, 0, line, 0)] : [],
      );
      editor.setDecorations(type, ranges);
    }
  }

  private decorationTypes(): ReadonlyMap<FindingSeverity, vscode.TextEditorDecorationType> {
    this.types ??= new Map(
      findingSeverities.map(severity => [
        severity,
        this.owned.add(
          vscode.window.createTextEditorDecorationType({
            isWholeLine: true,
            overviewRulerColor: severityColor(severity),
            overviewRulerLane: vscode.OverviewRulerLane.Left,
            dark: { gutterIconPath: severityMark(severity, 'dark'), gutterIconSize: 'contain' },
            light: { gutterIconPath: severityMark(severity, 'light'), gutterIconSize: 'contain' },
          }),
        ),
      ]),
    );
    return this.types;
  }
}

/** Returns the first lines of findings, from 0, each with the highest severity that starts there. */
function heaviestByLine(
  document: vscode.TextDocument,
  findings: readonly PlacedFinding[],
): ReadonlyMap<number, FindingSeverity> {
  const weights = new Map<number, FindingSeverity>();
  for (const { finding, place } of findings) {
    if (place.outdated) continue;
    const { line } = placeRange(document, place).start;
    const other = weights.get(line);
    const heavier = other === undefined || severityRank(finding.severity) < severityRank(other);
    if (heavier) weights.set(line, finding.severity);
  }
  return weights;
}

import * as vscode from 'vscode';
import type { PlacedFinding } from '../../../present/findingPlace.js';
import { LiveLines } from './liveLines.js';

/** An open document whose findings were located in its file and are followed through unsaved edits. */
export class TrackedDocument {
  private readonly inFile: readonly PlacedFinding[];
  private readonly lines: LiveLines;

  private constructor(
    private readonly document: vscode.TextDocument,
    /** The findings at their lines in the current text. */
    public findings: readonly PlacedFinding[],
    text: string,
  ) {
    this.inFile = findings;
    this.lines = new LiveLines(text);
  }

  /** Locates `findings`, which are at their lines in the saved file; undefined if that cannot be read (any more). */
  static async open(
    document: vscode.TextDocument,
    findings: readonly PlacedFinding[],
  ): Promise<TrackedDocument | undefined> {
    if (!document.isDirty) return new TrackedDocument(document, findings, document.getText());
    try {
      const saved = new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri));
      const tracked = new TrackedDocument(document, findings, saved);
      tracked.follow();
      return tracked;
    } catch {
      return undefined;
    }
  }

  /** Follows the findings into the current text; returns true if one of them moved, appeared or disappeared. */
  follow(): boolean {
    const ranges = this.inFile.flatMap(({ place }) => place.lines ?? []);
    const located = this.lines.locate(ranges, this.document.getText()).values();
    const before = this.findings;
    this.findings = this.inFile.map(placed => {
      const { finding, place } = placed;
      if (place.lines === null) return placed;
      const now = located.next().value;
      if (now === undefined || now === 'outdated') {
        return { finding, place: { path: place.path, lines: null, outdated: true } };
      }
      return { finding, place: { path: place.path, lines: now, outdated: false } };
    });
    return this.findings.some(({ place }, index) => !isSamePlace(place, before[index]?.place));
  }
}

function isSamePlace(one: PlacedFinding['place'], other: PlacedFinding['place'] | undefined): boolean {
  return (
    one.outdated === other?.outdated && one.lines?.start === other.lines?.start && one.lines?.end === other.lines?.end
  );
}

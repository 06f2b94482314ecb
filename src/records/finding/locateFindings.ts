import { type Anchor, anchorOf, type Located, locate, parseAnchor, rangeIn } from '../../domain/finding/anchor.js';
import type { FindingRow } from '../../domain/finding/findingRow.js';
import { countLines, type LineRange } from '../../domain/finding/lineRange.js';
import { mapLines } from '../../domain/finding/mapLines.js';
import { readLines, type TextLines } from '../../domain/finding/textLines.js';
import { blobIdOf } from '../../git/readBlobs.js';
import type { WorkTree } from '../../git/workTree.js';
import { maskerOf } from '../review/redactSecrets.js';
import { followRenames, groupByCommit } from './followRenames.js';

export type PlacedFinding = Pick<FindingRow, 'id' | 'path' | 'line_start' | 'line_end' | 'anchor' | 'commit_sha'>;

export interface FindingPlace {
  /** Current path, also after a rename. */
  readonly path: string;
  /** Null for a finding about the whole file, and for an outdated one. */
  readonly lines: LineRange | null;
  /** True if its text or file is gone or not locatable. */
  readonly outdated: boolean;
}

interface CurrentFile {
  readonly text: string;
  readonly blob: string;
  readonly lines: TextLines;
}

/** Locates findings by ULID after edits, renames, rebases and squashes: by their text in git, else by the lines around. */
export async function locateFindings(
  workTree: WorkTree,
  findings: readonly PlacedFinding[],
): Promise<ReadonlyMap<string, FindingPlace>> {
  const idLength = (await workTree.head()).commit?.length;
  const paths = await followRenames(workTree, findings);
  const files = await readFiles(workTree, new Set(paths.values()), idLength);
  const anchored = findings.map(finding => ({
    finding,
    path: paths.get(finding.id) ?? finding.path,
    anchor: parseAnchor(finding.anchor),
  }));
  const bases = await readBases(workTree, anchored, files);
  const mappings = new Map<string, Int32Array>();
  const placeOf = ({ finding, path, anchor }: (typeof anchored)[number]): FindingPlace => {
    const file = files.get(path);
    if (file === undefined) return { path, lines: null, outdated: true };
    if (finding.line_start === null) return { path, lines: null, outdated: false };
    if (anchor === undefined) return asRecorded(finding, path, file.text);
    const base = bases.get(baseKey(anchor, finding));
    const located = locateIn(file, anchor, base, () => {
      const key = `${baseKey(anchor, finding)} ${path}`;
      const lineMap = mappings.get(key) ?? mapLines(base ?? file.lines, file.lines);
      mappings.set(key, lineMap);
      return lineMap;
    });
    return located === 'outdated' ? { path, lines: null, outdated: true } : { path, lines: located, outdated: false };
  };
  return new Map(anchored.map(entry => [entry.finding.id, placeOf(entry)]));
}

function locateIn(file: CurrentFile, anchor: Anchor, base: TextLines | undefined, mapping: () => Int32Array): Located {
  if (file.blob === anchor.blob) return { start: anchor.start, end: anchor.end };
  return base === undefined ? locate(anchor, file.lines) : rangeIn(mapping(), base, anchor);
}

/** Lines without an anchor stay as recorded while the file has them. */
function asRecorded({ line_start, line_end }: PlacedFinding, path: string, text: string): FindingPlace {
  const start = line_start ?? 1;
  const end = line_end ?? start;
  const exists = end <= countLines(text);
  return { path, lines: exists ? { start, end } : null, outdated: !exists };
}

async function readFiles(
  workTree: WorkTree,
  paths: ReadonlySet<string>,
  idLength: number | undefined,
): Promise<Map<string, CurrentFile>> {
  const files = new Map<string, CurrentFile>();
  for (const path of paths) {
    const text = await workTree.readText(path);
    if (text !== undefined) files.set(path, { text, blob: blobIdOf(text, idLength), lines: readLines(text) });
  }
  return files;
}

interface AnchoredFinding {
  readonly finding: PlacedFinding;
  readonly path: string;
  readonly anchor: Anchor | undefined;
}

function baseKey(anchor: Anchor, finding: PlacedFinding): string {
  return `${anchor.blob} ${finding.commit_sha} ${finding.path}`;
}

async function readBases(
  workTree: WorkTree,
  anchored: readonly AnchoredFinding[],
  files: ReadonlyMap<string, CurrentFile>,
): Promise<Map<string, TextLines>> {
  const changed = anchored.flatMap(({ finding, path, anchor }) =>
    anchor === undefined || anchor.blob === files.get(path)?.blob ? [] : [{ finding, anchor }],
  );
  const blobs = await workTree.readBlobs(changed.flatMap(({ anchor }) => anchor.blob ?? []));
  const bases = new Map<string, TextLines>();
  const missing: typeof changed = [];
  const read = new Map<string, TextLines>();
  for (const entry of changed) {
    const { blob } = entry.anchor;
    const text = blob === null ? undefined : blobs.get(blob);
    if (blob === null || text === undefined) missing.push(entry);
    else {
      const lines = read.get(blob) ?? readLines(text);
      read.set(blob, lines);
      bases.set(baseKey(entry.anchor, entry.finding), lines);
    }
  }
  await readCommitted(workTree, missing, bases);
  return bases;
}

/** For files that differed from the commit: uses its text if that has the same lines at the same place. */
async function readCommitted(
  workTree: WorkTree,
  missing: readonly { finding: PlacedFinding; anchor: Anchor }[],
  bases: Map<string, TextLines>,
): Promise<void> {
  for (const [commit, entries] of groupByCommit(missing, ({ finding }) => finding)) {
    if (commit === null || (await workTree.resolveCommit(commit)) === undefined) continue;
    const ids = await workTree.blobsOf([...new Set(entries.map(({ finding }) => finding.path))], commit);
    const texts = await workTree.readBlobs([...ids.values()]);
    for (const { finding, anchor } of entries) {
      const text = texts.get(ids.get(finding.path) ?? '');
      if (text === undefined) continue;
      const lines = readLines(text);
      // An anchor without lines belongs to no text, and matches neither of these. Older anchors are unmasked.
      const kept = [maskerOf(finding.path), undefined].map(mask => anchorOf(lines, anchor, anchor.blob, mask));
      if (kept.some(same => JSON.stringify(same) === JSON.stringify(anchor)))
        bases.set(baseKey(anchor, finding), lines);
    }
  }
}

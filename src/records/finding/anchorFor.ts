import { anchorOf } from '../../domain/finding/anchor.js';
import { countLines, type LineRange } from '../../domain/finding/lineRange.js';
import { readLines, type TextLines } from '../../domain/finding/textLines.js';
import { redactionMark } from '../../domain/text/redactionMark.js';
import { blobIdOf } from '../../git/readBlobs.js';
import type { WorkTree } from '../../git/workTree.js';
import { isConcealed, maskerOf } from '../review/redactSecrets.js';

/** A file that findings are made about. */
interface AnchoredFile {
  readonly blob: string;
  readonly lines: TextLines;
  readonly lineCount: number;
  /** Takes out of a line what is not to be kept. */
  readonly mask: (line: string) => string;
}

/** Reads files and makes the anchors of one call's findings; every file is read once. */
export interface AnchorMaker {
  /** Undefined for a file that is not there. */
  file(path: string): Promise<AnchoredFile | undefined>;
  /** JSON for the row of a finding; null for files or lines that are not there. */
  anchor(path: string, lines: LineRange | null): Promise<string | null>;
}

/** Anchors in the worktree as it is now; none where there is no worktree. */
export async function anchorsIn(workTree: WorkTree | undefined): Promise<AnchorMaker> {
  if (workTree === undefined) return { file: async () => undefined, anchor: async () => null };
  const { commit } = await workTree.head();
  const files = new Map<string, Promise<AnchoredFile | undefined>>();
  const read = async (path: string): Promise<AnchoredFile | undefined> => {
    // A link may lead out of the repository, and what is there is not to be kept.
    if ((await workTree.kindOf(path)) !== 'file') return undefined;
    const text = await workTree.readText(path);
    if (text === undefined) return undefined;
    return {
      blob: blobIdOf(text, commit?.length),
      lines: readLines(text),
      lineCount: countLines(text),
      // Of a file that holds secrets no line is kept: git has its text, and what git has not is found by its id alone.
      mask: isConcealed(path, text) ? () => redactionMark : maskerOf(path),
    };
  };
  const file = (path: string): Promise<AnchoredFile | undefined> => {
    const fileLines = files.get(path) ?? read(path);
    files.set(path, fileLines);
    return fileLines;
  };
  return {
    file,
    async anchor(path, lines) {
      const found = await file(path);
      if (found === undefined) return null;
      const anchor = lines === null ? { blob: found.blob } : anchorOf(found.lines, lines, found.blob, found.mask);
      return anchor === undefined ? null : JSON.stringify(anchor);
    },
  };
}

/** The anchor of one finding, as JSON for its row; see `anchorsIn`. */
export async function anchorFor(
  workTree: WorkTree | undefined,
  path: string,
  lines: LineRange | null,
): Promise<string | null> {
  return (await anchorsIn(workTree)).anchor(path, lines);
}

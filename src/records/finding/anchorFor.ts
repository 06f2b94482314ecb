import { anchorOf } from '../../domain/finding/anchor.js';
import { countLines, type LineRange } from '../../domain/finding/lineRange.js';
import { readLines, type TextLines } from '../../domain/finding/textLines.js';
import { redactionMark } from '../../domain/text/redactionMark.js';
import { blobIdOf } from '../../git/readBlobs.js';
import type { WorkTree } from '../../git/workTree.js';
import { isConcealed, maskerOf } from '../review/redactSecrets.js';

interface AnchoredFile {
  readonly blob: string;
  readonly lines: TextLines;
  readonly lineCount: number;
  readonly mask: (line: string) => string;
}

/** Creates the anchors of a call's findings; reads each file once. */
export interface AnchorMaker {
  /** Undefined if the file does not exist. */
  file(path: string): Promise<AnchoredFile | undefined>;
  /** JSON for the finding's row; null if the file or lines do not exist. */
  anchor(path: string, lines: LineRange | null): Promise<string | null>;
}

/** Returns no anchors without a worktree. */
export async function anchorsIn(workTree: WorkTree | undefined): Promise<AnchorMaker> {
  if (workTree === undefined) return { file: async () => undefined, anchor: async () => null };
  const { commit } = await workTree.head();
  const files = new Map<string, Promise<AnchoredFile | undefined>>();
  const read = async (path: string): Promise<AnchoredFile | undefined> => {
    // A link may lead out of the repository; that content must not be stored.
    if ((await workTree.kindOf(path)) !== 'file') return undefined;
    const text = await workTree.readText(path);
    if (text === undefined) return undefined;
    return {
      blob: blobIdOf(text, commit?.length),
      lines: readLines(text),
      lineCount: countLines(text),
      // No line of a file with secrets is stored: git has its text; without git's copy only the blob id can match.
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

export async function anchorFor(
  workTree: WorkTree | undefined,
  path: string,
  lines: LineRange | null,
): Promise<string | null> {
  return (await anchorsIn(workTree)).anchor(path, lines);
}

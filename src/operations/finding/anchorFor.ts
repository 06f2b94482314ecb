import { anchorOf } from '../../domain/finding/anchor.js';
import type { LineRange } from '../../domain/finding/lineRange.js';
import { readLines, type TextLines } from '../../domain/finding/textLines.js';
import { blobIdOf } from '../../git/readBlobs.js';
import type { WorkTree } from '../../git/workTree.js';

/** Makes the anchors of one call's findings; every file is read once. */
export type AnchorMaker = (path: string, lines: LineRange | null) => Promise<string | null>;

/** Anchors in the work tree as it is now; null for whole files, and for files or lines that are not there. */
export async function anchorsIn(workTree: WorkTree | undefined): Promise<AnchorMaker> {
  if (workTree === undefined) return async () => null;
  const { commit } = await workTree.head();
  const files = new Map<string, Promise<{ blob: string; lines: TextLines } | undefined>>();
  const read = async (path: string): Promise<{ blob: string; lines: TextLines } | undefined> => {
    const text = await workTree.readText(path);
    return text === undefined ? undefined : { blob: blobIdOf(text, commit?.length), lines: readLines(text) };
  };
  return async (path, lines) => {
    if (lines === null) return null;
    const known = files.get(path) ?? read(path);
    files.set(path, known);
    const file = await known;
    const anchor = file === undefined ? undefined : anchorOf(file.lines, lines, file.blob);
    return anchor === undefined ? null : JSON.stringify(anchor);
  };
}

/** The anchor of one finding, as JSON for its row; see `anchorsIn`. */
export async function anchorFor(
  workTree: WorkTree | undefined,
  path: string,
  lines: LineRange | null,
): Promise<string | null> {
  return lines === null ? null : (await anchorsIn(workTree))(path, lines);
}

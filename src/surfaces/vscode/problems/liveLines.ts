import { rangeIn } from '../../../domain/finding/anchor.js';
import type { LineRange } from '../../../domain/finding/lineRange.js';
import { mapLines } from '../../../domain/finding/mapLines.js';
import { readLines, type TextLines } from '../../../domain/finding/textLines.js';

/** Follows lines of one text through its edits, without git or the store. */
export class LiveLines {
  private readonly base: TextLines;

  /** `text` is the one in which the lines were found. */
  constructor(text: string) {
    this.base = readLines(text);
  }

  /** Returns the ranges of the first text as they are in `text`, in order; `outdated` if their content is gone. */
  locate(ranges: readonly LineRange[], text: string): (LineRange | 'outdated')[] {
    const mapping = mapLines(this.base, readLines(text));
    return ranges.map(range => rangeIn(mapping, this.base, range));
  }
}

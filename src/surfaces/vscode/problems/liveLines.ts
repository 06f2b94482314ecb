import { rangeIn } from '../../../domain/finding/anchor.js';
import type { LineRange } from '../../../domain/finding/lineRange.js';
import { mapLines } from '../../../domain/finding/mapLines.js';
import { readLines, type TextLines } from '../../../domain/finding/textLines.js';

/** Follows lines of one text through its edits, without asking anyone. */
export class LiveLines {
  private readonly base: TextLines;

  /** `text` is the one in which the lines were found. */
  constructor(text: string) {
    this.base = readLines(text);
  }

  /** Where ranges of the first text are in this one, in their order; `outdated` where the text is gone. */
  locate(ranges: readonly LineRange[], text: string): (LineRange | 'outdated')[] {
    const mapping = mapLines(this.base, readLines(text));
    return ranges.map(range => rangeIn(mapping, this.base, range));
  }
}

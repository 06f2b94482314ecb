/** A mention of a work item, finding, task or lane in a line; `start` and `end` count UTF-16 units from its beginning. */
export interface Mention {
  /** `W-12`, `F-3`, `T-2`, `L-1`. */
  readonly ref: string;
  readonly start: number;
  readonly end: number;
}

/** A mention with its line, from 0. */
export interface PlacedMention extends Mention {
  readonly line: number;
}

/** What a line is made of. `State` is what the lines after it must know: values that are compared one by one. */
export interface ReadLine<State> {
  /** The line with spaces in place of all that is not a text, of the same length; undefined when nothing of it is. */
  readonly text: string | undefined;
  readonly after: State;
  /** The label of a link that the line defines: `[W-1]` then is that link. */
  readonly defines?: string | undefined;
}

/** How the lines of a kind of document are read. */
export interface LineReader<State> {
  readonly first: State;
  read(line: string, before: State): ReadLine<State>;
}

/** The same words as in syntaxes/references.injection.json: one marks, the other links. */
const reference = /(?<![A-Za-z0-9/#.@=&?%\\-]|[A-Za-z0-9]_)[WFTL]-[1-9]\d{0,14}(?![A-Za-z0-9-]|_[A-Za-z0-9])/g;
/** Longer lines are left out: no one reads them, and they would take long. */
const maxLineLength = 5_000;

interface Scanned<State> {
  readonly line: string;
  readonly mentions: readonly Mention[];
  /** Starts of mentions that are alone in brackets. */
  readonly bracketed: ReadonlySet<number>;
  readonly after: State;
  readonly defines: string | undefined;
}

/**
 * The mentions in a document, kept while it is edited: only the lines that differ from those before are read again, and those
 * after them that their change means something to.
 */
export class LineScan<State extends object> {
  private lines: readonly Scanned<State>[] = [];
  /** How many lines were read so far. */
  linesRead = 0;

  constructor(private readonly reader: LineReader<State>) {}

  /** Reads what differs; `lineAt` gives a line's text. */
  update(count: number, lineAt: (line: number) => string): readonly PlacedMention[] {
    const old = this.lines;
    const shared = Math.min(count, old.length);
    let same = 0;
    while (same < shared && old[same]?.line === lineAt(same)) same += 1;
    let sameAtEnd = 0;
    while (sameAtEnd < shared - same && old[old.length - 1 - sameAtEnd]?.line === lineAt(count - 1 - sameAtEnd)) {
      sameAtEnd += 1;
    }
    if (same === count && same === old.length) return this.mentions();
    const lines = old.slice(0, same);
    const moved = old.length - count;
    for (let index = same; index < count; index += 1) {
      const before = lines.at(-1)?.after ?? this.reader.first;
      if (index >= count - sameAtEnd && isSame(before, old[index + moved - 1]?.after ?? this.reader.first)) {
        for (const kept of old.slice(index + moved)) lines.push(kept);
        break;
      }
      lines.push(this.read(lineAt(index), before));
    }
    this.lines = lines;
    return this.mentions();
  }

  /** The text of a line as its reader sees it, at the last update. */
  textOf(line: number, text: string): string | undefined {
    return this.reader.read(text, this.lines[line - 1]?.after ?? this.reader.first).text;
  }

  private read(line: string, before: State): Scanned<State> {
    this.linesRead += 1;
    const { text, after, defines } = this.reader.read(line, before);
    const found = text === undefined || line.length > maxLineLength ? [] : [...text.matchAll(reference)];
    const mentions = found.map(({ 0: ref, index }) => ({ ref, start: index, end: index + ref.length }));
    const alone = mentions.filter(({ start, end }) => line[start - 1] === '[' && line[end] === ']');
    return { line, mentions, bracketed: new Set(alone.map(({ start }) => start)), after, defines };
  }

  private mentions(): readonly PlacedMention[] {
    const defined = new Set(this.lines.map(({ defines }) => defines));
    return this.lines.flatMap(({ mentions, bracketed }, line) =>
      mentions.flatMap(mention => {
        const isLink = bracketed.has(mention.start) && defined.has(mention.ref);
        return isLink ? [] : [{ ...mention, line }];
      }),
    );
  }
}

function isSame<State extends object>(one: State, other: State): boolean {
  if (one === other) return true;
  const keys = Object.keys(one) as (keyof State)[];
  return keys.length === Object.keys(other).length && keys.every(key => one[key] === other[key]);
}

import type { EncodedStatement, JournalStatement } from './journalFormat.js';

/** Longer or later texts are written out each time: what recurs is short and comes early. */
const maxTextLength = 2000;
const maxTexts = 256;

/**
 * Numbers for the texts of statements. A text that is in a record of the journal has the next free number from there on,
 * for every reader alike, so that a claim is written as three small numbers instead of half a kilobyte of SQL.
 */
export class StatementDictionary {
  readonly #texts: string[] = [];
  readonly #known = new Set<string>();

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.#learn(text);
  }

  /** Takes note of a record's statements and gives them with their texts; undefined for a number that was never given. */
  read(statements: readonly EncodedStatement[]): JournalStatement[] | undefined {
    const resolved: JournalStatement[] = [];
    for (const [reference, parameters, rows] of statements) {
      const sql = typeof reference === 'string' ? reference : this.#texts[reference];
      if (sql === undefined) return undefined;
      if (typeof reference === 'string') this.#learn(reference);
      resolved.push([sql, parameters, rows]);
    }
    return resolved;
  }

  #learn(text: string): void {
    if (text.length > maxTextLength || this.#texts.length >= maxTexts || this.#known.has(text)) return;
    this.#known.add(text);
    this.#texts.push(text);
  }
}

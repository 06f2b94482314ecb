import type { EncodedStatement, JournalStatement } from './journalFormat.js';

/** Recurring texts are short and come early. */
const maxTextLength = 2000;
const maxTexts = 256;

/** Numbers texts in journal order: a claim is three small numbers instead of half a kilobyte of SQL. */
export class StatementDictionary {
  readonly #texts: string[] = [];
  readonly #known = new Set<string>();

  constructor(texts: readonly string[] = []) {
    for (const text of texts) this.#learn(text);
  }

  /** Resolves and records the texts; undefined for an unknown number. */
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

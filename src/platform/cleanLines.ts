import { keyBegins, keyEnds, redact, redacted } from './redact.js';

/** Takes one output in whole lines; a private key may span several calls. */
export class TextRedactor {
  #inKey = false;

  clean(lines: string): string {
    return redact(this.#inKey || keyBegins.test(lines) ? this.#withoutKeys(lines) : lines);
  }

  #withoutKeys(text: string): string {
    const kept: string[] = [];
    for (const line of text.split(/(?<=\n)/)) {
      const wasInKey = this.#inKey;
      if (keyBegins.test(line)) this.#inKey = true;
      if (!this.#inKey) kept.push(line);
      else if (!wasInKey) kept.push(line.endsWith('\n') ? `${redacted}\n` : redacted);
      if (keyEnds.test(line)) this.#inKey = false;
    }
    return kept.join('');
  }
}

const maxLineLength = 64 * 1024;

/** Max distance from the end, in characters, at which a cut looks for a blank: no secret contains one. */
const maxWordLength = 8 * 1024;

export class CleanLines {
  readonly #decoder = new TextDecoder();
  readonly #redactor = new TextRedactor();
  #rest = '';

  /** Returns the completed lines; empty if there are none. */
  add(chunk: Uint8Array): string {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    const end = text.length > maxLineLength ? cutOf(text) : text.lastIndexOf('\n') + 1;
    this.#rest = text.slice(end);
    return end > 0 ? this.#redactor.clean(text.slice(0, end)) : '';
  }

  /** Returns the unfinished last line. */
  finish(): string {
    return this.#rest === '' ? '' : this.#redactor.clean(this.#rest);
  }
}

/** Returns a position that splits no word. */
function cutOf(text: string): number {
  const blank = text.lastIndexOf(' ');
  return text.length - blank > maxWordLength ? text.length : blank + 1;
}

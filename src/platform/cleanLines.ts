import { keyBegins, keyEnds, redact, redacted } from './redact.js';

/** Takes the text of one output, some whole lines at a time, and gives it back clean; a private key spans many lines. */
export class TextRedactor {
  #inKey = false;

  /** The lines without their secrets; empty when all of them were one. */
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

/** A line that does not end is not waited for any longer than this, in characters. */
const maxLineLength = 64 * 1024;

/** How far before the end of such a line a blank is looked for, in characters: no secret has one. */
const maxWordLength = 8 * 1024;

/** Turns what a program prints on one stream into whole lines without secrets. */
export class CleanLines {
  readonly #decoder = new TextDecoder();
  readonly #redactor = new TextRedactor();
  #rest = '';

  /** The lines that end with this piece; empty when none does. */
  add(chunk: Uint8Array): string {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    const end = text.length > maxLineLength ? cutOf(text) : text.lastIndexOf('\n') + 1;
    this.#rest = text.slice(end);
    return end > 0 ? this.#redactor.clean(text.slice(0, end)) : '';
  }

  /** What is left of a last line that does not end. */
  finish(): string {
    return this.#rest === '' ? '' : this.#redactor.clean(this.#rest);
  }
}

/** Where a line that is too long is cut, so that no word is in two pieces. */
function cutOf(text: string): number {
  const blank = text.lastIndexOf(' ');
  return text.length - blank > maxWordLength ? text.length : blank + 1;
}

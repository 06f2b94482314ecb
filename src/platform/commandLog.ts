import { createHash } from 'node:crypto';
import { CleanLines } from './cleanLines.js';

export interface KeptLog {
  /** Whole output, or its beginning and end with a line between them that gives the omitted bytes. */
  readonly content: Uint8Array;
  /** SHA-256 of the whole output, in hex. */
  readonly hash: string;
  readonly bytes: number;
  /** Last nonempty line without terminal colors; empty without one. */
  readonly lastLine: string;
  /** Last whole lines, at most `tailBytes`. */
  readonly tail: string;
}

type Stream = 'stdout' | 'stderr';

const tailBytes = 2000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with one
const terminalCodes = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g;

export class CommandLog {
  readonly #half: number;
  readonly #hash = createHash('sha256');
  readonly #streams: Record<Stream, CleanLines> = { stdout: new CleanLines(), stderr: new CleanLines() };
  readonly #head: Uint8Array[] = [];
  readonly #end: Uint8Array[] = [];
  #headBytes = 0;
  #endBytes = 0;
  #bytes = 0;
  #lastLine = '';

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  add(chunk: Uint8Array, stream: Stream): void {
    this.#keep(this.#streams[stream].add(chunk));
  }

  finish(): KeptLog {
    for (const stream of Object.values(this.#streams)) this.#keep(stream.finish());
    const missing = this.#bytes - this.#headBytes - this.#endBytes;
    const gap = missing === 0 ? '' : `\n[${missing} bytes omitted]\n`;
    const content = Buffer.concat([...this.#head, Buffer.from(gap), ...this.#end]);
    return {
      content,
      hash: this.#hash.digest('hex'),
      bytes: this.#bytes,
      lastLine: this.#lastLine,
      tail: endOf(content),
    };
  }

  #keep(text: string): void {
    if (text === '') return;
    this.#lastLine = lastLineOf(text) ?? this.#lastLine;
    const bytes = Buffer.from(text);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    if (this.#end.length === 0 && this.#headBytes + bytes.length <= this.#half) {
      this.#head.push(bytes);
      this.#headBytes += bytes.length;
      return;
    }
    this.#end.push(bytes);
    this.#endBytes += bytes.length;
    while (this.#endBytes > this.#half) this.#endBytes -= this.#end.shift()?.length ?? this.#endBytes;
  }
}

function lastLineOf(text: string): string | undefined {
  const plain = text.slice(-4000).replace(terminalCodes, '').trimEnd();
  const line = plain.slice(plain.lastIndexOf('\n') + 1).trim();
  return line === '' ? undefined : line;
}

function endOf(content: Buffer): string {
  const text = content
    .subarray(Math.max(0, content.length - tailBytes))
    .toString('utf8')
    .replace(terminalCodes, '');
  // Drops the rest of a cut line or character.
  return content.length > tailBytes ? text.slice(text.indexOf('\n') + 1) : text;
}

import type { Readable, Writable } from 'node:stream';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { fieldsOf } from './readUpdate.js';

/** Longest line that is read; a longer one is skipped. */
export const maxLineBytes = 16 * 1024 * 1024;
/** Bytes that may wait for a program that does not read. */
const maxUnreadBytes = 16 * 1024 * 1024;

export interface StreamPorts {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Params of `session/update`, which are read leniently: agents send kinds and fields that the SDK would drop. */
  readonly onUpdate: (params: unknown) => void;
  /** A line that is no JSON-RPC message. */
  readonly onGarbage: (text: string) => void;
}

/** Messages of JSON-RPC 2.0, one per line. Everything that a program could flood is bounded or dropped here. */
export function messageStream({ stdin, stdout, onUpdate, onGarbage }: StreamPorts): Stream {
  const asked = new Set<unknown>();
  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      const receive = (line: string): void => {
        if (line.trim() === '') return;
        const message = parse(line);
        if (message === undefined) onGarbage(line);
        else if (message.method === 'session/update') onUpdate(message.params);
        else if (message.method === undefined && !asked.delete(message.id)) onGarbage(line);
        else controller.enqueue(message as unknown as AnyMessage);
      };
      const lines = new BoundedLines(receive, bytes => onGarbage(`A message of ${bytes} bytes was skipped.`));
      stdout.on('data', (chunk: Buffer) => lines.add(chunk));
      stdout.once('close', () => {
        lines.finish();
        controller.close();
      });
      // A broken pipe; the program's end says more.
      stdout.on('error', () => {});
    },
  });
  stdin.on('error', () => {});
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if ('method' in message && 'id' in message) asked.add(message.id);
      if (stdin.writableLength > maxUnreadBytes) throw new Error('It does not read what it is sent.');
      if (stdin.writable) stdin.write(`${JSON.stringify(message)}\n`);
    },
  });
  return { readable, writable };
}

interface Received {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

function parse(line: string): Received | undefined {
  try {
    const value = fieldsOf(JSON.parse(line));
    return value.jsonrpc === '2.0' ? value : undefined;
  } catch {
    return undefined;
  }
}

class BoundedLines {
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: (bytes: number) => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(onLine: (line: string) => void, onTooLong: (bytes: number) => void) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  add(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, end));
      this.finish();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  finish(): void {
    const bytes = this.#bytes;
    const parts = this.#parts;
    this.#parts = [];
    this.#bytes = 0;
    if (bytes > maxLineBytes) this.#onTooLong(bytes);
    else this.#onLine(Buffer.concat(parts).toString('utf8'));
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > maxLineBytes) this.#parts = [];
    else this.#parts.push(part);
  }
}

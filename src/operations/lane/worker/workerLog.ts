import type { LanePorts } from '../../../git/lane/openLanes.js';
import { CleanLines } from '../../../platform/cleanLines.js';
import type { Context } from '../../../records/context.js';

const maxTailLength = 2000;

export class WorkerLog {
  readonly #context: Context;
  readonly #ports: LanePorts;
  readonly #lane: string;
  readonly #streams = { stdout: new CleanLines(), stderr: new CleanLines() };
  #written: Promise<void> = Promise.resolve();
  #tail = '';

  constructor(context: Context, ports: LanePorts, lane: string) {
    this.#context = context;
    this.#ports = ports;
    this.#lane = lane;
  }

  add(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void {
    this.#context.output?.(chunk, stream);
    this.#keep(this.#streams[stream].add(chunk));
  }

  note(text: string): void {
    this.#write(`── ${text}\n`);
  }

  /** In whole lines. */
  get tail(): string {
    return this.#tail;
  }

  /** Flushes, and adds a last line of ours. */
  async finish(text: string): Promise<void> {
    for (const stream of Object.values(this.#streams)) this.#keep(withEnd(stream.finish()));
    this.note(text);
    await this.#written;
  }

  #keep(text: string): void {
    const tail = this.#tail + text;
    this.#tail = tail.length <= maxTailLength ? tail : tail.slice(tail.indexOf('\n', tail.length - maxTailLength) + 1);
    this.#write(text);
  }

  #write(text: string): void {
    if (text === '') return;
    const content = new TextEncoder().encode(text);
    this.#written = this.#written
      .then(() => this.#ports.logs.append(this.#lane, content))
      // The program continues when the disk is full.
      .catch(error => this.#context.log.warn(`Could not write all of the output: ${String(error)}`));
  }
}

function withEnd(line: string): string {
  return line === '' || line.endsWith('\n') ? line : `${line}\n`;
}

import type { TextIndex } from '../../textIndex.js';
import type { SqlJsModule } from './sqlJsModule.js';

/** Open indexes by name. Their code is loaded on first use. */
export class TextIndexes {
  readonly #opened = new Map<string, Promise<TextIndex>>();

  constructor(
    private readonly directory: string,
    private readonly module: () => Promise<SqlJsModule>,
  ) {}

  open(name: string): Promise<TextIndex> {
    const index = this.#opened.get(name) ?? this.#open(name);
    this.#opened.set(name, index);
    return index;
  }

  async close(): Promise<void> {
    for (const index of this.#opened.values()) (await index.catch(() => undefined))?.close();
    this.#opened.clear();
  }

  async #open(name: string): Promise<TextIndex> {
    const { openTextIndex } = await import('./textIndex.js');
    return openTextIndex(await this.module(), this.directory, name);
  }
}

import type { Log } from '../../platform/log.js';

export interface ResourceWatchOptions {
  /** Returns the current text of a resource; undefined if it cannot be read. */
  readonly read: (uri: string) => Promise<string | undefined>;
  /** Calls back after commits of any process; returns an unsubscribe function, undefined if there is no store yet. */
  readonly listen: (listener: () => void) => (() => void) | undefined;
  readonly onUpdated: (uri: string) => void;
  readonly log: Log;
}

/** Time in ms between a commit and the next check, so that a burst of commits counts as one change. */
const pauseMs = 200;

/** Reports changes of resources by any process. Listens to the store only while there are subscriptions. */
export class ResourceWatch {
  readonly #options: ResourceWatchOptions;
  readonly #texts = new Map<string, string | undefined>();
  /** URIs being read for the first time, with no commit since the read began. */
  readonly #starting = new Set<string>();
  #isFirst = true;
  #stop: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: ResourceWatchOptions) {
    this.#options = options;
  }

  /** Resolves once the current text is read. The first commit counts as a change: earlier ones are unknown. */
  async watch(uris: ReadonlySet<string>): Promise<void> {
    for (const uri of this.#texts.keys()) if (!uris.has(uri)) this.#texts.delete(uri);
    if (uris.size === 0) return this.stop();
    this.#stop ??= this.#options.listen(() => this.#changed());
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    await Promise.all(
      [...uris].map(async uri => {
        if (this.#texts.has(uri)) return;
        this.#starting.add(uri);
        const text = await this.#read(uri);
        // After a commit in between, the text may already be the new one.
        const isKnown = this.#starting.delete(uri);
        this.#texts.set(uri, isKnown && !isFirst ? text : undefined);
        if (!isKnown) this.#changed();
      }),
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#texts.clear();
    this.#stop?.();
    this.#stop = undefined;
  }

  #changed(): void {
    this.#starting.clear();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#looking = this.#looking.then(() => this.#look());
    }, pauseMs).unref();
  }

  async #look(): Promise<void> {
    for (const [uri, before] of [...this.#texts]) {
      const text = await this.#read(uri);
      if (text === before || !this.#texts.has(uri)) continue;
      this.#texts.set(uri, text);
      this.#options.onUpdated(uri);
    }
  }

  async #read(uri: string): Promise<string | undefined> {
    try {
      return await this.#options.read(uri);
    } catch (error) {
      this.#options.log.debug(`${uri} could not be read: ${String(error)}`);
      return undefined;
    }
  }
}

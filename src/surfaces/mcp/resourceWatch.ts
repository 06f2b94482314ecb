import type { Log } from '../../platform/log.js';

export interface ResourceWatchOptions {
  /** The text of a resource as it is now; undefined where it cannot be read. */
  readonly read: (uri: string) => Promise<string | undefined>;
  /** Calls back after commits of any process; returns the way to stop, undefined where there is nothing to listen to yet. */
  readonly listen: (listener: () => void) => (() => void) | undefined;
  readonly onUpdated: (uri: string) => void;
  readonly log: Log;
}

/** Time between a commit and the next look in ms, so that many commits are one change. */
const pauseMs = 200;

/** Tells when resources change, by whichever process. Listens to the store only while something is subscribed. */
export class ResourceWatch {
  readonly #options: ResourceWatchOptions;
  /** By URI what was read last. */
  readonly #texts = new Map<string, string | undefined>();
  /** Those that are being read for the first time, without a commit since that began. */
  readonly #starting = new Set<string>();
  #isFirst = true;
  #stop: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: ResourceWatchOptions) {
    this.#options = options;
  }

  /**
   * Replaces what is watched; resolves once that is known as it is now. Of the first resources, the first commit counts as a change:
   * before the store was opened, commits are not told apart.
   */
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
        // With a commit in between it is not known whether the text is that from before.
        const isKnown = this.#starting.delete(uri);
        this.#texts.set(uri, isKnown && !isFirst ? text : undefined);
        if (!isKnown) this.#changed();
      }),
    );
  }

  /** Listens no more. */
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

import type { ProcessIdentity } from '../../../../platform/processIdentity.js';
import { replacedError } from '../failure.js';
import type { Base } from '../pages/baseFile.js';
import type { SqlJsModule } from '../sqlJsModule.js';
import { isWritable } from '../storeFileSystem.js';
import type { StoreOptions } from '../storeOptions.js';
import { beforeOf } from './beforeFormat.js';
import { BeforeReader, type KnownSchema } from './beforeReader.js';
import { olderProcesses } from './olderProcesses.js';
import { takeOver } from './takeOver.js';
import { UpdateNotice } from './updateNotice.js';

export interface Meeting {
  readonly doing: 'read' | 'write';
  /** Also if commits are lost; see `takeOver`. */
  readonly evenDamaged?: boolean;
  /** Also while older processes have the store open. */
  readonly now?: boolean;
}

/** A store that was taken over; with its base if that could not be written. */
interface Taken {
  readonly unwritten: Base | undefined;
}

/** Takes over stores of the previous format, or reads them until that is possible. */
export class BeforeStore {
  readonly #options: StoreOptions;
  readonly #schema: KnownSchema;
  readonly #notice = new UpdateNotice();
  #reader: BeforeReader | undefined;
  /** Set after a failed takeover, to read on without repeated attempts. */
  #hasFailed = false;

  constructor(options: StoreOptions, schema: KnownSchema) {
    this.#options = options;
    this.#schema = schema;
  }

  /** Requires a folder without a base. For writing, throws UPDATE_PENDING, LOCK_TIMEOUT, STORE_CORRUPT and file-system errors. */
  async meet(
    module: SqlJsModule,
    { doing, evenDamaged = false, now = false }: Meeting,
  ): Promise<BeforeReader | Taken | undefined> {
    const { directory, files, log, mode, lockTimeoutMs } = this.#options;
    const before = beforeOf(directory, files);
    if (before === 'none') {
      this.close();
      return undefined;
    }
    const holders = before === 'old' && !now ? await olderProcesses(directory, files) : [];
    const mayTry = doing === 'write' || (!this.#hasFailed && isWritable(files, directory));
    if (holders.length === 0 && mayTry) {
      try {
        const place = { directory, files, schemaVersion: this.#schema.version };
        await takeOver({ ...place, module, log, mode, lockTimeoutMs, evenDamaged });
        this.close();
        return { unwritten: undefined };
      } catch (error) {
        if (doing === 'write') throw error;
        log.warn(`The store could not be converted to the new format: ${String(error)}`);
        this.#hasFailed = true;
      }
    }
    if (before !== 'old') return { unwritten: before };
    try {
      return await this.#read(module, doing, holders);
    } catch (error) {
      if (beforeOf(directory, files) === 'old') throw error;
      // Another process has taken it over since.
      this.close();
      return this.meet(module, { doing, evenDamaged, now });
    }
  }

  /** True while a store of the previous format is read. */
  get isReading(): boolean {
    return this.#reader !== undefined;
  }

  close(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#hasFailed = false;
  }

  async #read(
    module: SqlJsModule,
    doing: 'read' | 'write',
    holders: readonly ProcessIdentity[],
  ): Promise<BeforeReader> {
    this.#reader ??= BeforeReader.open(this.#options, module, this.#schema);
    const reader = this.#reader;
    if (reader === undefined) throw replacedError();
    reader.catchUp();
    reader.refusal = holders.length === 0 ? undefined : await this.#notice.about(holders, reader.connection);
    if (doing === 'write' && reader.refusal !== undefined) throw reader.refusal;
    return reader;
  }
}

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
  /** Also where commits are lost; see `takeOver`. */
  readonly evenDamaged?: boolean;
  /** Also while older processes have the store open. */
  readonly now?: boolean;
}

/** A store that was taken over; with its base where that could not be written down. */
interface Taken {
  readonly unwritten: Base | undefined;
}

/** Meets stores of the format before: takes them over, or reads them until that may be done. */
export class BeforeStore {
  readonly #options: StoreOptions;
  readonly #schema: KnownSchema;
  readonly #notice = new UpdateNotice();
  #reader: BeforeReader | undefined;
  /** True when a reader could not take it over: it reads on without trying each time. */
  #hasFailed = false;

  constructor(options: StoreOptions, schema: KnownSchema) {
    this.#options = options;
    this.#schema = schema;
  }

  /**
   * Call where there is no base. Throws, for writing, why the store cannot be taken over: UPDATE_PENDING while older processes have it
   * open, LOCK_TIMEOUT, STORE_CORRUPT, and what the file system throws.
   */
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
        log.warn(`The store could not be brought to its new format: ${String(error)}`);
        this.#hasFailed = true;
      }
    }
    return before === 'old' ? this.#read(module, doing, holders) : { unwritten: before };
  }

  /** True while a store of the format before is read. */
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

import { message } from '../../../../messages/message.js';
import type { Store, StoreHealth, StoreMaintenance, Transaction } from '../../../store.js';
import { StoreError } from '../../../storeError.js';
import type { TextIndex } from '../../../textIndex.js';
import { openArchives } from '../archive.js';
import { archiveImages } from '../archivesInCopy.js';
import { BeforeReader } from '../before/beforeReader.js';
import { BeforeStore, type Meeting } from '../before/beforeStore.js';
import { beginStore } from '../before/beginStore.js';
import { type Binding, bind } from '../binding.js';
import { ChangeWatcher } from '../changeWatcher.js';
import { CheckpointSchedule } from '../checkpointSchedule.js';
import { Connection } from '../connection.js';
import { explainFailure, FencedError, isUncertain, malformedError, readOnlyAdvice, VanishedError } from '../failure.js';
import { FileHeartbeats } from '../fileHeartbeats.js';
import { rehearse } from '../rehearse.js';
import { schemaVersionOf } from '../schemaVersion.js';
import { EscapedError, SerialQueue, withoutMacrotasks } from '../serialQueue.js';
import { sleepBlocking, sleepFree } from '../sleep.js';
import { loadSqlJs, type SqlJsModule } from '../sqlJsModule.js';
import { isWritable } from '../storeFileSystem.js';
import { StoreHome } from '../storeHome.js';
import type { StoreOptions } from '../storeOptions.js';
import { concernAbout } from '../storePlace.js';
import { StoreSchema } from '../storeSchema.js';
import { TextIndexes } from '../textIndexes.js';
import { unhealthy } from '../unhealthy.js';
import { markOfLogs, signatureOf } from './logMarks.js';
import { onWholePages } from './onWholePages.js';
import { PagedMaintenance } from './pagedMaintenance.js';
import { type Attempt, PageReplica } from './pageReplica.js';
import { Turn } from './turn.js';

/** A callback must not take longer, ms: until it is done, others may have to do their own again. */
const maxHoldMs = 1000;
/** Those who have seen others write in this time take turns, ms. */
const busyMs = 1000;
/** A turn is kept for the next transaction of the same process for so long, ms: handing it over costs as much as a commit. */
const sliceMs = 12;
/** Who was overtaken so often takes a turn, whether others were seen or not. */
const maxLosses = 3;

/** The store over sql.js, whose pages are in files that many processes share (docs/store.md). */
export class PagedStore implements Store {
  readonly heartbeats: FileHeartbeats;
  readonly maintenance: StoreMaintenance;
  readonly #options: StoreOptions;
  readonly #queue = new SerialQueue();
  readonly #watcher: ChangeWatcher;
  readonly #schedule: CheckpointSchedule;
  readonly #home: StoreHome;
  readonly #schema: StoreSchema<PageReplica>;
  readonly #textIndexes: TextIndexes;
  readonly #turn: Turn;
  readonly #before: BeforeStore;
  #turnSince = 0;
  #waiting = 0;
  #module: SqlJsModule | undefined;
  #replica: PageReplica | undefined;
  /** True for one that goes on from a base that could not be written down, and so may not be written on. */
  #isProvisional = false;
  #binding: Binding | undefined;
  #empty: Connection | undefined;
  #made = false;
  #isPrepared = false;
  #wrote = false;
  #closing: Promise<void> | undefined;
  #closed = false;

  constructor(options: StoreOptions) {
    const { directory, files, mode, log } = options;
    this.#options = options;
    this.heartbeats = new FileHeartbeats(directory, files);
    this.#home = new StoreHome(directory, files);
    this.#turn = new Turn(directory, files, mode === 'sync' ? sleepBlocking : sleepFree);
    this.#textIndexes = new TextIndexes(directory, () => this.#loadModule());
    this.#schema = new StoreSchema(
      options,
      async (replica, step, version) => (await replica.commit(step, version)) !== undefined,
    );
    this.#before = new BeforeStore(options, this.#schema);
    this.#watcher = new ChangeWatcher(directory, () => signatureOf(files, directory));
    this.#schedule = new CheckpointSchedule(options.checkpoint, mode === 'async', log, {
      backlog: () => this.#replica?.backlog ?? { bytes: 0, records: 0 },
      checkpoint: isDue => this.#exclusive('write', async () => isDue() && (await this.#checkpoint())),
    });
    this.maintenance = new PagedMaintenance(options, {
      read: work => this.#exclusive('read', async () => work(await this.#readable())),
      write: (work, evenDamaged) =>
        this.#exclusive('write', () => this.#untilFirst(work, evenDamaged)).finally(() => this.#watcher.look()),
      checkpoint: () => this.#exclusive('write', () => this.#checkpoint()),
      update: () => this.#exclusive('write', () => this.#update()).finally(() => this.#watcher.look()),
      module: () => this.#loadModule(),
      empty: () => this.#emptyConnection(),
      schema: this.#schema.version,
    });
  }

  async health(): Promise<StoreHealth> {
    const location = this.#options.directory;
    try {
      return await this.#exclusive('read', async () => {
        const replica = await this.#open({ doing: 'read' });
        if (replica === undefined) return { state: 'absent', location };
        replica.catchUp();
        if (replica.damage !== undefined) return unhealthy(replica.corruption(), location);
        if (!this.#writable()) return { state: 'read-only', location, ...readOnlyAdvice(location, true) };
        if (replica instanceof BeforeReader && replica.refusal !== undefined)
          return unhealthy(replica.refusal, location);
        const reason = replica.degraded === undefined ? concernAbout(location) : replica.degraded;
        return { state: 'ready', location, ...(reason === undefined ? {} : { reason }) };
      });
    } catch (error) {
      if (error instanceof StoreError) return unhealthy(error, location);
      throw error;
    }
  }

  create(): Promise<boolean> {
    return this.#exclusive('write', async () => {
      this.#made = false;
      if ((await this.#open({ doing: 'read' })) instanceof BeforeReader) return false;
      await this.#current();
      return this.#made;
    });
  }

  read<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#exclusive('read', async () => {
      const replica = await this.#readable();
      const connection = replica?.connection ?? (await this.#emptyConnection());
      return this.#call(connection, callback);
    });
  }

  readArchived<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#exclusive('read', async () => {
      const replica = await this.#readable();
      const { directory, files } = this.#options;
      const images = replica === undefined ? [] : archiveImages(replica.connection, directory, files);
      const update = (connection: Connection) => this.#schema.updateInMemory(connection);
      const archive = await openArchives(await this.#loadModule(), images, update);
      if (archive === undefined) return this.#call(await this.#emptyConnection(), callback);
      try {
        return await withoutMacrotasks(() => callback(bind(archive, () => new Map()).transaction));
      } finally {
        archive.close();
      }
    });
  }

  async transaction<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const result = await this.#exclusive('write', async () => {
      this.#waiting -= 1;
      // A refusal must leave nothing behind, an empty store neither: where there is none, the callback first runs over the
      // empty database in memory, and the store is made only for what would have been written there.
      if ((await this.#openReplica()) === undefined) {
        const empty = await this.#emptyConnection();
        const { value, wrote } = await rehearse(empty, () => this.#call(empty, callback));
        if (!wrote) return value;
      }
      return this.#untilFirst(async replica => {
        const started = performance.now();
        const done = await replica.commit(() => this.#call(replica.connection, callback), this.#schema.version);
        const elapsed = performance.now() - started;
        if (elapsed > maxHoldMs) this.#options.log.warn(`A transaction took ${Math.round(elapsed)} ms.`);
        this.#wrote = true;
        return done;
      });
    });
    this.#watcher.look();
    this.#schedule.afterCommit();
    return result;
  }

  commitMark(): string | undefined {
    return markOfLogs(this.#options.files, this.#options.directory);
  }

  textIndex(name: string): Promise<TextIndex> {
    return this.#textIndexes.open(name);
  }

  onDidChange(listener: () => void): () => void {
    return this.#watcher.listen(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#schedule.stop();
    this.#watcher.close();
    if (this.#wrote && this.#schedule.isDueAtClose()) {
      await this.#exclusive('write', () => this.#checkpoint()).catch(error => {
        this.#options.log.warn(`Could not write a checkpoint on close: ${String(error)}`);
      });
    }
    await this.#queue.run(async () => {
      this.#closed = true;
      this.#drop();
      this.#empty?.close();
      await this.#textIndexes.close();
    });
  }

  /** Runs work alone in this process. Whatever the file system throws comes out as a StoreError. */
  #exclusive<T>(doing: 'read' | 'write', work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#closed) throw new StoreError('STORE_CLOSED', message('store.closed'));
      try {
        return await this.#onWholePages(work);
      } catch (error) {
        // Nothing that was held belongs to what will be found next time.
        if (error instanceof VanishedError) {
          this.#drop();
          this.#home.requireSame();
        }
        throw malformedError(error) ?? explainFailure(error, this.#options.directory, doing);
      }
    });
  }

  /** Runs work again over what is whole, and over the store that another process has made of one of the format before, meanwhile. */
  async #onWholePages<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await onWholePages(() => this.#replica, work);
      } catch (error) {
        const isTakenOver = this.#before.isReading && error instanceof StoreError && error.code === 'STORE_TOO_NEW';
        if (!isTakenOver) throw error;
        this.#before.close();
      }
    }
  }

  /** Lets go of everything that belongs to the files as they were; the next call opens them again. */
  #drop(): void {
    this.#turn.give();
    this.#isPrepared = false;
    this.#replica?.close();
    this.#replica = undefined;
    this.#before.close();
    this.#binding = undefined;
  }

  async #loadModule(): Promise<SqlJsModule> {
    this.#module ??= await loadSqlJs(this.#options.wasmFile);
    return this.#module;
  }

  /** What is to be written on. Throws why a store of the format before cannot be taken over. */
  async #openReplica(evenDamaged = false): Promise<PageReplica | undefined> {
    const state = await this.#open({ doing: 'write', evenDamaged });
    return state instanceof BeforeReader ? undefined : state;
  }

  /** What there is; takes over a store of the format before where that is possible. */
  async #open(meeting: Meeting): Promise<PageReplica | BeforeReader | undefined> {
    if (this.#replica !== undefined) {
      if (!this.#isProvisional || meeting.doing === 'read') return this.#replica;
      this.#drop();
    }
    const { directory, files, log, mode } = this.#options;
    const module = await this.#loadModule();
    const options = {
      ...{ directory, files, module, schemaVersion: this.#schema.version, log, isFree: mode === 'async' },
      atWork: () => this.#turn.renew(),
    };
    let replica = PageReplica.open(options);
    if (replica === undefined) {
      const met = await this.#before.meet(module, meeting);
      if (met instanceof BeforeReader) {
        this.#home.settle();
        return met;
      }
      if (met !== undefined) replica = PageReplica.open({ ...options, taken: met.unwritten });
      this.#isProvisional = met?.unwritten !== undefined;
    }
    this.#replica = replica;
    if (replica === undefined) this.#home.requireSame();
    else this.#home.settle();
    return replica;
  }

  /**
   * State to read from, caught up; undefined while there is no store. Migrates an older one where that is possible; compatible
   * steps stay in memory until this process writes.
   */
  async #readable(): Promise<PageReplica | BeforeReader | undefined> {
    const replica = await this.#open({ doing: 'read' });
    if (replica === undefined) return undefined;
    replica.catchUp();
    if (this.#schema.isCurrent(replica.connection)) return replica;
    const isOlder = schemaVersionOf(replica.connection) < this.#schema.version;
    const mayUpdate = replica instanceof PageReplica && replica.damage === undefined && this.#writable();
    if (isOlder && mayUpdate) return this.#current();
    await this.#schema.updateInMemory(replica.connection);
    replica.keepInMemory();
    return replica;
  }

  /** The state to write on: there, caught up, undamaged, and with the current schema. */
  async #current(evenDamaged = false): Promise<PageReplica> {
    const loaded = await this.#openReplica(evenDamaged);
    // No folder is made where one was moved away.
    loaded?.catchUp();
    if (!this.#isPrepared) {
      this.#home.make();
      this.#isPrepared = true;
    }
    const replica = loaded ?? (await this.#begin());
    // A schema that was made in memory alone is not what others have on disk.
    if (this.#schema.isUnsaved(replica.connection)) replica.reload();
    if (replica.damage !== undefined) {
      if (evenDamaged) return replica;
      throw replica.corruption();
    }
    // Again if another process was first: nothing is acknowledged in a log that is in doubt.
    while (replica.needsCheckpoint) {
      await replica.checkpoint(schemaVersionOf(replica.connection));
      replica.catchUp();
      if (replica.damage !== undefined) throw replica.corruption();
    }
    while (!this.#schema.isCurrent(replica.connection)) {
      await this.#schema.update(replica);
      replica.catchUp();
    }
    return replica;
  }

  async #begin(): Promise<PageReplica> {
    this.#made = await beginStore(this.#options);
    const replica = await this.#openReplica();
    if (replica === undefined) throw new VanishedError(this.#options.directory);
    return replica;
  }

  /**
   * Runs work, which ends with one append, until nothing comes in between. `evenDamaged` is for what replaces the content: it may go on
   * over a damaged log.
   */
  async #untilFirst<T>(work: (replica: PageReplica) => Promise<Attempt<T>>, evenDamaged = false): Promise<T> {
    try {
      for (let losses = 0; ; losses += 1) {
        const replica = await this.#current(evenDamaged);
        const isBusy = replica.sinceOthers < busyMs || losses >= maxLosses || this.#turn.isOfAnother();
        if (isBusy) await this.#takeTurn(replica, losses);
        const done = await work(replica);
        if (done !== undefined) return done.value;
      }
    } catch (error) {
      if (error instanceof FencedError || isUncertain(error)) this.#binding = undefined;
      throw error;
    } finally {
      if (this.#waiting === 0 || performance.now() - this.#turnSince > sliceMs) this.#turn.give();
    }
  }

  async #takeTurn(replica: PageReplica, losses: number): Promise<void> {
    if (this.#turn.isHeld) return;
    // Others' commits are applied while they have their turn, so that less is left to do in ours.
    await this.#turn.take(losses, () => replica.catchUp());
    this.#turnSince = performance.now();
    replica.catchUp();
  }

  /** Runs a caller's callback; one that lets time pass is cut off from the store, so that it cannot write into the next. */
  async #call<T>(connection: Connection, callback: (transaction: Transaction) => Promise<T>): Promise<T> {
    const binding = this.#bind(connection);
    try {
      return await withoutMacrotasks(() => callback(binding.transaction));
    } catch (error) {
      if (error instanceof EscapedError) {
        binding.gate.open = false;
        this.#binding = undefined;
      }
      throw error;
    }
  }

  #bind(connection: Connection): Binding {
    if (this.#binding?.connection !== connection) this.#binding = bind(connection, () => this.heartbeats.list());
    return this.#binding;
  }

  /** What is read while there is no store: the current schema without a row. */
  async #emptyConnection(): Promise<Connection> {
    if (this.#empty === undefined) {
      this.#empty = new Connection(await this.#loadModule());
      await this.#schema.updateInMemory(this.#empty);
    }
    return this.#empty;
  }

  async #checkpoint(): Promise<boolean> {
    const replica = await this.#openReplica();
    if (replica === undefined) return false;
    replica.catchUp();
    if (replica.damage !== undefined) throw replica.corruption();
    if (this.#schema.isUnsaved(replica.connection)) replica.reload();
    return replica.checkpoint(schemaVersionOf(replica.connection));
  }

  async #update(): Promise<boolean> {
    const isOlder = (await this.#open({ doing: 'read' })) instanceof BeforeReader;
    await this.#open({ doing: 'write', now: true });
    return isOlder;
  }

  #writable(): boolean {
    return isWritable(this.#options.files, this.#options.directory);
  }
}

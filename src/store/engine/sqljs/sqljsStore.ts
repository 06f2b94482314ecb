import { message } from '../../../messages/message.js';
import type { Store, StoreHealth, StoreMaintenance, Transaction } from '../../store.js';
import { StoreError } from '../../storeError.js';
import type { TextIndex } from '../../textIndex.js';
import { openArchives } from './archive.js';
import { archiveImages } from './archivesInCopy.js';
import { FencedError, JournalWriter } from './before/journalWriter.js';
import { schemaVersionOf } from './before/loadGeneration.js';
import { Replica } from './before/replica.js';
import { StoreLock } from './before/storeLock.js';
import { type Binding, bind } from './binding.js';
import { ChangeWatcher, markOfCommits, storeSignature } from './changeWatcher.js';
import { type PreparedSnapshot, sealGeneration, writeSnapshot } from './checkpoint.js';
import { type Backlog, CheckpointSchedule } from './checkpointSchedule.js';
import { Connection } from './connection.js';
import { explainFailure, largeAdvice, readOnlyAdvice, replacedError, VanishedError } from './failure.js';
import { FileHeartbeats } from './fileHeartbeats.js';
import { Maintenance } from './maintenance.js';
import type { SqljsStoreOptions } from './openSqljsStore.js';
import { rehearse } from './rehearse.js';
import { beginStore } from './schemaSteps.js';
import { EscapedError, SerialQueue, withoutMacrotasks } from './serialQueue.js';
import { sleepBlocking, sleepFree } from './sleep.js';
import { loadSqlJs, type SqlJsModule } from './sqlJsModule.js';
import { errorCode, isWritable, unlinkQuietly } from './storeFileSystem.js';
import { StoreHome } from './storeHome.js';
import { concernAbout } from './storePlace.js';
import { StoreSchema } from './storeSchema.js';
import { TextIndexes } from './textIndexes.js';
import { unhealthy } from './unhealthy.js';

export type StoreOptions = Required<Omit<SqljsStoreOptions, 'checkpoint' | 'queryWorker'>> & {
  readonly queryWorker: string | undefined;
  readonly checkpoint: Required<NonNullable<SqljsStoreOptions['checkpoint']>>;
};

/** A callback must not hold everyone's lock for longer, ms. */
const maxHoldMs = 1000;

/** The folder, with the lock in it, may be swapped while the lock is taken: so often it is taken again. */
const lockAttempts = 5;

/** The store over sql.js and a journal of statements, shared by any number of processes (docs/store.md). */
export class SqljsStore implements Store {
  readonly heartbeats: FileHeartbeats;
  readonly maintenance: StoreMaintenance;
  readonly #options: StoreOptions;
  readonly #queue = new SerialQueue();
  readonly #watcher: ChangeWatcher;
  readonly #writer: JournalWriter;
  readonly #schedule: CheckpointSchedule;
  readonly #home: StoreHome;
  readonly #schema: StoreSchema<Replica>;
  #module: SqlJsModule | undefined;
  #replica: Replica | undefined;
  #lock: StoreLock | undefined;
  #binding: Binding | undefined;
  #empty: Connection | undefined;
  readonly #textIndexes: TextIndexes;
  #made = false;
  #wrote = false;
  #closing: Promise<void> | undefined;
  #closed = false;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.heartbeats = new FileHeartbeats(options.directory, options.files);
    this.#home = new StoreHome(options.directory, options.files);
    this.#writer = new JournalWriter(options.files, options.mode);
    this.#textIndexes = new TextIndexes(options.directory, () => this.#loadModule());
    this.#schema = new StoreSchema(options, async (replica, step, version) => {
      await this.#commit(replica, step, version);
      return true;
    });
    this.#watcher = new ChangeWatcher(options.directory, () => this.#signature());
    this.#schedule = new CheckpointSchedule(options.checkpoint, options.mode === 'async', options.log, {
      backlog: () => this.#backlog(),
      checkpoint: isDue => this.#exclusive('write', async () => isDue() && (await this.#checkpoint())),
    });
    this.maintenance = new Maintenance(options, {
      read: work => this.#exclusive('read', async () => work(await this.#readable())),
      write: (work, evenDamaged) =>
        this.#exclusive('write', () =>
          this.#locked(async replica => {
            try {
              return await work(replica, this.#writer);
            } finally {
              this.#watcher.look();
            }
          }, evenDamaged),
        ),
      commit: (replica, work) => this.#commit(replica, async () => work(replica.connection)),
      checkpoint: () => this.#exclusive('write', () => this.#checkpoint()),
      module: () => this.#loadModule(),
      empty: () => this.#emptyConnection(),
    });
  }

  async health(): Promise<StoreHealth> {
    const location = this.#options.directory;
    try {
      return await this.#exclusive('read', async () => {
        const replica = await this.#openReplica();
        if (replica === undefined) return { state: 'absent', location };
        replica.catchUp();
        if (replica.damage?.kind === 'corrupt') return unhealthy(replica.corruption(), location);
        if (!this.#writable()) {
          return { state: 'read-only', location, ...readOnlyAdvice(location, true) };
        }
        const reason = replica.degraded === undefined ? concernAbout(location) : replica.degraded;
        if (reason !== undefined) return { state: 'ready', location, reason };
        return {
          state: 'ready',
          location,
          ...largeAdvice(replica.connection, replica.snapshot.size + replica.position.offset),
        };
      });
    } catch (error) {
      if (error instanceof StoreError) return unhealthy(error, location);
      throw error;
    }
  }

  create(): Promise<boolean> {
    return this.#exclusive('write', async () => {
      this.#made = false;
      await this.#locked(async () => {});
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
    const result = await this.#exclusive('write', async () => {
      // A refusal must leave nothing behind, an empty store neither: where there is none, the callback first runs over the
      // empty database in memory, and the store is made only for what would have been written there.
      if ((await this.#openReplica()) === undefined) {
        const empty = await this.#emptyConnection();
        const { value, wrote } = await rehearse(empty, () => this.#call(empty, callback));
        if (!wrote) return value;
      }
      return this.#locked(async replica => {
        const started = performance.now();
        const value = await this.#commit(replica, () => this.#call(replica.connection, callback));
        const elapsed = performance.now() - started;
        if (elapsed > maxHoldMs) this.#options.log.warn(`A transaction held the store for ${Math.round(elapsed)} ms.`);
        return value;
      });
    });
    this.#watcher.look();
    this.#schedule.afterCommit();
    return result;
  }

  commitMark(): string | undefined {
    return markOfCommits(this.#options.files, this.#options.directory);
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
        this.#options.log.warn(`Could not write a snapshot on close: ${String(error)}`);
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
        return await work();
      } catch (error) {
        // Nothing that was held belongs to what will be found next time.
        if (error instanceof VanishedError) {
          this.#drop();
          this.#home.requireSame();
        }
        throw explainFailure(error, this.#options.directory, doing);
      }
    });
  }

  /** Lets go of everything that belongs to the files as they were; the next call opens them again. */
  #drop(): void {
    this.#writer.close();
    this.#lock?.close();
    this.#replica?.close();
    this.#lock = undefined;
    this.#replica = undefined;
    this.#binding = undefined;
  }

  async #loadModule(): Promise<SqlJsModule> {
    this.#module ??= await loadSqlJs(this.#options.wasmFile);
    return this.#module;
  }

  async #openReplica(): Promise<Replica | undefined> {
    if (this.#replica !== undefined) return this.#replica;
    const { directory, files, log } = this.#options;
    const module = await this.#loadModule();
    const isUnsaved = (connection: Connection): boolean => this.#schema.isUnsaved(connection);
    this.#replica = Replica.open({ directory, files, module, schemaVersion: this.#schema.version, log, isUnsaved });
    if (this.#replica === undefined) this.#home.requireSame();
    else this.#home.settle();
    return this.#replica;
  }

  /**
   * State to read from, caught up; undefined while there is no store. Migrates an older one where that is possible; compatible
   * steps stay in memory until this process writes.
   */
  async #readable(): Promise<Replica | undefined> {
    const replica = await this.#openReplica();
    if (replica === undefined) return undefined;
    replica.catchUp();
    if (this.#schema.isCurrent(replica.connection)) return replica;
    const isOlder = schemaVersionOf(replica.connection) < this.#schema.version;
    if (isOlder && replica.damage?.kind !== 'corrupt' && this.#writable()) {
      try {
        await this.#locked(async () => {});
        return replica;
      } catch (error) {
        // Whoever holds the store must not keep others from reading it.
        if (!(error instanceof StoreError) || error.code !== 'LOCK_TIMEOUT') throw error;
      }
    }
    await this.#schema.updateInMemory(replica.connection);
    return replica;
  }

  /**
   * Runs work as the only writer of all processes, with memory caught up and the schema current. `evenDamaged` is for what
   * replaces the content: it may continue over a damaged journal, as that is.
   */
  async #locked<T>(work: (replica: Replica) => Promise<T>, evenDamaged = false): Promise<T> {
    // Loading takes far longer than a commit: no one should have to wait for it.
    const loaded = await this.#openReplica();
    // No folder is made where one was moved away.
    if (this.#lock === undefined) loaded?.catchUp();
    const lock = this.#prepareDirectory();
    const replica = await this.#lockAndCatchUp(lock, loaded);
    try {
      // A schema that was made in memory alone is not what others have on disk.
      if (this.#schema.isUnsaved(replica.connection)) replica.reload();
      if (replica.damage?.kind === 'corrupt') {
        if (evenDamaged) return await work(replica);
        throw replica.corruption();
      }
      replica.recoverTail();
      if (replica.needsCheckpoint) {
        await this.#seal(replica, this.#snapshot(replica));
        replica.catchUp();
      }
      await this.#schema.update(replica);
      return await work(replica);
    } finally {
      lock.release();
    }
  }

  /** The lock is a file of the same folder: it counts if it is still there once memory is that of the folder. */
  async #lockAndCatchUp(lock: StoreLock, loaded: Replica | undefined): Promise<Replica> {
    for (let attempt = 1; attempt <= lockAttempts; attempt += 1) {
      await this.#acquire(lock);
      let isLocked = false;
      try {
        const replica = loaded ?? (await this.#openReplica()) ?? (await this.#createStore());
        replica.catchUp();
        isLocked = lock.holds();
        if (isLocked) return replica;
      } finally {
        if (!isLocked) lock.release();
      }
    }
    throw replacedError();
  }

  async #acquire(lock: StoreLock): Promise<void> {
    try {
      // Others' commits are applied while they hold the lock, so that less is left to do once it is ours.
      await lock.acquire(() => this.#replica?.catchUp());
    } catch (error) {
      if (errorCode(error) === 'ENOENT') {
        // The folder is gone: memory says so in a sentence, and if there is none, the next call makes the folder again.
        this.#replica?.catchUp();
        this.#drop();
      }
      throw error;
    }
  }

  /** One commit: memory first, then the journal, then memory permanently. `version` is what a reader must know. */
  async #commit<T>(replica: Replica, callback: () => Promise<T>, version = this.#schema.version): Promise<T> {
    const { connection } = replica;
    connection.begin();
    let done: { readonly value: T } | undefined;
    try {
      done = { value: await callback() };
      const statements = replica.dictionary.encode(connection.recorded());
      if (statements.length > 0) {
        const appended = await this.#writer.append(replica, {
          kind: 'commit',
          at: this.#options.clock.now(),
          pid: process.pid,
          v: version,
          statements,
        });
        replica.advance(appended.seq, appended.crc, appended.end, statements);
        this.#wrote = true;
      }
    } catch (error) {
      connection.rollback();
      if (error instanceof FencedError) {
        this.#reload(replica);
        // Another writer may have read our record first: then it is valid, and so is its callback's value.
        if (done !== undefined && replica.contains(error.seq, error.crc)) {
          await this.#writer.sync(replica);
          return done.value;
        }
      } else if (error instanceof StoreError && error.code === 'STORE_UNCERTAIN') {
        replica.doubt();
        this.#reload(replica);
      }
      throw error;
    }
    try {
      connection.commit();
    } catch (error) {
      // It is on disk, so it is done; memory learns it from there.
      this.#options.log.warn(`Could not apply commit ${replica.position.seq} in memory: ${String(error)}`);
      connection.rollback();
      this.#reload(replica);
    }
    return done.value;
  }

  /** Loads again now, or at the next call if that fails as well. */
  #reload(replica: Replica): void {
    try {
      replica.reload();
    } catch (error) {
      this.#options.log.warn(`Could not reload the store: ${String(error)}`);
      replica.forget();
    }
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

  /** Makes the directory of the store and what belongs in it, and the lock that guards it. */
  #prepareDirectory(): StoreLock {
    if (this.#lock !== undefined) return this.#lock;
    const { directory, files, lockTimeoutMs, mode } = this.#options;
    this.#home.make();
    this.#lock = new StoreLock({
      directory,
      files,
      timeoutMs: lockTimeoutMs,
      sleep: mode === 'sync' ? sleepBlocking : sleepFree,
    });
    return this.#lock;
  }

  /** The first generation: a journal over an empty database. Under the lock. */
  async #createStore(): Promise<Replica> {
    const { directory, files } = this.#options;
    beginStore(directory, files, await this.#loadModule());
    const replica = await this.#openReplica();
    if (replica === undefined) throw new VanishedError(directory);
    this.#made = true;
    return replica;
  }

  /** What the next opening has to replay. */
  #backlog(): Backlog {
    if (this.#replica === undefined) return { bytes: 0, records: 0 };
    const { offset, seq } = this.#replica.position;
    return { bytes: offset, records: seq - this.#replica.baseSeq };
  }

  /** A new generation: the image is taken and written before the lock is asked for. False when another was first. */
  async #checkpoint(): Promise<boolean> {
    const replica = await this.#openReplica();
    if (replica === undefined) return false;
    const { connection } = replica;
    const snapshot = this.#snapshot(replica);
    let taken = false;
    try {
      return await this.#locked(async current => {
        // Memory was loaded again since, so the image is of something that was not to be trusted.
        if (current.connection !== connection) return false;
        taken = true;
        return this.#seal(current, snapshot);
      });
    } finally {
      if (!taken) unlinkQuietly(this.#options.files, snapshot.path);
    }
  }

  #snapshot(replica: Replica): PreparedSnapshot {
    const { directory, files } = this.#options;
    replica.connection.releaseFreePages();
    return writeSnapshot(
      directory,
      files,
      replica.connection.exportImage(),
      replica.position,
      replica.dictionary.texts(),
    );
  }

  async #seal(replica: Replica, snapshot: PreparedSnapshot): Promise<boolean> {
    const { directory, files, log } = this.#options;
    if (!(await sealGeneration(directory, files, replica, this.#writer, snapshot, false))) return false;
    try {
      await this.#lock?.sweep(files.readdirSync(directory));
    } catch (error) {
      log.debug(`Could not remove files left by dead processes: ${String(error)}`);
    }
    return true;
  }

  #writable(): boolean {
    return isWritable(this.#options.files, this.#options.directory);
  }

  #signature(): string {
    const replica = this.#replica;
    return storeSignature(
      this.#options.files,
      this.#options.directory,
      replica && { path: replica.journalPath, generation: replica.position.generation },
    );
  }
}

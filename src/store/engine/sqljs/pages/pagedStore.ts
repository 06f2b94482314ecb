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

/** Max duration of a callback, ms: others may have to repeat theirs after it. */
const maxHoldMs = 1000;
/** Processes that have seen others write within this time use the turn, ms. */
const busyMs = 1000;
/** Time for which a process keeps its turn for the next transaction, ms: handing it over costs as much as a commit. */
const sliceMs = 12;
/** After a flush longer than this, ms, the next one runs without the turn, so that others write meanwhile. */
const slowFlushMs = 0.6;
/** Losses after which a process uses the turn even if it has seen no others. */
const maxLosses = 3;

/** A store with pages in files that many processes share (docs/store.md). */
export class PagedStore implements Store {
  readonly #options: StoreOptions;
  readonly #queue = new SerialQueue();
  readonly #schedule: CheckpointSchedule;
  readonly #home: StoreHome;
  readonly #schema: StoreSchema<PageReplica>;
  readonly #turn: Turn;
  // Parts that most calls of the command line never use.
  #heartbeats: FileHeartbeats | undefined;
  #maintenance: StoreMaintenance | undefined;
  #watcher: ChangeWatcher | undefined;
  #textIndexes: TextIndexes | undefined;
  #before: BeforeStore | undefined;
  #turnSince = 0;
  #waiting = 0;
  #module: SqlJsModule | undefined;
  #replica: PageReplica | undefined;
  /** Its base could not be written, so it must not be written on. */
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
    this.#home = new StoreHome(directory, files);
    this.#turn = new Turn(directory, files, mode === 'sync' ? sleepBlocking : sleepFree);
    this.#schema = new StoreSchema(
      options,
      async (replica, step, version) => (await replica.commit(step, version)) !== undefined,
    );
    this.#schedule = new CheckpointSchedule(options.checkpoint, mode === 'async', log, {
      backlog: () => this.#replica?.backlog ?? { bytes: 0, records: 0 },
      checkpoint: isDue => this.#exclusive('write', async () => isDue() && (await this.#checkpoint())),
    });
  }

  get heartbeats(): FileHeartbeats {
    this.#heartbeats ??= new FileHeartbeats(this.#options.directory, this.#options.files);
    return this.#heartbeats;
  }

  get maintenance(): StoreMaintenance {
    this.#maintenance ??= new PagedMaintenance(this.#options, {
      read: work => this.#exclusive('read', async () => work(await this.#readable())),
      write: (work, evenDamaged) =>
        this.#exclusive('write', () => this.#untilFirst(work, evenDamaged)).finally(() => this.#watcher?.look()),
      checkpoint: () => this.#exclusive('write', () => this.#checkpoint()),
      update: () => this.#exclusive('write', () => this.#update()).finally(() => this.#watcher?.look()),
      module: () => this.#loadModule(),
      empty: () => this.#emptyConnection(),
      schema: this.#schema.version,
    });
    return this.#maintenance;
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
      // A refusal must leave no store: the callback first runs on an empty database in memory, to see if it writes.
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
    this.#watcher?.look();
    this.#schedule.afterCommit();
    return result;
  }

  commitMark(): string | undefined {
    return markOfLogs(this.#options.files, this.#options.directory);
  }

  textIndex(name: string): Promise<TextIndex> {
    this.#textIndexes ??= new TextIndexes(this.#options.directory, () => this.#loadModule());
    return this.#textIndexes.open(name);
  }

  onDidChange(listener: () => void): () => void {
    const { directory, files } = this.#options;
    this.#watcher ??= new ChangeWatcher(directory, () => signatureOf(files, directory));
    return this.#watcher.listen(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#schedule.stop();
    this.#watcher?.close();
    if (this.#wrote && this.#schedule.isDueAtClose()) {
      await this.#exclusive('write', () => this.#checkpoint()).catch(error => {
        this.#options.log.warn(`Could not write a checkpoint on close: ${String(error)}`);
      });
    }
    await this.#queue.run(async () => {
      this.#closed = true;
      this.#drop();
      this.#empty?.close();
      await this.#textIndexes?.close();
    });
  }

  /** Exclusive in this process. Converts file-system errors to StoreError. */
  #exclusive<T>(doing: 'read' | 'write', work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      if (this.#closed) throw new StoreError('STORE_CLOSED', message('store.closed'));
      try {
        return await this.#onWholePages(work);
      } catch (error) {
        // None of the state belongs to the next store found.
        if (error instanceof VanishedError) {
          this.#drop();
          this.#home.requireSame();
        }
        throw malformedError(error) ?? explainFailure(error, this.#options.directory, doing);
      }
    });
  }

  /** Also repeats work on a store that another process has meanwhile converted from the previous format. */
  async #onWholePages<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await onWholePages(() => this.#replica, work);
      } catch (error) {
        const isTakenOver = this.#before?.isReading && error instanceof StoreError && error.code === 'STORE_TOO_NEW';
        if (!isTakenOver) throw error;
        this.#before?.close();
      }
    }
  }

  #drop(): void {
    this.#turn.give();
    this.#isPrepared = false;
    this.#replica?.close();
    this.#replica = undefined;
    this.#before?.close();
    this.#binding = undefined;
  }

  async #loadModule(): Promise<SqlJsModule> {
    this.#module ??= await loadSqlJs(this.#options.wasmFile);
    return this.#module;
  }

  /** Throws the reason why a store of the previous format cannot be taken over. */
  async #openReplica(evenDamaged = false): Promise<PageReplica | undefined> {
    const state = await this.#open({ doing: 'write', evenDamaged });
    return state instanceof BeforeReader ? undefined : state;
  }

  /** Takes over a store of the previous format if possible. */
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
      whenWritten: (lastFlushMs: number) => lastFlushMs > slowFlushMs && this.#turn.give(),
    };
    let replica = PageReplica.open(options);
    if (replica === undefined) {
      this.#before ??= new BeforeStore(this.#options, this.#schema);
      const met = await this.#before.meet(module, meeting);
      if (met instanceof BeforeReader) {
        this.#home.settle();
        return met;
      }
      // Without a store of the previous format, another process may have just begun or taken over one.
      replica = PageReplica.open({ ...options, taken: met?.unwritten });
      this.#isProvisional = met?.unwritten !== undefined;
    }
    this.#replica = replica;
    if (replica === undefined) this.#home.requireSame();
    else this.#home.settle();
    return replica;
  }

  /** Caught up; undefined without a store. Migrates it if possible; compatible steps stay in memory until this process writes. */
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

  /** Returns the state for writing: caught up, undamaged, with the current schema. */
  async #current(evenDamaged = false): Promise<PageReplica> {
    const loaded = await this.#openReplica(evenDamaged);
    // First: no folder may be created where one was moved away.
    loaded?.catchUp();
    if (!this.#isPrepared) {
      this.#home.make();
      this.#isPrepared = true;
    }
    const replica = loaded ?? (await this.#begin());
    // A schema that was updated only in memory is not the one on disk.
    if (this.#schema.isUnsaved(replica.connection)) replica.reload();
    if (replica.damage !== undefined) {
      if (evenDamaged) return replica;
      throw replica.corruption();
    }
    // Repeats if another process was first: a log in doubt acknowledges no commit.
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

  /** Runs work that ends with one append, until no other process commits in between. `evenDamaged` also accepts a damaged log. */
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
    // Applies others' commits during their turn, to shorten this one.
    await this.#turn.take(losses, () => replica.catchUp());
    this.#turnSince = performance.now();
    replica.catchUp();
  }

  /** Detaches a callback that awaits anything else, so that it cannot write into the next transaction. */
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

  /** The current schema without rows. */
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

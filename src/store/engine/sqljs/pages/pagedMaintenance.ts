import { randomBytes } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import type { Actor } from '../../../../domain/actor/actor.js';
import { newEvent } from '../../../../domain/event/newEvent.js';
import type { DatabaseContent, DatabaseLimits } from '../../../../domain/import/database.js';
import { message } from '../../../../messages/message.js';
import { latestVersion } from '../../../migrations/migration.js';
import type {
  ArchiveOptions,
  ArchiveReport,
  BackupReport,
  CheckReport,
  ExportFormat,
  QueryOptions,
  QueryResult,
  StoreMaintenance,
} from '../../../store.js';
import { StoreError } from '../../../storeError.js';
import { archiveImage } from '../archive.js';
import { archiveRows, removeArchive, writeArchive } from '../archiveFiles.js';
import { type ArchiveBatch, selectArchivable } from '../archiveSelection.js';
import { archiveProblems, releaseArchives } from '../archivesInCopy.js';
import { BeforeReader } from '../before/beforeReader.js';
import { countRows, emptyReport } from '../checkReport.js';
import { type Connection, rebuilt } from '../connection.js';
import { continueFrom } from '../continueFrom.js';
import { forgetHeartbeats, markImage, readBackup, wholeCopy, writeCopy } from '../copies.js';
import { queryApart } from '../queryApart.js';
import { readForeign } from '../readForeign.js';
import type { SqlJsModule } from '../sqlJsModule.js';
import { readPlainFile, unlinkQuietly, writeNewFile } from '../storeFileSystem.js';
import type { StoreOptions } from '../storeOptions.js';
import { maxLogBytes } from './limits.js';
import { listNames } from './loadPages.js';
import { pageSize } from './pageChange.js';
import { imageName } from './pageNames.js';
import { type Attempt, PageReplica } from './pageReplica.js';

export interface PagedMaintenanceHost {
  read<T>(work: (state: PageReplica | BeforeReader | undefined) => Promise<T>): Promise<T>;
  /** Repeats work until no other process commits in between; `evenDamaged`: also on a damaged log. */
  write<T>(work: (replica: PageReplica) => Promise<Attempt<T>>, evenDamaged?: boolean): Promise<T>;
  checkpoint(): Promise<boolean>;
  update(): Promise<boolean>;
  module(): Promise<SqlJsModule>;
  /** Content to read while there is no store. */
  empty(): Promise<Connection>;
  /** Schema version that a reader of new commits must know. */
  readonly schema: number;
}

/** Records per commit, which takes about 0.15 s. Each archive has a store's tables, 0.4 MB: parts of 300 need twice the space. */
const archivePart = 1000;

/** Default actor of a restore. */
const system: Actor = { role: 'system', name: 'stateroom' };

export class PagedMaintenance implements StoreMaintenance {
  readonly #options: StoreOptions;
  readonly #host: PagedMaintenanceHost;

  constructor(options: StoreOptions, host: PagedMaintenanceHost) {
    this.#options = options;
    this.#host = host;
  }

  size(): Promise<number> {
    return this.#host.read(async live => (live === undefined ? 0 : live.bytes));
  }

  /** Reads and compares everything on disk, independently of memory. */
  async check(): Promise<CheckReport> {
    const module = await this.#host.module();
    try {
      return await this.#host.read(async live => {
        if (live === undefined) return emptyReport;
        return live instanceof BeforeReader ? live.check() : this.#compare(live, module);
      });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.code !== 'STORE_CORRUPT' && error.code !== 'STORE_DIVERGED') throw error;
      return { ...emptyReport, ok: false, problems: [error.message] };
    }
  }

  #compare(live: PageReplica, module: SqlJsModule): CheckReport {
    const { directory, files, log, migrations } = this.#options;
    const problems: string[] = [];
    const fresh = PageReplica.open({
      directory,
      files,
      module,
      schemaVersion: latestVersion(migrations),
      log,
      isFree: false,
    });
    if (fresh === undefined) return { ...emptyReport, ok: false, problems: ['The store’s files have disappeared.'] };
    try {
      live.catchUp();
      if (fresh.degraded !== undefined) problems.push(fresh.degraded);
      if (fresh.damage !== undefined) problems.push(fresh.corruption().message);
      const damaged = fresh.pages.damaged();
      if (damaged.length > 0) {
        this.#passOver(live, fresh.pages.base.base.number);
        problems.push(...damaged.map(({ message: text }) => text));
        return { ...emptyReport, ok: false, problems };
      }
      problems.push(...fresh.connection.integrityProblems());
      const brokenArchives = archiveProblems(fresh.connection, directory, files);
      problems.push(...brokenArchives);
      const isSame = fresh.position.seq === live.position.seq && fresh.position.generation === live.position.generation;
      if (isSame && !live.isInMemory && !samePages(live, fresh)) {
        problems.push('Memory and disk differ at the same commit; the state on disk is used.');
        live.reload();
      }
      return {
        ok: problems.length === 0,
        problems,
        brokenArchives: brokenArchives.length,
        generation: fresh.position.generation,
        commits: fresh.position.seq,
        journalBytes: fresh.backlog.bytes,
        snapshotBytes: fresh.pages.count * pageSize,
        workItems: countRows(fresh.connection, 'work_items'),
        events: countRows(fresh.connection, 'events'),
      };
    } finally {
      fresh.close();
    }
  }

  /** Skips a damaged base, so that this process's next write repairs the store. */
  #passOver(live: PageReplica, base: number): void {
    try {
      live.distrust(base);
    } catch (error) {
      // No fallback is left; the readable part stays readable.
      this.#options.log.warn(String(error));
    }
  }

  async archive(before: number, { actor, dryRun }: ArchiveOptions): Promise<ArchiveReport> {
    const size = await this.size();
    const counts = { workItems: 0, tasks: 0, lanes: 0, events: 0 };
    const count = (batch: ArchiveBatch): void => {
      for (const kind of ['workItems', 'tasks', 'lanes'] as const) counts[kind] += batch[kind].length;
    };
    const parts = await this.#host.read(async live =>
      live === undefined ? [] : selectArchivable(live.connection, before, archivePart),
    );
    if (dryRun === true || parts.length === 0) {
      parts.forEach(count);
      return { ...counts, files: [], bytes: { before: size, after: size } };
    }
    const module = await this.#host.module();
    const { directory, files, clock } = this.#options;
    const written: string[] = [];
    for (let isDone = false; !isDone; ) {
      // Others may write meanwhile, so select again for each part.
      const part = await this.#host.write(async replica => {
        const [batch, ...others] = selectArchivable(replica.connection, before, archivePart);
        if (batch === undefined) return { value: undefined };
        const { image, rows } = archiveImage(module, replica.connection, batch);
        const { file, sha256 } = writeArchive(directory, files, image, clock.now());
        const done = await replica.commit(
          async () => archiveRows(replica.connection, batch, { file, sha256, rows, actor, now: clock.now() }),
          this.#host.schema,
        );
        if (done !== undefined) return { value: { batch, file, rows, isLast: others.length === 0 } };
        removeArchive(directory, files, file);
        return undefined;
      });
      if (part === undefined) break;
      written.push(part.file);
      count(part.batch);
      counts.events += part.rows.get('events') ?? 0;
      isDone = part.isLast;
    }
    return { ...counts, files: written, bytes: { before: size, after: await this.#sizeOnceCompacted() } };
  }

  /** Returns the size. Archiving stands even if compacting fails. */
  async #sizeOnceCompacted(): Promise<number> {
    try {
      await this.compact();
      return await this.size();
    } catch (error) {
      this.#options.log.warn(`Could not compact the store after archiving: ${String(error)}`);
      return 0;
    }
  }

  async compact(): Promise<{ generation: number; snapshotFile: string; snapshotBytes: number }> {
    return this.#host.write(async replica => {
      const module = await this.#host.module();
      const done = await replica.replaceContent(rebuilt(module, replica.connection.exportImage()), this.#host.schema);
      const image = replica.pages.base.base.image;
      if (!done || image === undefined) return undefined;
      return {
        value: {
          generation: replica.position.generation,
          snapshotFile: join(this.#options.directory, imageName(image.number, image.token)),
          snapshotBytes: replica.pages.count * pageSize,
        },
      };
    });
  }

  applyUpdate(): Promise<boolean> {
    return this.#host.update();
  }

  async backup(file: string): Promise<BackupReport> {
    const module = await this.#host.module();
    return this.#host.read(async replica => {
      const { directory, files } = this.#options;
      const { connection, position } = requireStore(replica);
      const { image, contents, archives } = wholeCopy(module, connection, directory, files);
      markImage(image);
      writeCopy(files, file, image);
      return { file: resolve(file), bytes: image.length, commits: position.seq, contents, archives };
    });
  }

  async exportTo(file: string, format?: ExportFormat): Promise<{ file: string; bytes: number }> {
    const module = await this.#host.module();
    return this.#host.read(async replica => {
      const { directory, files } = this.#options;
      const { image } = wholeCopy(module, requireStore(replica).connection, directory, files);
      // Version 0.1 keeps and ignores changes of unknown steps.
      if (format !== undefined) markImage(image);
      writeCopy(files, file, image);
      return { file: resolve(file), bytes: image.length };
    });
  }

  /**
   * Makes the backup the image of a new log and seals the current one towards it. All live processes reload at the seal, so no
   * write into the replaced content is acknowledged. Numbers continue, and the timeline records the restore.
   */
  async restore(file: string, actor?: Actor): Promise<{ generation: number; keptAs: string }> {
    const module = await this.#host.module();
    const { directory, files, clock, migrations } = this.#options;
    const image = readBackup(module, files, file, latestVersion(migrations));
    const done = await this.#host.write(async replica => {
      const kept = join(directory, `before-restore.${clock.now()}.${randomBytes(4).toString('hex')}`);
      const keptAs = `${kept}.sqlite`;
      writeNewFile(files, keptAs, [replica.connection.exportImage()]);
      const logs = replica.damage === undefined ? [] : this.#keepLogs(kept, replica.position.generation);
      const content = continueFrom({
        module,
        image,
        replaced: replica.connection,
        prepare: restored => releaseArchives(restored, directory, files, clock.now()),
        event: (lastEventId, restoredEventId) =>
          newEvent(actor ?? system, clock.now(), 'store_restored', null, {
            file: basename(file),
            keptAs: basename(keptAs),
            lastEventId,
            restoredEventId,
          }),
      });
      // The backup has its writer's schema, and perhaps pages of another size.
      const isFirst = await replica.replaceContent(rebuilt(module, content), this.#host.schema);
      if (isFirst) return { value: { generation: replica.position.generation, keptAs } };
      for (const copy of [keptAs, ...logs]) unlinkQuietly(files, copy);
      return undefined;
    }, true);
    forgetHeartbeats(directory, files);
    return done;
  }

  /** Copies the logs: data after the damage is nowhere else, and two checkpoints later they are removed. Returns the paths. */
  #keepLogs(kept: string, from: number): string[] {
    const { directory, files } = this.#options;
    return listNames(directory, files)
      .filter(({ kind, number }) => kind === 'log' && number >= from)
      .flatMap(({ name }) => {
        const bytes = readPlainFile(files, join(directory, name), 0, maxLogBytes);
        if (bytes === undefined) return [];
        const copy = `${kept}.${name}`;
        writeNewFile(files, copy, [bytes]);
        return [copy];
      });
  }

  async readForeign(
    image: Uint8Array,
    tables: readonly string[],
    limits: DatabaseLimits,
  ): Promise<DatabaseContent | undefined> {
    return readForeign(await this.#host.module(), image, tables, limits);
  }

  /** Uses a thread that reads the pages itself: it keeps only needed pages in memory, and blocks nothing. */
  async query(sql: string, limit: number, options?: QueryOptions): Promise<QueryResult> {
    const { queryWorker, wasmFile, directory } = this.#options;
    const source = await this.#host.read(async replica => {
      const connection = replica?.connection ?? (await this.#host.empty());
      if (queryWorker === undefined) return connection.query(sql, limit);
      // A thread cannot find changes in memory on disk.
      if (replica === undefined || replica.isInMemory) return { image: connection.exportImage() };
      return { directory, schemaVersion: latestVersion(this.#options.migrations) };
    });
    if (queryWorker === undefined || 'rows' in source) return source as QueryResult;
    return queryApart(queryWorker, { source, wasmFile, sql, limit }, options);
  }
}

function samePages(one: PageReplica, other: PageReplica): boolean {
  if (one.pages.count !== other.pages.count) return false;
  const [left, right] = [new Uint8Array(pageSize), new Uint8Array(pageSize)];
  for (let page = 0; page < one.pages.count; page += 1) {
    one.pages.copy(page, left);
    other.pages.copy(page, right);
    if (Buffer.compare(left, right) !== 0) return false;
  }
  return true;
}

function requireStore<State extends PageReplica | BeforeReader>(replica: State | undefined): State {
  if (replica === undefined) {
    throw new StoreError('INVALID_STATEMENT', message('store.nothingToCopy'), {
      hint: message('store.nothingToCopyHint'),
    });
  }
  return replica;
}

import { randomBytes } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import type { Actor } from '../../../domain/actor/actor.js';
import { newEvent } from '../../../domain/event/newEvent.js';
import type { DatabaseContent, DatabaseLimits } from '../../../domain/import/database.js';
import { message } from '../../../messages/message.js';
import { latestVersion } from '../../migrations/migration.js';
import type {
  ArchiveOptions,
  ArchiveReport,
  BackupReport,
  CheckReport,
  ExportFormat,
  QueryOptions,
  QueryResult,
  StoreMaintenance,
} from '../../store.js';
import { StoreError } from '../../storeError.js';
import { archiveImage } from './archive.js';
import { archiveRows, writeArchive } from './archiveFiles.js';
import { type ArchiveBatch, selectArchivable } from './archiveSelection.js';
import { releaseArchives } from './archivesInCopy.js';
import type { JournalWriter } from './before/journalWriter.js';
import { findSnapshot } from './before/loadGeneration.js';
import type { Replica } from './before/replica.js';
import { journalName, readListing } from './before/storeLayout.js';
import { checkJournals } from './checkJournals.js';
import { sealGeneration, writeSnapshot } from './checkpoint.js';
import { emptyReport } from './checkReport.js';
import type { Connection } from './connection.js';
import { continueFrom } from './continueFrom.js';
import { forgetHeartbeats, markImage, readBackup, wholeCopy, writeCopy } from './copies.js';
import { queryApart } from './queryApart.js';
import { readForeign } from './readForeign.js';
import type { SqlJsModule } from './sqlJsModule.js';
import type { StoreOptions } from './sqljsStore.js';
import { readPlainFile, writeNewFile } from './storeFileSystem.js';

/** What maintenance needs of the store that owns it. */
export interface MaintenanceHost {
  read<T>(work: (replica: Replica | undefined) => Promise<T>): Promise<T>;
  /** `evenDamaged`: over a journal that is damaged as well. */
  write<T>(work: (replica: Replica, writer: JournalWriter) => Promise<T>, evenDamaged?: boolean): Promise<T>;
  /** One commit, in `write`. */
  commit(replica: Replica, work: (connection: Connection) => void): Promise<void>;
  checkpoint(): Promise<boolean>;
  module(): Promise<SqlJsModule>;
  /** What is read while no store exists. */
  empty(): Promise<Connection>;
}

const compactTries = 5;

/**
 * Work items, tasks and lanes that are archived while the lock is held once, for about 0.15 s. Each archive has the tables of a
 * store, 0.4 MB: parts of 300 need twice the space.
 */
export const archivePart = 1000;

/** Who restores when no one is named. */
export const system: Actor = { role: 'system', name: 'stateroom' };

export class Maintenance implements StoreMaintenance {
  readonly #options: StoreOptions;
  readonly #host: MaintenanceHost;

  constructor(options: StoreOptions, host: MaintenanceHost) {
    this.#options = options;
    this.#host = host;
  }

  size(): Promise<number> {
    return this.#host.read(async live => (live === undefined ? 0 : live.snapshot.size + live.position.offset));
  }

  /** Loads everything a second time from disk and compares, so that memory cannot vouch for itself. */
  async check(): Promise<CheckReport> {
    const module = await this.#host.module();
    try {
      return await this.#host.read(async live =>
        live === undefined ? emptyReport : checkJournals(live, this.#options, module),
      );
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.code !== 'STORE_CORRUPT' && error.code !== 'STORE_DIVERGED') throw error;
      return { ...emptyReport, ok: false, problems: [error.message] };
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
    // Others may write between two parts, so each time what can go is found again.
    for (;;) {
      const isDone = await this.#host.write(async replica => {
        const [batch, ...others] = selectArchivable(replica.connection, before, archivePart);
        if (batch === undefined) return true;
        const { image, rows } = archiveImage(module, replica.connection, batch);
        const { file, sha256 } = writeArchive(directory, files, image, clock.now());
        await this.#host.commit(replica, connection =>
          archiveRows(connection, batch, { file, sha256, rows, actor, now: clock.now() }),
        );
        written.push(file);
        count(batch);
        counts.events += rows.get('events') ?? 0;
        return others.length === 0;
      });
      if (isDone) break;
    }
    return { ...counts, files: written, bytes: { before: size, after: await this.#sizeOnceCompacted() } };
  }

  /** What was archived is archived even if the store cannot be made smaller now. */
  async #sizeOnceCompacted(): Promise<number> {
    try {
      await this.#host.checkpoint();
      return await this.size();
    } catch (error) {
      this.#options.log.warn(`Could not compact the store after archiving: ${String(error)}`);
      return 0;
    }
  }

  async compact(): Promise<{ generation: number; snapshotFile: string; snapshotBytes: number }> {
    const before = await this.#host.write(async replica => replica.position.generation);
    const { directory, files } = this.#options;
    for (let tries = 1; ; tries += 1) {
      await this.#host.checkpoint();
      const done = await this.#host.read(async replica => {
        if (replica === undefined || replica.position.generation <= before) return undefined;
        const { generation } = replica.position;
        const found = findSnapshot(
          directory,
          files,
          readListing(files.readdirSync(directory)),
          generation,
          replica.snapshot,
        );
        return found && { generation, snapshotFile: found.path, snapshotBytes: found.image.length };
      });
      if (done !== undefined) return done;
      // Others make generations as well, and remove ours when they have made two.
      if (tries === compactTries) {
        throw new StoreError('STORE_WRITE_FAILED', message('store.snapshotBusy'), {
          hint: message('store.snapshotBusyHint'),
        });
      }
    }
  }

  async applyUpdate(): Promise<boolean> {
    return false;
  }

  /** The image with its own CRC in a field that SQLite leaves to applications, so that `restore` sees bit rot. */
  async backup(file: string): Promise<BackupReport> {
    const module = await this.#host.module();
    return this.#host.read(async replica => {
      const { directory, files } = this.#options;
      const { connection } = requireStore(replica);
      const { image, contents, archives } = wholeCopy(module, connection, directory, files);
      markImage(image);
      writeCopy(files, file, image);
      return {
        file: resolve(file),
        bytes: image.length,
        commits: requireStore(replica).position.seq,
        contents,
        archives,
      };
    });
  }

  async exportTo(file: string, format?: ExportFormat): Promise<{ file: string; bytes: number }> {
    const module = await this.#host.module();
    return this.#host.read(async replica => {
      const { directory, files } = this.#options;
      const { image } = wholeCopy(module, requireStore(replica).connection, directory, files);
      // What steps that version 0.1 does not know have added, it keeps and does not look at.
      if (format !== undefined) markImage(image);
      writeCopy(files, file, image);
      return { file: resolve(file), bytes: image.length };
    });
  }

  /**
   * A checkpoint with other content. Under the lock the backup becomes a new generation and the current journal is sealed as
   * restored, at which every live process loads again; no one can acknowledge a write into the replaced content. Numbers continue
   * where that ended, and the timeline tells of it.
   */
  async restore(file: string, actor?: Actor): Promise<{ generation: number; keptAs: string }> {
    const module = await this.#host.module();
    const { directory, files, clock, migrations } = this.#options;
    const image = readBackup(module, files, file, latestVersion(migrations));
    return this.#host.write(async (replica, writer) => {
      const kept = join(directory, `before-restore.${clock.now()}.${randomBytes(4).toString('hex')}`);
      const keptAs = `${kept}.sqlite`;
      writeNewFile(files, keptAs, [replica.connection.exportImage()]);
      if (replica.damage?.kind === 'corrupt') this.#keepJournals(kept, replica.position.generation);
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
      const snapshot = writeSnapshot(directory, files, content, replica.position, []);
      if (!(await sealGeneration(directory, files, replica, writer, snapshot, true))) {
        throw new StoreError('STORE_WRITE_FAILED', message('store.restoreBusy'));
      }
      const { generation } = replica.position;
      // From here on it is done, even if a later step fails.
      replica.forget();
      forgetHeartbeats(directory, files);
      return { generation, keptAs };
    }, true);
  }

  /** What is behind damage is nowhere else, and two checkpoints from now the journals are removed. */
  #keepJournals(kept: string, from: number): void {
    const { directory, files } = this.#options;
    for (const generation of readListing(files.readdirSync(directory)).generations) {
      if (generation < from) continue;
      const journal = readPlainFile(files, join(directory, journalName(generation)));
      if (journal !== undefined) writeNewFile(files, `${kept}.${generation}.log`, [journal]);
    }
  }

  async readForeign(
    image: Uint8Array,
    tables: readonly string[],
    limits: DatabaseLimits,
  ): Promise<DatabaseContent | undefined> {
    return readForeign(await this.#host.module(), image, tables, limits);
  }

  /** Others wait only while the copy is made; the query itself blocks no one. */
  async query(sql: string, limit: number, options?: QueryOptions): Promise<QueryResult> {
    const { queryWorker, wasmFile } = this.#options;
    const connection = async (replica: Replica | undefined) => replica?.connection ?? (await this.#host.empty());
    if (queryWorker === undefined) {
      return this.#host.read(async replica => (await connection(replica)).query(sql, limit));
    }
    const image = await this.#host.read(async replica => (await connection(replica)).exportImage());
    return queryApart(queryWorker, { source: { image }, wasmFile, sql, limit }, options);
  }
}

function requireStore(replica: Replica | undefined): Replica {
  if (replica === undefined) {
    throw new StoreError('INVALID_STATEMENT', message('store.nothingToCopy'), {
      hint: message('store.nothingToCopyHint'),
    });
  }
  return replica;
}

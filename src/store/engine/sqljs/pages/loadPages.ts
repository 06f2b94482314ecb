import { join } from 'node:path';
import { message } from '../../../../messages/message.js';
import { beforeOf } from '../before/beforeFormat.js';
import { Connection } from '../connection.js';
import { showsEarlierStore } from '../earlierStore.js';
import { tooNewError, unreadableError } from '../failure.js';
import type { SqlJsModule } from '../sqlJsModule.js';
import { errorCode, type StoreFileSystem, unlinkQuietly } from '../storeFileSystem.js';
import { type Base, BasePages, DamagedFileError, readBase } from './baseFile.js';
import { LogFile } from './logFile.js';
import { baseName, logName, type PageFileName, readNames } from './pageNames.js';
import { Pages } from './pages.js';

export interface PagePlace {
  readonly directory: string;
  readonly files: StoreFileSystem;
  /** Newest schema version that this program knows. */
  readonly schemaVersion: number;
  /** Base taken over from the previous format, if it could not be written. */
  readonly taken?: Base | undefined;
}

export interface OpenPlace extends PagePlace {
  readonly module: SqlJsModule;
}

/** A base and its log, both open, under a database. */
export interface LoadedPages {
  readonly pages: Pages;
  readonly connection: Connection;
  readonly log: LogFile;
  readonly degraded: string | undefined;
  /** Number of the newest base, to be reached because its commits were acknowledged. */
  readonly reach: number;
}

/** Max loads in a row if checkpoints of other processes remove the files being read. */
export const loadAttempts = 20;

/** Opens the newest undamaged base that is not in `distrusted`, if any. Throws STORE_CORRUPT and STORE_TOO_NEW. */
export function loadPages(place: OpenPlace, distrusted: ReadonlySet<number>): LoadedPages | undefined {
  for (let attempt = 1; ; attempt += 1) {
    const loaded = loadOnce(place, distrusted);
    if (loaded !== 'removed') return loaded;
    if (attempt === loadAttempts) throw unreadableError(place.directory, message('store.alwaysReplaced'));
  }
}

function loadOnce(place: OpenPlace, distrusted: ReadonlySet<number>): LoadedPages | undefined | 'removed' {
  const { directory, files } = place;
  const names = listNames(directory, files);
  const bases = names.filter(({ kind }) => kind === 'base');
  if (bases.length === 0) {
    if (place.taken !== undefined) return { ...openBase(place, place.taken), degraded: undefined, reach: 0 };
    // Beside a store of the previous format, other files are from an unfinished takeover.
    if (beforeOf(directory, files) !== 'none') return undefined;
    const isLost =
      names.some(name => isOfStore(name, place)) || showsEarlierStore(directory, files, namesIn(directory, files));
    if (!isLost) return undefined;
    throw unreadableError(directory, message('store.filesMissing'));
  }
  const problems: string[] = [];
  for (const { number } of bases) {
    if (distrusted.has(number)) {
      problems.push(`A page of ${baseName(number)} is damaged.`);
      continue;
    }
    try {
      const base = readBase(directory, files, number);
      const opened = openBase(place, base);
      if (base.isOverDamage === true) removeLogsBefore(number, names, place);
      const degraded =
        problems.length === 0 ? undefined : `${problems.join(' ')} ${baseName(number)} was used instead.`;
      return { ...opened, degraded, reach: bases[0]?.number ?? number };
    } catch (error) {
      if (!(error instanceof DamagedFileError) && errorCode(error) !== 'ENOENT') throw error;
      // With a newer base, a checkpoint of another process may have removed files since the listing.
      const newest = listNames(directory, files).find(({ kind }) => kind === 'base');
      if (newest?.number !== bases[0]?.number) return 'removed';
      problems.push(error instanceof DamagedFileError ? error.message : `${baseName(number)} is missing.`);
    }
  }
  throw unreadableError(directory, problems.join(' '));
}

function removeLogsBefore(number: number, names: readonly PageFileName[], { directory, files }: PagePlace): void {
  for (const one of names) {
    if (one.kind === 'log' && one.number < number) unlinkQuietly(files, join(directory, one.name));
  }
}

/** Throws DamagedFileError and STORE_TOO_NEW, and leaves nothing open then. */
export function openBase(place: OpenPlace, base: Base): Pick<LoadedPages, 'pages' | 'connection' | 'log'> {
  const { directory, files, module, schemaVersion } = place;
  if (base.schema > schemaVersion) throw tooNewError(base.schema, schemaVersion);
  const inBase = new BasePages(directory, files, base);
  let log: LogFile | undefined;
  try {
    // SQLite reads the first page first, and cannot continue without it.
    inBase.checkFirst();
    log = openLog(directory, files, base);
    if (log === undefined) throw new DamagedFileError(logName(base.number, base.token));
    const pages = new Pages(inBase);
    return { pages, connection: Connection.onFile(module, pages), log };
  } catch (error) {
    inBase.close();
    log?.close();
    throw error;
  }
}

/** Undefined unless it is a regular file. */
export function openLog(
  directory: string,
  files: StoreFileSystem,
  file: { number: number; token: string },
): LogFile | undefined {
  try {
    return LogFile.open(directory, files, file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export function listNames(directory: string, files: StoreFileSystem): PageFileName[] {
  return readNames(namesIn(directory, files));
}

function namesIn(directory: string, files: StoreFileSystem): readonly string[] {
  try {
    return files.readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** True if the file proves that a store existed. An empty log does not: a process killed during creation leaves one. */
function isOfStore({ kind, name }: PageFileName, { directory, files }: PagePlace): boolean {
  if (kind !== 'log') return kind === 'image' || kind === 'pages';
  return (files.lstatSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

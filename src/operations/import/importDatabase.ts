import type { DatabaseFormat } from '../../domain/import/formats.js';
import { Collected } from '../../domain/import/imported.js';
import { readLimits } from '../../domain/import/limits.js';
import { databaseReaders, formatOfTables } from '../../domain/import/readers.js';
import { type RefusalError, refusalError } from '../../domain/refusal/refusal.js';
import { type Message, message, type PlainKey } from '../../messages/message.js';
import { beginningOf, readBytes, sizeOfFile } from '../../platform/textFiles.js';
import type { Store } from '../../store/store.js';
import type { ImportSource } from './importSource.js';

/** A file is read into memory at once. */
const maxMegabytes = 64;

const header = 'SQLite format 3\0';

export async function isDatabaseFile(path: string): Promise<boolean> {
  const beginning = await beginningOf(path, header.length).catch(() => undefined);
  return new TextDecoder().decode(beginning) === header;
}

/** Reads a tracker's database from a copy in memory, never opening the file for writing. `wanted` is the expected format. */
export async function readDatabase(
  store: Store,
  path: string,
  shown: string,
  wanted: DatabaseFormat | undefined,
): Promise<ImportSource> {
  const size = (await sizeOfFile(path)) ?? 0;
  if (size > maxMegabytes * 1024 * 1024) {
    throw unreadable(shown, message('imports.tooLargeDatabase', { megabytes: maxMegabytes }), 'imports.exportInstead');
  }
  await throwIfIncomplete(path, shown);
  const image = await readBytes(path).catch(() => undefined);
  if (image === undefined || new TextDecoder().decode(image.subarray(0, header.length)) !== header) {
    throw unreadable(shown, message('imports.notSqlite'), 'imports.notSqliteHint');
  }
  // A concurrent writer first writes to a file beside it.
  await throwIfIncomplete(path, shown);
  const names = Object.values(databaseReaders).flatMap(({ tables }) => tables);
  const limits = { rows: readLimits.rows, bytes: readLimits.databaseBytes };
  const content = await store.maintenance.readForeign(image, [...new Set(names)], limits);
  if (content === undefined) throw unreadable(shown, message('imports.damaged'), checkHint(shown));
  if (content.tooLarge !== undefined) {
    const reason = message('imports.tooManyRows', {
      table: content.tooLarge,
      rows: limits.rows,
      megabytes: limits.bytes / 1024 / 1024,
    });
    throw unreadable(shown, reason, 'imports.exportInstead');
  }
  const format = wanted ?? formatOfTables(new Set(content.tables.keys()));
  if (format === undefined) {
    throw refusalError('invalid_input', message('imports.unknownTables', { file: shown }), {
      hint: 'imports.unknownTablesHint',
    });
  }
  const reader = databaseReaders[format];
  const missing = reader.needed.find(table => !content.tables.has(table));
  if (missing !== undefined) {
    throw refusalError(
      'invalid_input',
      message('imports.missingTable', { file: shown, tracker: format, table: missing }),
      { hint: 'imports.unknownTablesHint' },
    );
  }
  const found = new Collected();
  const reading = reader.read({ ...content, name: shown, found });
  return { format, files: 1, reading: { ...reading, problems: found.problems } };
}

/** Refuses a database with uncheckpointed changes in a file beside it. */
async function throwIfIncomplete(path: string, shown: string): Promise<void> {
  for (const end of ['-wal', '-journal']) {
    if (((await sizeOfFile(`${path}${end}`)) ?? 0) === 0) continue;
    throw refusalError('invalid_input', message('imports.sidecar', { file: shown, sidecar: `${shown}${end}` }), {
      hint: message('imports.sidecarHint', { command: `sqlite3 '${shown}' 'PRAGMA wal_checkpoint(TRUNCATE)'` }),
    });
  }
}

function checkHint(shown: string): Message {
  return message('imports.damagedHint', { command: `sqlite3 '${shown}' 'PRAGMA integrity_check'` });
}

function unreadable(file: string, reason: Message, hint: Message | PlainKey): RefusalError {
  return refusalError('invalid_input', message('imports.unreadable', { file, reason }), { hint });
}

import { wellFormed } from '../../../domain/text/wellFormed.js';
import { message } from '../../../messages/message.js';
import { StoreError } from '../../storeError.js';
import { malformedError } from './failure.js';
import type { DatabaseFile } from './pages/databaseFile.js';
import { pageSize } from './pages/pageChange.js';
import type { SqlJsDatabase, SqlJsModule, SqlJsStatement } from './sqlJsModule.js';
import { kindOfStatement, type StatementKind } from './statementKind.js';

export type SqlParameter = string | number | null | bigint | Uint8Array;

export type SqlRow = Record<string, string | number | Uint8Array | null>;

export interface StatementResult {
  readonly rows: SqlRow[];
  readonly rowsChanged: number;
}

interface Prepared {
  readonly statement: SqlJsStatement;
  readonly kind: StatementKind;
  /** False for DDL, a write that reports no changed rows. */
  readonly countsRows: boolean;
  columns: readonly string[] | undefined;
}

const maxCacheAge = 300;
const takesLockAgain = `PRAGMA locking_mode = NORMAL; PRAGMA user_version;
  PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version`;
/** Pages of 4 kB; fewer are soon reused. */
const minFreePages = 256;

/** Owns a sql.js database: checks every statement, caches it prepared, and tracks writes. */
export class Connection {
  readonly #database: SqlJsDatabase;
  readonly #module: SqlJsModule;
  readonly #file: DatabaseFile | undefined;
  readonly #prepared = new Map<string, Prepared>();
  readonly #controls = new Map<string, SqlJsStatement>();
  #hasWritten = false;
  #inTransaction = false;
  /** Called with each statement of a repository. */
  onStatement: (() => void) | undefined;
  /** First failed write of the open transaction. */
  #failed: { readonly error: unknown } | undefined;

  /** `room`: unused bytes after the image, into which the database can grow. */
  constructor(module: SqlJsModule, image?: Uint8Array, room = 0, file?: DatabaseFile) {
    this.#module = module;
    this.#file = file;
    this.#database = this.#explained(() =>
      file === undefined ? new module.Database(image && withRoom(image, room)) : module.openFile(file),
    );
    try {
      this.#prepareDatabase();
    } catch (thrown) {
      const error = this.#reasonOf(thrown);
      this.#database.close();
      throw error;
    }
  }

  #prepareDatabase(): void {
    // Native defaults differ from this build's.
    this.#database.exec('PRAGMA foreign_keys = ON');
    this.#database.exec('PRAGMA recursive_triggers = OFF');
    // Exclusive: no lock, hot journal or change counter. Our own file reports its changes.
    this.#database.exec('PRAGMA locking_mode = EXCLUSIVE');
    // Writes to our file only in COMMIT.
    if (this.#file !== undefined) this.#database.exec('PRAGMA cache_spill = OFF');
    this.#database.exec('PRAGMA synchronous = OFF');
    // Evicted pages are read through JavaScript, which caches 8 MB of them.
    this.#database.exec('PRAGMA cache_size = -4000');
    this.#database.exec('PRAGMA journal_mode = MEMORY');
  }

  static onFile(module: SqlJsModule, file: DatabaseFile): Connection {
    return new Connection(module, undefined, 0, file);
  }

  begin(): void {
    this.#lookAgain();
    this.#control('BEGIN');
    this.#inTransaction = true;
    this.#hasWritten = false;
    this.#failed = undefined;
  }

  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Rethrows a failed write even if the caller caught it: some failures end the transaction in SQLite, all of them elsewhere. */
  requireWhole(): void {
    if (this.#failed !== undefined) throw this.#failed.error;
  }

  commit(): void {
    this.#control('COMMIT');
    this.#inTransaction = false;
  }

  rollback(): void {
    try {
      if (this.#inTransaction) this.#control('ROLLBACK');
    } catch {
      // SQLite has already rolled back, as after running out of memory.
    }
    this.#inTransaction = false;
  }

  /** Refuses a write outside a transaction. */
  run(sql: string, parameters: readonly SqlParameter[]): StatementResult {
    this.#lookAgain();
    const prepared = this.#prepare(sql);
    if (prepared.kind === 'write' && !this.#inTransaction) {
      throw new StoreError('INVALID_STATEMENT', message('store.noTransaction'));
    }
    const values = parameters.map(checkParameter);
    this.onStatement?.();
    if (prepared.kind === 'read') return { rows: this.#step(prepared, values), rowsChanged: 0 };
    let rows: SqlRow[];
    try {
      rows = this.#step(prepared, values);
    } catch (error) {
      this.#failed ??= { error };
      throw error;
    }
    if (!prepared.countsRows) this.forgetColumns();
    const rowsChanged = prepared.countsRows ? this.#database.getRowsModified() : 0;
    if (rowsChanged > 0 || !prepared.countsRows) this.#hasWritten = true;
    return { rows, rowsChanged };
  }

  /** Runs one SELECT typed by a person, with `query_only` on. */
  query(sql: string, limit: number): { columns: string[]; rows: (string | number | null)[][]; truncated: boolean } {
    if (kindOfStatement(sql) !== 'read') {
      throw new StoreError('INVALID_STATEMENT', message('store.onlySelect'), {
        hint: message('store.onlySelectHint'),
      });
    }
    this.#lookAgain();
    // Counts sorts as SQLite's limited memory; temporary files are in memory anyway.
    this.#database.exec('PRAGMA temp_store = MEMORY');
    this.#database.exec('PRAGMA query_only = ON');
    let statement: SqlJsStatement | undefined;
    try {
      statement = this.#database.prepare(sql);
      const columns = statement.getColumnNames();
      const rows: (string | number | null)[][] = [];
      while (statement.step()) {
        if (rows.length === limit) return { columns, rows, truncated: true };
        rows.push(statement.get().map(value => (value instanceof Uint8Array ? `<${value.length} bytes>` : value)));
      }
      return { columns, rows, truncated: false };
    } catch (thrown) {
      const reason = this.#reasonOf(thrown);
      const error = malformedError(reason) ?? reason;
      if (error !== thrown || error instanceof StoreError) throw error;
      if (messageOf(error) === 'out of memory') {
        throw new StoreError('INVALID_STATEMENT', message('store.queryMemory'), {
          hint: message('store.queryMemoryHint'),
        });
      }
      throw new StoreError('INVALID_STATEMENT', message('store.queryUnclear', { problem: messageOf(error) }), {
        hint: message('store.queryUnclearHint'),
      });
    } finally {
      statement?.free();
      this.#database.exec('PRAGMA query_only = OFF');
    }
  }

  /** Runs `PRAGMA integrity_check` and `foreign_key_check`; empty if both are clean. */
  integrityProblems(): string[] {
    this.#lookAgain();
    const rows = (sql: string) => this.#explained(() => this.#database.exec(sql).flatMap(({ values }) => values));
    const problems = rows('PRAGMA integrity_check')
      .map(([line]) => String(line))
      .filter(line => line !== 'ok');
    const orphans = rows('PRAGMA foreign_key_check');
    if (orphans.length > 0) problems.push(`${orphans.length} rows refer to rows that do not exist`);
    return problems;
  }

  /** For rows that refer to another database. */
  ignoreForeignKeys(): void {
    this.#database.exec('PRAGMA foreign_keys = OFF');
  }

  /** Checks references at the end of the transaction, not at each statement. */
  deferForeignKeys(): void {
    this.#database.exec('PRAGMA defer_foreign_keys = ON');
  }

  /** Frees pages of deleted rows if they are a large part of the image; keeps row order. Not allowed in a transaction. */
  releaseFreePages(): void {
    const [free = 0, all = 0] = ['freelist_count', 'page_count'].map(name =>
      Number(this.#database.exec(`PRAGMA ${name}`)[0]?.values[0]?.[0] ?? 0),
    );
    if (free < minFreePages || free * 4 < all) return;
    this.#database.exec('VACUUM');
  }

  /** Exports plain SQLite. Not allowed in a transaction. */
  exportImage(): Uint8Array {
    this.#lookAgain();
    return this.#explained(() => this.#database.export());
  }

  close(): void {
    for (const prepared of this.#prepared.values()) prepared.statement.free();
    for (const statement of this.#controls.values()) statement.free();
    this.#prepared.clear();
    this.#database.close();
  }

  /**
   * Makes SQLite drop its cached pages after changes of the file. It checks for them only when it takes its lock, which it
   * releases after the first statement in another locking mode.
   */
  #lookAgain(): void {
    if (this.#file?.isStale !== true) return;
    this.#explained(() => this.#database.exec(takesLockAgain));
  }

  /** Cached, because parsing costs as much as a small write. */
  #control(sql: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): void {
    let statement = this.#controls.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#controls.set(sql, statement);
    }
    try {
      statement.step();
    } catch (error) {
      throw this.#reasonOf(error);
    } finally {
      statement.reset();
    }
  }

  /** SQLite itself reports only a disk error. */
  #reasonOf(error: unknown): unknown {
    const own = this.#module.takeFileError();
    return own === undefined ? error : own.cause;
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    const prepared: Prepared = {
      statement: this.#compile(sql),
      kind: kindOfStatement(sql),
      countsRows: /^\s*(?:insert|update|delete|replace|with)\b/i.test(sql),
      columns: undefined,
    };
    if (this.#prepared.size >= maxCacheAge) {
      const oldest = this.#prepared.keys().next().value;
      if (oldest !== undefined) {
        this.#prepared.get(oldest)?.statement.free();
        this.#prepared.delete(oldest);
      }
    }
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  #compile(sql: string): SqlJsStatement {
    return this.#explained(() => this.#database.prepare(sql));
  }

  #explained<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw this.#reasonOf(error);
    }
  }

  /** Reloads the schema before the next statement. Not allowed in a transaction. */
  forgetSchema(): void {
    this.#lookAgain();
    this.#database.exec('PRAGMA writable_schema = RESET');
    this.forgetColumns();
  }

  /** After DDL, `select *` may return other columns. */
  forgetColumns(): void {
    for (const prepared of this.#prepared.values()) prepared.columns = undefined;
  }

  #step(prepared: Prepared, values: readonly SqlParameter[]): SqlRow[] {
    const { statement } = prepared;
    const rows: SqlRow[] = [];
    try {
      statement.bind(values);
      while (statement.step()) {
        prepared.columns ??= statement.getColumnNames();
        const cells = statement.get();
        const row: SqlRow = {};
        for (let index = 0; index < prepared.columns.length; index += 1) {
          row[prepared.columns[index] as string] = cells[index] ?? null;
        }
        rows.push(row);
      }
    } catch (error) {
      throw this.#reasonOf(error);
    } finally {
      // A statement that is not reset keeps its read open and blocks the export.
      statement.reset();
    }
    return rows;
  }
}

/** Rebuilds an image in pages of the store's size, without free pages. */
export function rebuilt(module: SqlJsModule, image: Uint8Array): Uint8Array {
  const database = new module.Database(image);
  try {
    database.exec(`PRAGMA page_size = ${pageSize}`);
    database.exec('VACUUM');
    return database.export();
  } finally {
    database.close();
  }
}

/** sql.js uses the result of `slice` as its file: without room the first new page copies all of it (10 ms for 14 MB). */
function withRoom(image: Uint8Array, room: number): Uint8Array {
  if (room === 0) return image;
  const file = new Uint8Array(image.buffer, image.byteOffset, image.byteLength + room);
  return Object.assign(image.subarray(), { slice: () => file });
}

function checkParameter(value: unknown): SqlParameter {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) return null;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new StoreError('INVALID_STATEMENT', message('store.valueRefused', { value }));
  }
  // Lone surrogates cannot be encoded as UTF-8.
  if (typeof value === 'string') return wellFormed(value);
  if (value === null || ['number', 'bigint'].includes(typeof value) || value instanceof Uint8Array) {
    return value as SqlParameter;
  }
  throw new StoreError('INVALID_STATEMENT', message('store.typeRefused', { type: typeof value }));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

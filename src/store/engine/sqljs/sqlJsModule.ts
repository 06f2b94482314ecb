import { readFile } from 'node:fs/promises';

/** What the engine uses of sql.js 1.16.0; its own typings describe an earlier one. */
export interface SqlJsModule {
  readonly Database: new (image?: Uint8Array) => SqlJsDatabase;
}

export interface SqlJsDatabase {
  prepare(sql: string): SqlJsStatement;
  exec(sql: string): readonly { columns: string[]; values: (string | number | Uint8Array | null)[][] }[];
  export(): Uint8Array;
  close(): void;
  getRowsModified(): number;
  create_function(name: string, implementation: (...values: never[]) => unknown): unknown;
}

export interface SqlJsStatement {
  bind(parameters: readonly (string | number | bigint | Uint8Array | null)[]): boolean;
  step(): boolean;
  get(): (string | number | Uint8Array | null)[];
  getColumnNames(): string[];
  reset(): void;
  free(): boolean;
}

let loading: Promise<SqlJsModule> | undefined;

/**
 * Compiles SQLite once per process. `wasmFile` is an absolute path: the library's own search starts at the working
 * directory and fails wherever a bundle runs from.
 */
export function loadSqlJs(wasmFile: string): Promise<SqlJsModule> {
  // Whoever has not asked the store yet, as a server whose client only greets, does without.
  loading ??= Promise.all([readFile(wasmFile), import('sql.js/dist/sql-wasm.js')])
    .then(([bytes, { default: initSqlJs }]) => {
      const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
      // The legacy functions would shadow SQLite's own sqrt() and others, and warn on the console.
      const options: { wasmBinary: ArrayBuffer; useOldExtensionFunctions: boolean } = {
        wasmBinary,
        useOldExtensionFunctions: false,
      };
      return initSqlJs(options) as Promise<unknown> as Promise<SqlJsModule>;
    })
    .catch(error => {
      loading = undefined;
      throw error;
    });
  return loading;
}

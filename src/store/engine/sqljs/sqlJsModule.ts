import { readFile } from 'node:fs/promises';
import { programGone } from './failure.js';
import { errorCode } from './storeFileSystem.js';

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

/** What is used of the platform's WebAssembly, which Node's own types leave out. */
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    compile(bytes: Uint8Array): Promise<object>;
    instantiate(module: object, imports: object): Promise<object>;
  };
};

let loading: Promise<SqlJsModule> | undefined;

/**
 * Compiles SQLite once per process. `wasmFile` is an absolute path: the library's own search starts at the working
 * directory and fails wherever a bundle runs from. Throws STORE_UNREADABLE when the file is gone.
 */
export function loadSqlJs(wasmFile: string): Promise<SqlJsModule> {
  // Whoever has not asked the store yet, as a server whose client only greets, does without.
  loading ??= Promise.all([readFile(wasmFile), import('sql.js/dist/sql-wasm.js')])
    .then(async ([bytes, { default: initSqlJs }]) => instantiate(await wasm.compile(bytes), initSqlJs))
    .catch(error => {
      loading = undefined;
      throw errorCode(error) === 'ENOENT' ? programGone(wasmFile, error) : error;
    });
  return loading;
}

/** Pass the module instead of its bytes, which the library would keep for the life of the process. */
function instantiate(compiled: object, initSqlJs: (options: object) => Promise<unknown>): Promise<SqlJsModule> {
  return new Promise((resolve, reject) => {
    const options = {
      instantiateWasm: (imports: object, use: (instance: object) => void) => {
        wasm.instantiate(compiled, imports).then(use, reject);
      },
      // The legacy functions would shadow SQLite's own sqrt() and others, and warn on the console.
      useOldExtensionFunctions: false,
    };
    (initSqlJs(options) as Promise<SqlJsModule>).then(resolve, reject);
  });
}

import { readFile } from 'node:fs/promises';
import { programGone } from './failure.js';
import { type DatabaseFile, FileLayer } from './pages/databaseFile.js';
import { errorCode } from './storeFileSystem.js';

/** Used part of sql.js 1.16.0, whose typings describe an earlier version. */
export interface SqlJsModule {
  readonly Database: new (image?: Uint8Array) => SqlJsDatabase;
  openFile(file: DatabaseFile): SqlJsDatabase;
  /** Error of such a file since the last call; SQLite itself reports only a disk error. */
  takeFileError(): { readonly cause: unknown } | undefined;
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

/** Exports that the library's typings leave out. */
interface Library {
  readonly Database: new (image?: Uint8Array) => SqlJsDatabase & { readonly db: number };
  addFunction(implementation: (...values: never[]) => number, signature: string): number;
  _malloc(bytes: number): number;
  UTF8ToString(pointer: number): string;
}

type WasmMemory = { readonly buffer: ArrayBuffer };
type WasmTable = { get(index: number): unknown };

/** Used part of WebAssembly, which Node's types leave out. */
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    compile(bytes: Uint8Array): Promise<object>;
    instantiate(module: object, imports: object): Promise<{ readonly exports: object }>;
    Memory: new () => WasmMemory;
    Table: new () => WasmTable;
  };
};

let loading: Promise<SqlJsModule> | undefined;

/** Once per process. `wasmFile` is absolute: the library's own search fails in a bundle. Throws STORE_UNREADABLE if missing. */
export function loadSqlJs(wasmFile: string): Promise<SqlJsModule> {
  // A server whose client only greets never needs it.
  loading ??= Promise.all([readFile(wasmFile), import('sql.js/dist/sql-wasm.js')])
    .then(async ([bytes, { default: initSqlJs }]) => instantiate(await wasm.compile(bytes), initSqlJs))
    .catch(error => {
      loading = undefined;
      throw errorCode(error) === 'ENOENT' ? programGone(wasmFile, error) : error;
    });
  return loading;
}

/** Passes the compiled module: the library would keep its bytes for the life of the process. */
function instantiate(compiled: object, initSqlJs: (options: object) => Promise<unknown>): Promise<SqlJsModule> {
  return new Promise((resolve, reject) => {
    let exported: object = {};
    const options = {
      instantiateWasm: (imports: object, use: (instance: object) => void) => {
        wasm.instantiate(compiled, imports).then(instance => {
          exported = instance.exports;
          use(instance);
        }, reject);
      },
      // The legacy functions would shadow SQLite's sqrt() and others, and warn on the console.
      useOldExtensionFunctions: false,
    };
    initSqlJs(options).then(library => resolve(withFiles(library as Library, Object.values(exported))), reject);
  });
}

/** Finds memory and function table by type: their names change with each build. */
function withFiles(library: Library, exported: readonly unknown[]): SqlJsModule {
  let layer: FileLayer | undefined;
  const prepared = (): FileLayer => {
    if (layer !== undefined) return layer;
    const memory = exported.find(value => value instanceof wasm.Memory) as WasmMemory;
    const table = exported.find(value => value instanceof wasm.Table) as WasmTable;
    const probe = new library.Database();
    layer = new FileLayer(
      {
        memory,
        table,
        addFunction: (implementation, signature) => library.addFunction(implementation, signature),
        malloc: bytes => library._malloc(bytes),
        text: pointer => library.UTF8ToString(pointer),
      },
      probe.db,
    );
    probe.close();
    return layer;
  };
  return {
    Database: library.Database,
    // Closing removes a file of this name from the library's memory, so give it an image to create one.
    openFile: file => prepared().under(file, () => new library.Database(new Uint8Array())),
    takeFileError: () => layer?.takeError(),
  };
}

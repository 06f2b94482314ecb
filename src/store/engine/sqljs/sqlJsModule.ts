import { readFile } from 'node:fs/promises';
import { programGone } from './failure.js';
import { type DatabaseFile, FileLayer } from './pages/databaseFile.js';
import { errorCode } from './storeFileSystem.js';

/** What the engine uses of sql.js 1.16.0; its own typings describe an earlier one. */
export interface SqlJsModule {
  readonly Database: new (image?: Uint8Array) => SqlJsDatabase;
  /** A database whose pages come from a file of ours. */
  openFile(file: DatabaseFile): SqlJsDatabase;
  /** What such a file threw since the last call, of which SQLite says only that the disk failed. */
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

/** What the library exports, which its typings leave out. */
interface Library {
  readonly Database: new (image?: Uint8Array) => SqlJsDatabase & { readonly db: number };
  addFunction(implementation: (...values: never[]) => number, signature: string): number;
  _malloc(bytes: number): number;
  UTF8ToString(pointer: number): string;
}

type WasmMemory = { readonly buffer: ArrayBuffer };
type WasmTable = { get(index: number): unknown };

/** What is used of the platform's WebAssembly, which Node's own types leave out. */
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: {
    compile(bytes: Uint8Array): Promise<object>;
    instantiate(module: object, imports: object): Promise<{ readonly exports: object }>;
    Memory: new () => WasmMemory;
    Table: new () => WasmTable;
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
    let exported: object = {};
    const options = {
      instantiateWasm: (imports: object, use: (instance: object) => void) => {
        wasm.instantiate(compiled, imports).then(instance => {
          exported = instance.exports;
          use(instance);
        }, reject);
      },
      // The legacy functions would shadow SQLite's own sqrt() and others, and warn on the console.
      useOldExtensionFunctions: false,
    };
    initSqlJs(options).then(library => resolve(withFiles(library as Library, Object.values(exported))), reject);
  });
}

/** The memory and the table of functions are known by what they are: their names change with each build of the library. */
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
    // Closing removes a file of this name in the library's memory, which an image makes.
    openFile: file => prepared().under(file, () => new library.Database(new Uint8Array())),
    takeFileError: () => layer?.takeError(),
  };
}

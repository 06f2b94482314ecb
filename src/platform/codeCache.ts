import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/**
 * Files beyond this many are of programs and Nodes that were replaced; each is of 2 MB at most. One program in one Node has
 * some thirty, each with one of what is loaded first, of the query builder's and of SQLite's, and an editor with a Node of its
 * own has as many: fewer files would make each of them compile all again.
 */
const maxFiles = 256;
/** How old the time of the last use may be that a file bears, ms: it is written once a day, not with each run. */
const useEveryMs = 24 * 60 * 60 * 1000;
/** Bytes of the hash in front of what is kept. */
const hashBytes = 32;

/**
 * Loads CommonJS files of the program with what V8 compiled of them the last time. Kept in `folder` under the hash of the
 * file and of what runs it; whatever is torn, of another Node or of other settings of V8 is not used and made again when the
 * process ends. Node keeps compiled code itself from version 22 on, and is slower at it by a fifth of a command.
 */
export class CodeCache {
  readonly #folder: string | undefined;
  readonly #loaded = new Map<string, unknown>();
  readonly #fresh: { readonly path: string; readonly script: Script }[] = [];

  /** `folder` undefined keeps nothing. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** True when something is to be kept as the process ends: V8's settings must not change before. */
  get isFresh(): boolean {
    return this.#fresh.length > 0;
  }

  /**
   * What a file exports; what it requires from beside it is loaded in the same way. What is kept holds the functions that
   * one run called: `use` tells runs apart that call others.
   */
  load(file: string, use = ''): unknown {
    if (this.#loaded.has(file)) return this.#loaded.get(file);
    const bytes = readFileSync(file);
    const path = this.#folder === undefined ? undefined : join(this.#folder, keyOf(bytes, use));
    const cachedData = path === undefined ? undefined : readKept(path);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${bytes}\n})`, {
      filename: file,
      ...(cachedData === undefined ? {} : { cachedData }),
    });
    if (path !== undefined && (cachedData === undefined || script.cachedDataRejected))
      this.#fresh.push({ path, script });
    const module = { exports: {} };
    const besides = createRequire(file);
    const require = (id: string): unknown =>
      id.startsWith('./') ? this.load(join(dirname(file), id), use) : besides(id);
    script.runInThisContext()(module.exports, require, module, file, dirname(file));
    this.#loaded.set(file, module.exports);
    return module.exports;
  }

  /** Keeps what is not kept yet, with all functions that were called meanwhile. It may fail: the next time is slower then. */
  keep(): void {
    for (const { path, script } of this.#fresh.splice(0)) {
      const draft = `${path}.${process.pid}.new`;
      try {
        const data = script.createCachedData();
        writeFileSync(draft, Buffer.concat([hashOf(data), data]), { mode: 0o600, flag: 'wx' });
        renameSync(draft, path);
        removeOld(dirname(path));
      } catch {
        rmSync(draft, { force: true });
      }
    }
  }
}

/**
 * Where a user's compiled code is kept: a folder of the temporary one that no one else may write to, since it is run.
 * Undefined where there is none to be had, or where Node is told to keep none (`NODE_DISABLE_COMPILE_CACHE`).
 */
export function codeCacheFolder(parent = tmpdir()): string | undefined {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  const user = process.getuid?.();
  const folder = join(parent, user === undefined ? 'stateroom-code' : `stateroom-code-${user}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    const isOurs = user === undefined || (found.uid === user && (found.mode & 0o077) === 0);
    if (!found.isDirectory() || !isOurs) return undefined;
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return undefined;
  }
}

function keyOf(source: Uint8Array, use: string): string {
  const { version, arch, versions, execArgv, env } = process;
  const runtime = [version, arch, versions.v8, versions.electron ?? '', ...execArgv, env.NODE_OPTIONS ?? '', use];
  return createHash('sha256').update(source).update(runtime.join('\0')).digest('hex');
}

function readKept(path: string): Buffer | undefined {
  try {
    const kept = readFileSync(path);
    const data = kept.subarray(hashBytes);
    if (!hashOf(data).equals(kept.subarray(0, hashBytes))) return undefined;
    noteUse(path);
    return data;
  } catch {
    return undefined;
  }
}

/** What is used stays; what no one uses any more goes first. It may fail: then it goes by an older use. */
function noteUse(path: string): void {
  try {
    const now = Date.now();
    if (now - statSync(path).mtimeMs > useEveryMs) utimesSync(path, now / 1000, now / 1000);
  } catch {}
}

function hashOf(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

function removeOld(folder: string): void {
  const found = readdirSync(folder).map(name => ({
    path: join(folder, name),
    at: statSync(join(folder, name)).mtimeMs,
  }));
  for (const { path } of found.sort((one, other) => other.at - one.at).slice(maxFiles)) rmSync(path, { force: true });
}

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

/** Files of at most 2 MB; the least recently used go first. A program in one Node needs some thirty, an editor as many again. */
const maxFiles = 256;
/** Min age of a file's time of use before its update, ms. */
const useEveryMs = 24 * 60 * 60 * 1000;
/** Bytes of the hash before the code. */
const hashBytes = 32;

/**
 * Loads CommonJS files with code that V8 compiled in an earlier run, cached under the hash of file and runtime. Torn or
 * unsuitable code is ignored and replaced at exit. Node's own cache (from version 22) makes commands slower by a fifth.
 */
export class CodeCache {
  readonly #folder: string | undefined;
  readonly #loaded = new Map<string, unknown>();
  readonly #fresh: { readonly path: string; readonly script: Script }[] = [];

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** True if code will be written at exit: V8's settings must not change before. */
  get isFresh(): boolean {
    return this.#fresh.length > 0;
  }

  /** Also caches required files of the same folder. Cached code has the functions of one run: `use` separates different runs. */
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

  /** Writes code that is not cached yet, with all functions called so far. Failures only make the next run slower. */
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

/** Below the temporary folder and private, since the code is executed. Undefined with `NODE_DISABLE_COMPILE_CACHE`. */
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

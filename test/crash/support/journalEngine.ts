import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { openSqljsStore } from '../../../src/store/engine/sqljs/openSqljsStore.js';

const root = join(import.meta.dirname, '..', '..', '..');
const packed = join(root, 'test', 'fixtures', 'journalEngine', 'engine.mjs.br');

/** Path of the module with the engine before this one; unpacked once. */
export function journalEngineFile(): string {
  const bytes = readFileSync(packed);
  const name = `journalEngine-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.mjs`;
  const file = join(root, '.cache', 'crash', name);
  if (!existsSync(file)) {
    mkdirSync(join(root, '.cache', 'crash'), { recursive: true });
    writeFileSync(`${file}.${process.pid}`, brotliDecompressSync(bytes));
    renameSync(`${file}.${process.pid}`, file);
  }
  return file;
}

/** `openSqljsStore` of the engine before this one. Its errors have a class of their own: see `isStoreError`. */
export function openJournalStore(...options: Parameters<typeof openSqljsStore>): ReturnType<typeof openSqljsStore> {
  const engine = createRequire(import.meta.url)(journalEngineFile()) as { openSqljsStore: typeof openSqljsStore };
  return engine.openSqljsStore(...options);
}

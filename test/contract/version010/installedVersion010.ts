import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll } from 'vitest';

const packed = join(import.meta.dirname, '..', '..', 'fixtures', 'v010', 'programs.json.br');

/** The programs of one version. */
export interface Programs {
  /** Its command line. */
  readonly cli: string;
  /** Its MCP server. */
  readonly mcp: string;
}

/** The programs of version 0.1.0, unpacked; they are gone after the tests of the file. */
export function installedVersion010(): Programs {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-0.1.0-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  const texts: Record<string, string> = JSON.parse(brotliDecompressSync(readFileSync(packed)).toString());
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(dist, name), text);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'stateroom', version: '0.1.0' }));
  const wasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');
  copyFileSync(wasm, join(dist, 'sql-wasm.wasm'));
  return { cli: join(dist, 'cli.mjs'), mcp: join(dist, 'mcp.mjs') };
}

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect } from 'vitest';
import { run } from '../cliRig.js';

const packed = join(import.meta.dirname, '..', '..', 'fixtures', 'v010', 'programs.json.br');

/** The programs of one version. */
export interface Programs {
  /** Its command line. */
  readonly cli: string;
  /** Its MCP server. */
  readonly mcp: string;
}

/** The refusal of 0.1.0, in its own words, once this version took the store over. */
export const tooNew = {
  code: 'store_too_new',
  message: expect.stringContaining('The store was written by a newer Stateroom'),
};

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

/** Looks whether 0.1.0 refuses to work in a repository because this version took its store over. */
export async function expectTooNew(cwd: string, { cli: program }: Programs): Promise<void> {
  const { code, stdout } = await run(['queue', 'add', 'Lost', '--json'], { cwd, actor: 'before', program });
  expect([code, JSON.parse(stdout)]).toMatchObject([4, { ok: false, ...tooNew }]);
}

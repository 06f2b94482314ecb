import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** What `dist/mcp.mjs` loads. */
const programs = [
  'mcp.mjs',
  'mcpTools.json',
  'program.cjs',
  'core.js',
  'kysely.js',
  'sqlite.js',
  'sql-wasm.wasm',
  'queryWorker.mjs',
];

/**
 * Installs the MCP server of this build below `home` as that of an extension that is about to be replaced by a newer one.
 *
 * @param dist where this build is
 * @returns the folder of the programs; the extension is the one around it
 */
export function installOlderServer(dist: string, home: string): string {
  const folder = join(home, 'stateroom-0.0.9', 'dist');
  mkdirSync(folder, { recursive: true });
  for (const name of programs) cpSync(join(dist, name), join(folder, name));
  return folder;
}

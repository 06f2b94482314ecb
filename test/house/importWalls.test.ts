import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { place } from '../../build/place.mjs';

/** A file, what it imports, and whether the walls let it: every arrow of docs/architecture.md, and the gaps between. */
const imports: [file: string, source: string, allowed: boolean][] = [
  ['src/domain/workItem/x.ts', '../refusal/refusal.js', true],
  ['src/domain/workItem/x.ts', 'zod', true],
  ['src/domain/workItem/x.ts', '../../operations/catalogue.js', false],
  ['src/domain/workItem/x.ts', '../../store/store.js', false],
  ['src/domain/workItem/x.ts', '../../git/gitUser.js', false],
  ['src/domain/workItem/x.ts', '../../platform/clock.js', false],
  ['src/domain/workItem/x.ts', '../../reports/buildDashboard.js', false],
  ['src/domain/workItem/x.ts', '../../protocol/rpcMessage.js', false],
  ['src/domain/workItem/x.ts', '../../surfaces/cli/compose.js', false],
  ['src/domain/workItem/x.ts', 'node:fs', false],
  ['src/domain/workItem/x.ts', 'kysely', false],
  ['src/domain/workItem/x.ts', 'vscode', false],

  ['src/operations/queue/x.ts', '../../domain/workItem/workItem.js', true],
  ['src/operations/queue/x.ts', '../../store/store.js', true],
  ['src/operations/queue/x.ts', '../../store/repository/workItemRepository.js', true],
  ['src/operations/queue/x.ts', '../../platform/clock.js', true],
  ['src/operations/queue/x.ts', '../store/storeCheck.js', true],
  ['src/operations/queue/x.ts', '../../store/engine/sqljs/sqljsStore.js', false],
  ['src/operations/queue/x.ts', '../../store/migrations/migrations.js', false],
  ['src/operations/queue/x.ts', '../../store/schema.js', false],
  ['src/operations/queue/x.ts', '../../surfaces/mcp/server.js', false],
  ['src/operations/queue/x.ts', '../../manifest/fragment.js', false],
  ['src/operations/queue/x.ts', '../../protocol/rpcMessage.js', false],
  ['src/operations/queue/x.ts', 'kysely', false],
  ['src/operations/queue/x.ts', 'node:fs', false],
  ['src/operations/queue/x.ts', 'vscode', false],

  ['src/gates/reviewReady.ts', '../domain/workItem/workItem.js', true],
  ['src/gates/reviewReady.ts', '../store/store.js', false],
  ['src/gates/reviewReady.ts', '../operations/catalogue.js', false],

  ['src/reports/x.ts', '../domain/workItem/workItem.js', true],
  ['src/reports/x.ts', '../store/store.js', false],
  ['src/reports/x.ts', '../operations/catalogue.js', false],
  ['src/reports/x.ts', 'node:fs', false],

  ['src/sample/x.ts', './story.js', true],
  ['src/sample/day/x.ts', '../tools.js', true],
  ['src/sample/day/x.ts', '../../reports/translate.js', true],
  ['src/sample/x.ts', 'node:fs', true],
  ['src/sample/x.ts', '../operations/catalogue.js', false],
  ['src/sample/x.ts', '../store/store.js', false],
  ['src/sample/x.ts', '../git/gitUser.js', false],
  ['src/sample/x.ts', '../platform/clock.js', false],
  ['src/sample/day/x.ts', '../../surfaces/cli/compose.js', false],
  ['src/sample/x.ts', 'simple-git', false],
  ['src/sample/x.ts', 'vscode', false],
  ['src/workflows/x.ts', '../sample/sample.js', false],
  ['src/operations/queue/x.ts', '../../sample/sample.js', false],

  ['src/workflows/x.ts', '../operations/queue/queueList.js', true],
  ['src/workflows/x.ts', '../gates/gate.js', true],
  ['src/workflows/x.ts', '../reports/markup.js', true],
  ['src/workflows/x.ts', '../surfaces/cli/compose.js', false],
  ['src/workflows/x.ts', '../store/store.js', false],
  ['src/workflows/x.ts', 'node:fs', false],
  ['src/workflows/x.ts', 'vscode', false],
  ['src/operations/queue/x.ts', '../../rituals/rituals.js', false],
  ['src/domain/workItem/x.ts', '../../rituals/rituals.js', false],

  ['src/store/tables/x.ts', 'kysely', true],
  ['src/store/tables/x.ts', '../../domain/workItem/workItem.js', true],
  ['src/store/tables/x.ts', '../../operations/catalogue.js', false],
  ['src/store/tables/x.ts', '../../git/gitUser.js', false],
  ['src/store/tables/x.ts', '../engine/sqljs/sqljsStore.js', false],
  ['src/store/tables/x.ts', 'sql.js', false],
  ['src/store/tables/x.ts', 'vscode', false],
  ['src/store/engine/sqljs/x.ts', 'sql.js/dist/sql-wasm.js', true],
  ['src/store/engine/sqljs/x.ts', 'node:fs', true],
  ['src/store/engine/sqljs/x.ts', 'better-sqlite3', false],
  ['src/store/engine/sqljs/x.ts', 'pg', false],
  ['src/store/engine/sqljs/x.ts', '../../../surfaces/cli/compose.js', false],

  ['src/git/x.ts', 'simple-git', true],
  ['src/git/x.ts', '../store/store.js', false],
  ['src/git/x.ts', '../operations/catalogue.js', false],
  ['src/agents/x.ts', '../domain/actor/actor.js', true],
  ['src/agents/x.ts', '../surfaces/mcp/server.js', false],
  ['src/control/x.ts', '../operations/catalogue.js', true],
  ['src/control/x.ts', '../surfaces/cli/compose.js', false],
  ['src/forge/x.ts', '@octokit/rest', true],
  ['src/forge/x.ts', '../store/store.js', false],

  ['src/protocol/x.ts', './rpcMessage.js', true],
  ['src/protocol/x.ts', 'zod/mini', true],
  ['src/protocol/x.ts', 'zod', false],
  ['src/protocol/x.ts', '../domain/workItem/workItem.js', false],
  ['src/protocol/x.ts', 'node:crypto', false],

  ['src/manifest/x.ts', '../operations/catalogue.js', true],
  ['src/manifest/x.ts', '../surfaces/vscode/room.js', false],
  ['src/manifest/x.ts', 'vscode', false],

  ['src/platform/x.ts', 'node:fs', true],
  ['src/platform/x.ts', '../domain/workItem/workItem.js', false],
  ['src/platform/x.ts', 'kysely', false],

  ['src/surfaces/vscode/views/x.ts', 'vscode', true],
  ['src/surfaces/vscode/views/x.ts', '../../../operations/catalogue.js', true],
  ['src/surfaces/vscode/views/x.ts', '../../../protocol/rpcMessage.js', true],
  ['src/surfaces/vscode/views/x.ts', '../../../store/store.js', true],
  ['src/surfaces/vscode/views/x.ts', '../../../store/engine/sqljs/sqljsStore.js', false],
  ['src/surfaces/vscode/views/x.ts', '../../../store/repository/workItemRepository.js', false],
  ['src/surfaces/vscode/views/x.ts', '../../cli/compose.js', false],
  ['src/surfaces/vscode/views/x.ts', '../../mcp/server.js', false],
  ['src/surfaces/vscode/views/x.ts', 'kysely', false],
  ['src/surfaces/vscode/views/x.ts', 'lit', false],
  ['src/surfaces/vscode/compose.ts', '../../store/engine/sqljs/sqljsStore.js', true],
  ['src/surfaces/vscode/compose.ts', 'sql.js', false],

  ['src/surfaces/mcp/x.ts', '@modelcontextprotocol/server', true],
  ['src/surfaces/mcp/x.ts', '../../operations/catalogue.js', true],
  ['src/surfaces/mcp/x.ts', '../../store/engine/sqljs/sqljsStore.js', false],
  ['src/surfaces/mcp/x.ts', '../cli/compose.js', false],
  ['src/surfaces/mcp/x.ts', 'vscode', false],
  ['src/surfaces/mcp/x.ts', '@modelcontextprotocol/client', false],
  ['src/surfaces/mcp/compose.ts', '../../store/engine/sqljs/sqljsStore.js', true],
  ['src/surfaces/mcp/compose.ts', 'vscode', false],

  ['src/surfaces/cli/x.ts', 'zod', true],
  ['src/surfaces/cli/x.ts', 'commander', false],
  ['src/surfaces/cli/x.ts', '../../operations/catalogue.js', true],
  ['src/surfaces/cli/x.ts', '../mcp/server.js', true],
  ['src/surfaces/cli/x.ts', '../vscode/room.js', false],
  ['src/surfaces/cli/x.ts', '../../store/engine/sqljs/sqljsStore.js', false],
  ['src/surfaces/cli/x.ts', 'vscode', false],
  ['src/surfaces/cli/compose.ts', '../../store/engine/sqljs/sqljsStore.js', true],

  ['webview-ui/src/x.ts', 'lit', true],
  ['webview-ui/src/x.ts', '../../src/protocol/rpcMessage.js', true],
  ['webview-ui/src/x.ts', '@vscode-elements/elements/dist/vscode-button/index.js', true],
  ['webview-ui/src/x.ts', '../../src/domain/workItem/workItem.js', false],
  ['webview-ui/src/x.ts', '../../src/operations/catalogue.js', false],
  ['webview-ui/src/x.ts', '../../src/surfaces/vscode/repository.js', false],
  ['webview-ui/src/x.ts', 'zod', false],
  ['webview-ui/src/x.ts', 'node:fs', false],
  ['webview-ui/src/x.ts', 'vscode', false],

  ['test/contract/x.ts', 'vscode', false],
  ['test/host/x.ts', 'vscode', true],
];

/** A file, what it says, and whether the rules let it. */
const statements: [file: string, text: string, allowed: boolean][] = [
  ['src/domain/workItem/x.ts', 'export const at = Date.now();', false],
  ['src/domain/workItem/x.ts', 'export const at = new Date();', false],
  ['src/domain/workItem/x.ts', 'export const at = (ms: number) => new Date(ms).toISOString();', true],
  ['src/operations/queue/x.ts', 'export const dice = Math.random();', false],
  ['src/operations/queue/x.ts', 'export const home = process.env.HOME;', false],
  ['src/operations/queue/x.ts', "console.log('here');", false],
  ['src/surfaces/vscode/views/x.ts', 'export const at = Date.now();', false],
  ['src/surfaces/vscode/views/x.ts', "console.log('here');", false],
  ['src/platform/x.ts', 'export const at = Date.now();', true],
  ['src/surfaces/cli/x.ts', 'export const home = process.env.HOME;', true],
  ['src/surfaces/mcp/x.ts', "console.error('here');", true],
  ['src/domain/workItem/x.ts', 'export default 1;', false],
];

describe('the walls between the folders', () => {
  let home: string;
  let refused: Set<string>;

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'stateroom-walls-')));
    await cp(join(place.root, 'biome.json'), join(home, 'biome.json'));
    await cp(join(place.root, '.gitignore'), join(home, '.gitignore'));
    await cp(join(place.root, 'build', 'lint'), join(home, 'src', 'build', 'lint'), { recursive: true });
    // One file for all imports of a folder, a line each; a file for each statement.
    for (const file of new Set(imports.map(([path]) => path))) {
      const sources = imports.filter(([path]) => path === file).map(([, source]) => source);
      await put(file, sources.map((source, line) => `export * as found${line} from '${source}';\n`).join(''));
    }
    for (const [index, [file, text]] of statements.entries()) await put(numbered(file, index), `${text}\n`);
    refused = await linesWithErrors(home);
  });

  afterAll(() => rm(home, { recursive: true, force: true }));

  async function put(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(home, file)), { recursive: true });
    await writeFile(join(home, file), text);
  }

  for (const [file, source, allowed] of imports) {
    it(`${file} ${allowed ? 'may' : 'may not'} import ${source}`, () => {
      const line = imports.filter(([other]) => other === file).findIndex(([, other]) => other === source) + 1;
      expect(refused.has(`${file}:${line}`)).toBe(!allowed);
    });
  }

  for (const [index, [file, text, allowed]] of statements.entries()) {
    it(`${file} ${allowed ? 'may' : 'may not'} say: ${text}`, () => {
      expect(refused.has(`${numbered(file, index)}:1`)).toBe(!allowed);
    });
  }
});

function numbered(file: string, index: number): string {
  return file.replace(/\.ts$/, `${index}.ts`);
}

/** The lines in which Biome finds an error, as `path:line` with paths from the folder. */
async function linesWithErrors(folder: string): Promise<Set<string>> {
  const program = join(place.root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [program, 'lint', '--reporter=github', '--max-diagnostics=none', '--colors=off'];
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 20_000_000 }, (error, stdout, stderr) => {
      // Biome ends with 1 when it found something, which is what is asked for here.
      if (error && typeof error.code !== 'number') reject(error);
      else resolve(stdout + stderr);
    });
  });
  const found = [...output.matchAll(/^::error title=[^,]+,file=([^,]+),line=(\d+)/gm)];
  if (found.length === 0) throw new Error(`Biome found nothing at all, not even what is wrong on purpose:\n${output}`);
  return new Set(found.map(([, file = '', line]) => `${isAbsolute(file) ? relative(folder, file) : file}:${line}`));
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { visibleText } from '../../domain/text/visibleText.js';
import type { ToolTable } from '../../manifest/toolTable.js';
import { errorText } from '../../messages/errorText.js';
import { version } from '../../platform/version.js';
import { spareWasmOptimiser } from '../../platform/wasmTiering.js';
import { keepYoungGenerationSmall } from '../../platform/youngGeneration.js';
import type { LoadedCode } from '../programs.js';
import { startServer } from './server.js';
import { stderrLog } from './stderrLog.js';

const usage = `Usage: stateroom mcp [--repo <dir>] [--store <dir>] [--actor <name>] [--tools all]

Serves Stateroom's work queue and timeline to one coding agent, over stdin and stdout (Model Context Protocol).

  --repo <dir>    the repository; default: found from the working directory
  --store <dir>   the store's own directory, with or without a repository
  --actor <name>  who claims and resolves; default: STATEROOM_ACTOR, else found from the agent
  --tools all     lists the tools of lanes too where there is no lane yet
`;

/** Delay in ms before the first code is cached: after the first answers, before V8 drops code that ran once. */
const keepAfterMs = 5000;

/** Resolves to the exit code. `entryUrl` is the started file, which has all other files beside it. */
export async function serveProcess(entryUrl: string, words: readonly string[], code: LoadedCode): Promise<number> {
  let options: { repo?: string; store?: string; actor?: string; tools?: string; help?: boolean; version?: boolean };
  try {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    options = parseArgs({
      args: [...words],
      options: { repo: text, store: text, actor: text, tools: text, help: flag, version: flag },
    }).values;
    const { tools = 'all' } = options;
    if (tools !== 'all') throw new Error(`--tools takes all, not "${tools.slice(0, 80)}".`);
  } catch (error) {
    process.stderr.write(`${visibleText(errorText(error))}\n\n${usage}`);
    return 2;
  }
  if (options.help === true) return say(usage);
  if (options.version === true) return say(`${version}\n`);

  const toolsFile = fileURLToPath(new URL('./mcpTools.json', entryUrl));
  let tools: ToolTable;
  try {
    tools = readTools(toolsFile);
  } catch (error) {
    process.stderr.write(`stateroom: Cannot read ${toolsFile}: ${errorText(error)}. Install Stateroom again.\n`);
    return 1;
  }
  if (code.isFresh) setTimeout(keepAndTune, keepAfterMs, code).unref();
  else tune();
  const log = stderrLog(process.stderr);
  const server = startServer({
    environment: process.env,
    directory: process.cwd(),
    repo: options.repo,
    store: options.store,
    actor: options.actor,
    allTools: options.tools === 'all',
    wasmFile: fileURLToPath(new URL('./sql-wasm.wasm', entryUrl)),
    programFile: fileURLToPath(new URL('./cli.mjs', entryUrl)),
    tools,
    log,
    input: process.stdin,
    output: process.stdout,
  });
  // An unhandled rejection must not end the process and with it an agent's tools.
  process.on('unhandledRejection', error => log.error('unhandled rejection', error));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // A second signal ends the process at once: the journal needs no clean shutdown.
      process.once(signal, () => process.exit(1));
      server.finish();
    });
  }
  await server.ended;
  code.keep();
  return 0;
}

function keepAndTune(code: LoadedCode): void {
  code.keep();
  tune();
}

function tune(): void {
  spareWasmOptimiser();
  keepYoungGenerationSmall();
}

/** Throws for a file left incomplete by an interrupted update: an empty list would give no reason. */
function readTools(file: string): ToolTable {
  const table = JSON.parse(readFileSync(file, 'utf8')) as Partial<ToolTable>;
  const lists = [table.tools, table.core, table.withoutLanes, table.ofLanes, table.ofReviewers];
  if (!lists.every(Array.isArray) || table.former === undefined) throw new Error('it has no tools');
  return table as ToolTable;
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

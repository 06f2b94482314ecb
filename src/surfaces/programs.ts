export { loadLaneCatalogue } from '../operations/loadLaneCatalogue.js';

/**
 * The programs without an editor, in one file that their entries load: V8 can keep what it compiled of a script, and one
 * file opens faster than many. Each part is evaluated when it is first asked for. The editor takes the operations on lanes
 * from here as well, so that they are shipped once.
 */

/** Runs the command line of this process and ends it; see `runProgram`. */
export async function runCommandLine(programUrl: string, mayTune: boolean): Promise<void> {
  const { runProgram } = await import('./cli/program.js');
  await runProgram(programUrl, mayTune);
}

/** Reads the code of the server; resolves to what serves one client over stdin and stdout, see `serveProcess`. */
export async function loadServer(): Promise<(serverUrl: string, words: readonly string[]) => Promise<number>> {
  const { serveProcess } = await import('./mcp/serveProcess.js');
  return serveProcess;
}

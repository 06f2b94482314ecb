/**
 * The programs without an editor, in one file that their entries load: V8 can cache what it compiled of a script, and one
 * file opens faster than many. Each part is evaluated when it is first called for.
 */

/** What an entry point records about the code that it loaded. */
export interface LoadedCode {
  /** True when something is to be kept as the process ends: V8's settings must not change before. */
  readonly isFresh: boolean;
  /** Keeps it now. */
  keep(): void;
}

/** Runs the command line of this process and ends it. `entryUrl` is the address of the file that was started. */
export async function runCommandLine(entryUrl: string, code: LoadedCode): Promise<void> {
  const { runProgram } = await import('./cli/program.js');
  await runProgram(entryUrl, !code.isFresh, words => serve(entryUrl, code, words));
}

/** Serves one client over this process' stdin and stdout, and resolves to the exit code; see `serveProcess`. */
export async function serve(entryUrl: string, code: LoadedCode, words: readonly string[]): Promise<number> {
  const { serveProcess } = await import('./mcp/serveProcess.js');
  return serveProcess(entryUrl, words, code);
}

/** The installer, which the editor takes from here: it is not packed a second time. */
export async function loadInstaller(): Promise<typeof import('../install/installer.js')> {
  return import('../install/installer.js');
}

/** Runs commands of the past, for the sample; see `playPast`. `entryUrl` is the address of `cli.mjs`. */
export async function runPast(entryUrl: string): Promise<void> {
  const { playPast } = await import('./cli/playPast.js');
  await playPast(entryUrl);
}

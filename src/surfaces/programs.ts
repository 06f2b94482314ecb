/**
 * Programs without an editor, bundled into one file: V8 caches code per script, and one file opens faster than many. Each part is
 * evaluated on first use.
 */

export interface LoadedCode {
  /** True if code is cached when the process ends: V8's settings must not change before. */
  readonly isFresh: boolean;
  keep(): void;
}

export async function runCommandLine(entryUrl: string, code: LoadedCode): Promise<void> {
  const { runProgram } = await import('./cli/program.js');
  await runProgram(entryUrl, !code.isFresh, words => serve(entryUrl, code, words));
}

/** Serves one client over this process' stdin and stdout and resolves to the exit code; see `serveProcess`. */
export async function serve(entryUrl: string, code: LoadedCode, words: readonly string[]): Promise<number> {
  const { serveProcess } = await import('./mcp/serveProcess.js');
  return serveProcess(entryUrl, words, code);
}

/** Loads the installer; the editor uses this bundle instead of packing its own copy. */
export async function loadInstaller(): Promise<typeof import('../install/installer.js')> {
  return import('../install/installer.js');
}

/** Runs commands dated in the past, for the sample; see `playPast`. `entryUrl` is the address of `cli.mjs`. */
export async function runPast(entryUrl: string): Promise<void> {
  const { playPast } = await import('./cli/playPast.js');
  await playPast(entryUrl);
}

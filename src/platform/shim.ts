import { dirname, join } from 'node:path';
import { refreshFile } from './files.js';
import { requireOwnFolder } from './ownFolder.js';
import { readRegularFile } from './regularFile.js';
import { programProblem, runtimeProblem } from './shimProgram.js';

export interface ShimProgram {
  /** Absolute path of `cli.mjs`. */
  readonly file: string;
  readonly version: string;
}

/** Node.js, or an editor's executable that can run as Node.js. */
export interface ShimRuntime {
  readonly path: string;
  readonly isElectron: boolean;
}

/** `<store>/bin/stateroom`, with `.cmd` on Windows: hooks and terminals find it without PATH. */
export function shimFile(storeDirectory: string, platform: NodeJS.Platform = process.platform): string {
  return join(storeDirectory, 'bin', platform === 'win32' ? 'stateroom.cmd' : 'stateroom');
}

export function ownRuntime(): ShimRuntime {
  return { path: process.execPath, isElectron: process.versions.electron !== undefined };
}

/**
 * Writes the shim atomically; returns true if written. Keeps a valid one, since a clone and the editor's copy would otherwise
 * overwrite each other. Windows also gets a script, because git runs hooks in its own shell.
 */
export async function writeShim(
  storeDirectory: string,
  program: ShimProgram,
  runtime: ShimRuntime = ownRuntime(),
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const script = join(storeDirectory, 'bin', 'stateroom');
  await requireOwnFolder(join(storeDirectory, 'bin'));
  if (await isShimCurrent(storeDirectory, program, runtime, platform)) return false;
  let written = await refreshFile(script, shellScript(program, runtime), { mode: 0o755, inStore: true });
  if (platform === 'win32') {
    written =
      (await refreshFile(`${script}.cmd`, commandScript(program, runtime), { mode: 0o755, inStore: true })) || written;
  }
  return written;
}

/** True if program and runtime exist, are trusted and are not older. */
export async function isShimCurrent(
  storeDirectory: string,
  program: ShimProgram,
  runtime: ShimRuntime = ownRuntime(),
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const script = await textOf(join(storeDirectory, 'bin', 'stateroom')).catch(() => '');
  if (platform !== 'win32' && script === shellScript(program, runtime)) return true;
  const present = await presentShim(script, storeDirectory, platform).catch(() => undefined);
  return (
    present !== undefined &&
    believedProblem(present, storeDirectory, program, runtime) === undefined &&
    compareVersions(present.program.version, program.version) >= 0
  );
}

/** Script for POSIX shells. Falls back to `node` on the PATH if the runtime is gone, as after an editor's update. */
export function shellScript({ file, version }: ShimProgram, { path, isElectron }: ShimRuntime): string {
  return `#!/bin/sh
# Starts Stateroom. Rewritten when the program moves; changes here are overwritten.
# version ${version}
runtime=${shellQuote(path)}
program=${shellQuote(file)}
if [ ! -f "$program" ]; then
  printf '%s\\n' "stateroom: the program is no longer at $program. Open this repository in the editor once, or run the program from its new location." >&2
  exit 127
fi
${isElectron ? 'ELECTRON_RUN_AS_NODE=1\nexport ELECTRON_RUN_AS_NODE\n' : ''}if [ ! -x "$runtime" ]; then runtime=node; fi
exec "$runtime" "$program" "$@"
`;
}

export function commandScript({ file, version }: ShimProgram, { path, isElectron }: ShimRuntime): string {
  const lines = [
    '@echo off',
    'rem Starts Stateroom. Rewritten when the program moves; changes here are overwritten.',
    `rem version ${version}`,
    'setlocal',
    ...(isElectron ? ['set "ELECTRON_RUN_AS_NODE=1"'] : []),
    `set "runtime=${percentQuote(path)}"`,
    `set "program=${percentQuote(file)}"`,
    'if not exist "%runtime%" set "runtime=node"',
    '"%runtime%" "%program%" %*',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

const maxScriptLength = 64 * 1024;

interface PresentShim {
  readonly program: ShimProgram;
  readonly runtime: ShimRuntime;
}

/** Reason to rewrite a shim, without full stop; undefined if it may stay or is missing. `file` is the running program. */
export async function shimProblem(storeDirectory: string, file: string): Promise<string | undefined> {
  const script = join(storeDirectory, 'bin', 'stateroom');
  const found = await readRegularFile(script, { maxBytes: maxScriptLength, followsLinks: false });
  if (found === undefined) return undefined;
  const text = 'content' in found ? found.content.toString('utf8') : '';
  const present = await presentShim(text, storeDirectory, process.platform);
  if (present === undefined) return 'it was not written by Stateroom';
  const problem = believedProblem(present, storeDirectory, { file }, ownRuntime());
  return problem && `it starts another program: ${problem}`;
}

/** Texts in the scripts of version 0.1.0, with those of this version. */
const wordsOf010 = [
  [
    'Written anew when the program has moved; changes here are lost.',
    'Rewritten when the program moves; changes here are overwritten.',
  ],
  ['the program has moved from', 'the program is no longer at'],
  ['run the program where it is now.', 'run the program from its new location.'],
] as const;

/** Accepts only the exact text that this program or 0.1.0 writes. */
async function presentShim(
  found: string,
  storeDirectory: string,
  platform: NodeJS.Platform,
): Promise<PresentShim | undefined> {
  const script = wordsOf010.reduce((text, [earlier, current]) => text.replace(earlier, current), found);
  const path = unquote(/^runtime=(.*)$/m.exec(script)?.[1]);
  const file = unquote(/^program=(.*)$/m.exec(script)?.[1]);
  const version = /^# version (.*)$/m.exec(script)?.[1];
  if (path === undefined || file === undefined || version === undefined) return undefined;
  const program = { file, version };
  const runtime = [true, false]
    .map(isElectron => ({ path, isElectron }))
    .find(each => script === shellScript(program, each));
  if (runtime === undefined) return undefined;
  if (platform !== 'win32') return { program, runtime };
  const command = (await textOf(join(storeDirectory, 'bin', 'stateroom.cmd'))).replace(...wordsOf010[0]);
  return command === commandScript(program, runtime) ? { program, runtime } : undefined;
}

async function textOf(script: string): Promise<string> {
  const found = await readRegularFile(script, { maxBytes: maxScriptLength, followsLinks: false });
  return found && 'content' in found ? found.content.toString('utf8') : '';
}

function believedProblem(
  present: PresentShim,
  storeDirectory: string,
  own: { readonly file: string },
  ownRuntime: ShimRuntime,
): string | undefined {
  const commonDir = dirname(storeDirectory);
  const { program, runtime } = present;
  const ofProgram = program.file === own.file ? undefined : programProblem(program.file, program.version, commonDir);
  return ofProgram ?? (runtime.path === ownRuntime.path ? undefined : runtimeProblem(runtime.path, commonDir));
}

/** In single quotes only the quote itself is special. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function unquote(quoted: string | undefined): string | undefined {
  return /^'(.*)'$/.exec(quoted ?? '')?.[1]?.replaceAll(`'\\''`, "'");
}

/** cmd.exe expands %name% even in quotes; a Windows path cannot contain a quote. */
function percentQuote(text: string): string {
  return text.replaceAll('%', '%%');
}

function compareVersions(left: string, right: string): number {
  const numbers = (version: string) => version.split(/[.+-]/).map(part => Number.parseInt(part, 10) || 0);
  const [one, other] = [numbers(left), numbers(right)];
  for (let place = 0; place < 3; place += 1) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

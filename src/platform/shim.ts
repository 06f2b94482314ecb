import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { refreshFile } from './files.js';
import { demandOwnFolder, readPlainFile } from './ownFolder.js';

/** The command line program that a shim starts. */
export interface ShimProgram {
  /** Absolute path of `cli.mjs`. */
  readonly file: string;
  readonly version: string;
}

/** What runs a program: Node.js, or an editor's executable that can be told to be Node.js. */
export interface ShimRuntime {
  readonly path: string;
  readonly isElectron: boolean;
}

/**
 * Where the shim of a store is: `<store>/bin/stateroom`, with `.cmd` on Windows. Hooks and terminals find the program
 * there without a PATH.
 */
export function shimFile(storeDirectory: string, platform: NodeJS.Platform = process.platform): string {
  return join(storeDirectory, 'bin', platform === 'win32' ? 'stateroom.cmd' : 'stateroom');
}

/** What runs this process. */
export function ownRuntime(): ShimRuntime {
  return { path: process.execPath, isElectron: process.versions.electron !== undefined };
}

/**
 * Writes the shim that starts `program` under `runtime`, atomically and executable. Leaves a present one alone while the
 * program and the runtime that it names exist and are not older: a person's clone and the editor's copy would else
 * overwrite each other at every write. Resolves to true when something was written. On Windows a script for Git's own
 * shell stands beside the `.cmd`, because git runs hooks in it.
 */
export async function writeShim(
  storeDirectory: string,
  program: ShimProgram,
  runtime: ShimRuntime = ownRuntime(),
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const script = join(storeDirectory, 'bin', 'stateroom');
  await demandOwnFolder(join(storeDirectory, 'bin'));
  const present = await readPlainFile(script, longestScript).catch(() => undefined);
  const text = present && 'content' in present ? present.content.toString('utf8') : undefined;
  if (text !== undefined && isCurrent(text, program)) return false;
  let written = await refreshFile(script, shellScript(program, runtime), { mode: 0o755, inStore: true });
  if (platform === 'win32') {
    written =
      (await refreshFile(`${script}.cmd`, commandScript(program, runtime), { mode: 0o755, inStore: true })) || written;
  }
  return written;
}

/** The shim for POSIX shells. Falls back to `node` on the PATH when the runtime has gone, as after an editor's update. */
export function shellScript({ file, version }: ShimProgram, { path, isElectron }: ShimRuntime): string {
  return `#!/bin/sh
# Starts Stateroom. Written anew when the program has moved; changes here are lost.
# version ${version}
runtime=${shellQuote(path)}
program=${shellQuote(file)}
if [ ! -f "$program" ]; then
  printf '%s\\n' "stateroom: the program has moved from $program. Open this repository in the editor once, or run the program where it is now." >&2
  exit 127
fi
${isElectron ? 'ELECTRON_RUN_AS_NODE=1\nexport ELECTRON_RUN_AS_NODE\n' : ''}if [ ! -x "$runtime" ]; then runtime=node; fi
exec "$runtime" "$program" "$@"
`;
}

/** The shim for cmd.exe. */
export function commandScript({ file, version }: ShimProgram, { path, isElectron }: ShimRuntime): string {
  const lines = [
    '@echo off',
    'rem Starts Stateroom. Written anew when the program has moved; changes here are lost.',
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

/** Bytes. */
const longestScript = 64 * 1024;

/**
 * Only a script that this program would have written, to the letter, is left alone; what it starts belongs to this user or to
 * the system and is not for everybody to change.
 */
function isCurrent(script: string, program: ShimProgram): boolean {
  const runtime = unquote(/^runtime=(.*)$/m.exec(script)?.[1]);
  const file = unquote(/^program=(.*)$/m.exec(script)?.[1]);
  const version = /^# version (.*)$/m.exec(script)?.[1];
  if (runtime === undefined || file === undefined || version === undefined) return false;
  const isOurs = [true, false].some(
    isElectron => script === shellScript({ file, version }, { path: runtime, isElectron }),
  );
  if (!isOurs || !existsSync(runtime) || !isTrusted(file)) return false;
  return compareVersions(version, program.version) >= 0;
}

function isTrusted(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return false;
  const user = process.getuid?.();
  return user === undefined || ((found.uid === user || found.uid === 0) && (found.mode & 0o002) === 0);
}

/** In single quotes nothing is special to a shell but the quote itself. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function unquote(quoted: string | undefined): string | undefined {
  return /^'(.*)'$/.exec(quoted ?? '')?.[1]?.replaceAll(`'\\''`, "'");
}

/** cmd.exe expands %name% even in quotes; a Windows path cannot hold a quote. */
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

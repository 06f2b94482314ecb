import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';

/** Distinguishes a dead lock holder from a live one, and a reused pid from its earlier process. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot on Linux, else ms UTC; 0 if unknown. */
  readonly start: number;
  /** Changes with each boot; empty on systems without it. */
  readonly boot: string;
  /** Pid namespace, within which pids are comparable; empty on systems without it. */
  readonly namespace: string;
  readonly host: string;
  /** Random, one per store handle. */
  readonly token: string;
  /** For display: `cli.mjs`, `extensionHostProcess.js`. */
  readonly program: string;
  /** Socket in the store's directory on which this process listens while it is alive. */
  readonly socket?: string;
  /** Newest supported format of the store; absent in versions that support only the first. */
  readonly format?: number;
}

export type Liveness = 'alive' | 'dead' | 'unknown';

function readOr(path: string, fallback: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return fallback;
  }
}

/** Reads fields 3 and 22 of /proc/<pid>/stat; the command name before them may contain spaces and brackets. */
function linuxProcess(pid: number | 'self'): { readonly state: string; readonly start: number } {
  const stat = readOr(`/proc/${pid}/stat`, '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: Number(fields[19] ?? 0) };
}

/** Returns the pid and time namespaces, by which pids and starts are counted. Empty if either is hidden. */
function linuxNamespace(): string {
  try {
    return `${readlinkSync('/proc/self/ns/pid')} ${readlinkSync('/proc/self/ns/time')}`;
  } catch {
    return '';
  }
}

let own: Omit<ProcessIdentity, 'token'> | undefined;

/** Has a fresh token. */
export function identifyThisProcess(): ProcessIdentity {
  own ??= {
    pid: process.pid,
    start: process.platform === 'linux' ? linuxProcess('self').start : Math.round(performance.timeOrigin),
    boot: process.platform === 'linux' ? readOr('/proc/sys/kernel/random/boot_id', '') : '',
    namespace: process.platform === 'linux' ? linuxNamespace() : '',
    host: hostname(),
    program: basename(process.argv[1] ?? process.execPath),
  };
  return { ...own, token: randomBytes(6).toString('hex') };
}

/** Has a fresh token; undefined if there is no such pid. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
  }
  const start = process.platform === 'linux' ? linuxProcess(pid).start : (queryStart(pid) ?? 0);
  return { ...identifyThisProcess(), pid, start, program: '' };
}

/** Returns true if suspended, as by Ctrl+Z; false if unknown. */
export function isStopped(pid: number): boolean {
  if (process.platform === 'linux') return /^[Tt]$/.test(linuxProcess(pid).state);
  return process.platform !== 'win32' && (ask('stat=', pid)?.startsWith('T') ?? false);
}

export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text) as Partial<ProcessIdentity> | null;
    if (typeof value !== 'object' || value === null) return undefined;
    const { pid, token } = value;
    if (pid === undefined || !Number.isSafeInteger(pid) || pid <= 0 || typeof token !== 'string') return undefined;
    // Tokens become parts of file names.
    if (!/^[\w-]{1,64}$/.test(token)) return undefined;
    const textOf = (text: unknown): string => (typeof text === 'string' ? text : '');
    return {
      pid,
      start: typeof value.start === 'number' ? value.start : 0,
      boot: textOf(value.boot),
      namespace: textOf(value.namespace),
      host: textOf(value.host),
      token,
      program: textOf(value.program),
      ...(typeof value.socket === 'string' && /^proc\.\d+\.[\w-]+\.sock$/.test(value.socket)
        ? { socket: value.socket }
        : {}),
      ...(typeof value.format === 'number' ? { format: value.format } : {}),
    };
  } catch {
    return undefined;
  }
}

/** `dead` is proven. `needs-socket` for another pid namespace of this kernel, or an unknown one (a sandbox without /proc). */
export function judgeByPid(owner: ProcessIdentity, self: ProcessIdentity): Liveness | 'needs-socket' {
  const onLinux = process.platform === 'linux';
  if (onLinux && (owner.boot === '' || self.boot === '')) return 'needs-socket';
  if (owner.boot !== self.boot) return owner.boot !== '' && owner.host === self.host ? 'dead' : 'unknown';
  if (owner.boot === '' && owner.host !== self.host) return 'unknown';
  if (owner.namespace !== self.namespace || (onLinux && self.namespace === '')) return 'needs-socket';
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM means a live process of another user; only ESRCH proves death.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'dead';
  }
  return onLinux ? judgeOnLinux(owner) : sameStart(owner) ? 'alive' : 'dead';
}

function judgeOnLinux(owner: ProcessIdentity): Liveness {
  const { state, start } = linuxProcess(owner.pid);
  // Z and X: ended, but not yet reaped by its parent.
  if (state === 'Z' || state === 'X') return 'dead';
  return owner.start === 0 || start === 0 || start === owner.start ? 'alive' : 'dead';
}

function sameStart(owner: ProcessIdentity): boolean {
  if (owner.start === 0 || process.platform === 'win32') return true;
  const start = queryStart(owner.pid);
  // `ps` rounds to seconds, and a process learns its own start a moment later.
  return start === undefined || Math.abs(start - owner.start) < 5000;
}

/** ms UTC; undefined if unknown. */
function queryStart(pid: number): number | undefined {
  const start = process.platform === 'win32' ? Number.NaN : Date.parse(ask('lstart=', pid) ?? '');
  return Number.isNaN(start) ? undefined : start;
}

/** Returns a column of `ps`. */
function ask(column: string, pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', timeout: 2000 }).trim();
  } catch {
    return undefined;
  }
}

/** `process 4711 (cli.mjs)`. */
export function describeIdentity(owner: ProcessIdentity): string {
  const where = owner.program === '' ? '' : ` (${owner.program})`;
  return `process ${owner.pid}${where}`;
}

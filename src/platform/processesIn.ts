import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename } from 'node:path';

export interface LivingProcess {
  readonly pid: number;
  readonly program: string;
}

/** Max wait for git to end, ms: views and agents run it in worktrees all the time. */
const gitPatience = 2000;
const betweenLooks = 50;

/**
 * Returns processes that work in a folder, except this one, its ancestors, `without` and their descendants, after a wait of
 * up to two seconds for git. Empty on systems like Windows, which do not let a used folder be moved.
 */
export async function processesIn(
  directory: string,
  without: readonly number[] = [],
): Promise<readonly LivingProcess[]> {
  if (process.platform === 'win32') return [];
  const end = performance.now() + gitPatience;
  let found = await processesNow(directory, without);
  while (found.length > 0 && found.every(({ program }) => program === 'git') && performance.now() < end) {
    await new Promise(resolve => setTimeout(resolve, betweenLooks));
    found = await processesNow(directory, without);
  }
  return found;
}

async function processesNow(directory: string, without: readonly number[]): Promise<readonly LivingProcess[]> {
  // Systems report real paths.
  const real = await realpath(directory).catch(() => directory);
  const found = process.platform === 'linux' ? await linuxProcessesIn(real) : await listedProcessesIn(real);
  const own = await lineOf(process.pid);
  const others: LivingProcess[] = [];
  for (const one of found) {
    if (own.has(one.pid)) continue;
    const line = without.length === 0 ? undefined : await lineOf(one.pid);
    if (!without.some(pid => line?.has(pid))) others.push(one);
  }
  return others;
}

export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

async function linuxProcessesIn(directory: string): Promise<LivingProcess[]> {
  const found: LivingProcess[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // Unreadable for processes of other users.
    const place = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (!isInside(place, directory)) continue;
    const program = await programOf(name);
    // A process without a name has just ended.
    if (program !== '') found.push({ pid: Number(name), program });
  }
  return found;
}

/** Empty if the process has ended. Node shows its thread's name, so the executable's is used. */
async function programOf(pid: string): Promise<string> {
  const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
  return name === 'MainThread' ? basename(await readlink(`/proc/${pid}/exe`).catch(() => name)) : name;
}

/** lsof is part of macOS; one field per line: `p` pid, `c` program, `n` folder. */
async function listedProcessesIn(directory: string): Promise<LivingProcess[]> {
  const found: LivingProcess[] = [];
  let pid = 0;
  let program = '';
  for (const line of (await output('lsof', ['-w', '-a', '-d', 'cwd', '-F', 'pcn'])).split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    if (line.startsWith('c')) program = line.slice(1);
    if (line.startsWith('n') && isInside(line.slice(1), directory)) found.push({ pid, program });
  }
  return found;
}

/** Undefined if the system does not provide it, as on Windows. */
export async function folderOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  const fields = (await output('lsof', ['-w', '-a', '-d', 'cwd', '-p', String(pid), '-F', 'n'])).split('\n');
  return fields.find(field => field.startsWith('n'))?.slice(1);
}

async function lineOf(first: number): Promise<ReadonlySet<number>> {
  const line = new Set<number>();
  for (let pid = first; pid > 1 && !line.has(pid); pid = await parentOf(pid)) line.add(pid);
  return line;
}

async function parentOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') return Number((await output('ps', ['-o', 'ppid=', '-p', String(pid)])).trim());
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function output(program: string, args: readonly string[]): Promise<string> {
  return new Promise(done => {
    execFile(program, [...args], { timeout: 5000, maxBuffer: 16 * 1024 * 1024 }, (_error, stdout) => done(stdout));
  });
}

import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename } from 'node:path';

/** A process, as people know it. */
export interface LivingProcess {
  readonly pid: number;
  /** Name of its program. */
  readonly program: string;
}

/** How long git may take to end, in ms: views and agents ask it about a worktree all the time, and it answers at once. */
const gitPatience = 2000;
const betweenLooks = 50;

/**
 * Processes whose working directory is in a folder, without this one and those that it was started by: whoever asks from a
 * terminal there knows. Git commands that end within two seconds are waited for and left out, as are the processes `without`
 * and all that these have started. Empty where the system does not tell, as on Windows, which does not let a folder in use be
 * moved.
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
  // Systems tell of processes where they are, whichever links they came by.
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

/** True for a folder and for what is in it. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

async function linuxProcessesIn(directory: string): Promise<LivingProcess[]> {
  const found: LivingProcess[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // Those of other users do not say where they are.
    const place = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (!isInside(place, directory)) continue;
    const program = await programOf(name);
    // One without a name has ended since.
    if (program !== '') found.push({ pid: Number(name), program });
  }
  return found;
}

/** The name that a process has, empty for one that has ended; of Node, which calls itself after its thread, that of its program. */
async function programOf(pid: string): Promise<string> {
  const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim();
  return name === 'MainThread' ? basename(await readlink(`/proc/${pid}/exe`).catch(() => name)) : name;
}

/** By lsof, which macOS brings: fields of a line each, `p` pid, `c` program, `n` folder. */
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

/** The working directory of a process; undefined where the system does not tell, as on Windows. */
export async function folderOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  const fields = (await output('lsof', ['-w', '-a', '-d', 'cwd', '-p', String(pid), '-F', 'n'])).split('\n');
  return fields.find(field => field.startsWith('n'))?.slice(1);
}

/** A process, its parent, that one's parent and so on. */
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

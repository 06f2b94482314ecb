import { readdir, readFile } from 'node:fs/promises';
import type { ListedProcess, ProcessSystem } from './listedProcess.js';
import { signalAll } from './signalAll.js';

export const linux: ProcessSystem = {
  async list(marker) {
    const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
    const found = await Promise.all(pids.map(pid => readOne(pid, marker)));
    return found.filter(one => one !== undefined);
  },
  end: signalAll,
};

async function readOne(pid: string, marker: string): Promise<ListedProcess | undefined> {
  const [stat, environment] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    // Unreadable for processes of other users.
    readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
  ]);
  return parseStat(stat, marker !== '' && environment.split('\0').includes(marker));
}

/** Reads `/proc/<pid>/stat`; the program's name in it may contain blanks and brackets. Undefined if ended. */
export function parseStat(stat: string, isMarked: boolean): ListedProcess | undefined {
  const [state = '', parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (stat === '' || 'ZXx'.includes(state)) return undefined;
  const start = Number(rest[16]);
  return { pid: Number.parseInt(stat, 10), parent: Number(parent), group: Number(group), start, isMarked };
}

import type { ListedProcess, ProcessSystem } from './listedProcess.js';
import { output } from './output.js';
import { signalAll } from './signalAll.js';

// -E adds the environment to the command, except of programs that the system protects.
const columns = ['-A', '-E', '-ww', '-o', 'pid=,ppid=,pgid=,stat=,lstart=,command='];

export const mac: ProcessSystem = {
  list: async marker => parsePs(await output('ps', columns), marker),
  end: signalAll,
};

const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3} +\w+ +\w+ [\d:]{8} \d{4})\s+(.*)$/;

/** Reads lines of `pid ppid pgid stat lstart command environment`; starts are in ms UTC, rounded to seconds. */
export function parsePs(text: string, marker: string): readonly ListedProcess[] {
  return text.split('\n').flatMap(line => {
    const [, pid, parent, group, state = '', start = '', command = ''] = row.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    const isMarked = marker !== '' && ` ${command} `.includes(` ${marker} `);
    return [
      { pid: Number(pid), parent: Number(parent), group: Number(group), start: Date.parse(start) || 0, isMarked },
    ];
  });
}

import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** `running`: a program; `stopped`: one suspended, as by Ctrl+Z; `busy`: the shell's startup files; `idle`: at its prompt. */
export type ShellState = 'running' | 'stopped' | 'busy' | 'idle' | 'gone' | 'unknown';

export interface TerminalProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Foreground process group of its terminal; not positive without one. */
  readonly foreground: number;
  /** `R`, `S`, `T`, `Z` and others, as in `ps`. */
  readonly state: string;
  /** CPU time; grows while the process computes. */
  readonly cpu: string;
  readonly words: readonly string[];
}

/** Each call compares with the previous one. */
export function watchShell(pid: number, list = terminalProcesses): () => Promise<ShellState> {
  if (process.platform === 'win32') return async () => (isThere(pid) ? 'unknown' : 'gone');
  let before: string | undefined;
  return async () => {
    const processes = await list();
    const shell = processes.find(one => one.pid === pid);
    // Processes without a terminal are not listed.
    if (shell === undefined) return isThere(pid) ? 'unknown' : 'gone';
    if (/^[ZX]/.test(shell.state)) return 'gone';
    // The shell itself, a shell that it started, or a program.
    const front = processes.find(one => one.pid === shell.foreground);
    if (front === undefined && shell.foreground > 0) return 'running';
    const holder = front ?? shell;
    if (!isPromptingShell(holder.words)) return /^[Tt]/.test(holder.state) ? 'stopped' : 'running';
    const children = processes.filter(one => one.parent === holder.pid && !/^[ZX]/.test(one.state));
    if (children.some(one => /^[Tt]/.test(one.state))) return 'stopped';
    const mark = `${holder.pid} ${holder.cpu}`;
    const hasComputed = mark !== before;
    before = mark;
    // Before the first prompt, startup files run in the shell's own group.
    const isHelped = children.some(one => one.group === holder.group);
    return isHelped || hasComputed || holder.state.startsWith('R') ? 'busy' : 'idle';
  };
}

const shells = new Set('ash bash csh dash elvish fish ksh mksh nu powershell pwsh sh tcsh zsh'.split(' '));
/** Shell options that take the next word. */
const withValue = new Set(['--rcfile', '--init-file', '--init-command', '-C', '-o', '+o', '-O', '+O']);

/** False for a shell that runs a script or a command. */
export function isPromptingShell([program = '', ...words]: readonly string[]): boolean {
  const name = basename(program).replace(/^-/, '').toLowerCase();
  if (!shells.has(name)) return false;
  if (name === 'pwsh' || name === 'powershell') {
    return (
      words.length === 0 || words.some(word => /^-noe/i.test(word)) || words.every(word => /^-(nol|l)/i.test(word))
    );
  }
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (withValue.has(word)) index += 1;
    else if (!/^[-+]./.test(word) || /^-[a-z]*c/i.test(word) || /^--command/.test(word)) return false;
    else if (/^-[a-z]*s$/i.test(word)) return true;
  }
  return true;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function terminalProcesses(): Promise<readonly TerminalProcess[]> {
  return process.platform === 'linux' ? linuxProcesses() : listedProcesses();
}

async function linuxProcesses(): Promise<TerminalProcess[]> {
  const names = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const found = await Promise.all(names.map(linuxProcess));
  return found.filter(one => one !== undefined);
}

/** Undefined without a terminal, or if it has just ended. */
async function linuxProcess(name: string): Promise<TerminalProcess | undefined> {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
  // The name before the fields may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group, , terminal, foreground] = fields;
  if (terminal === undefined || terminal === '0') return undefined;
  const words = (await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')).split('\0');
  return {
    ...{ pid: Number(name), parent: Number(parent), group: Number(group), foreground: Number(foreground) },
    ...{ state, cpu: `${fields[11]} ${fields[12]}`, words: words.slice(0, -1) },
  };
}

/** ps is part of macOS and others. */
async function listedProcesses(): Promise<TerminalProcess[]> {
  const columns = ['pid', 'ppid', 'pgid', 'tpgid', 'state', 'time', 'args'].flatMap(name => ['-o', `${name}=`]);
  const text = await new Promise<string>(done => {
    execFile('ps', ['-A', ...columns], { timeout: 5000, maxBuffer: 16 * 1024 * 1024 }, (_error, stdout) =>
      done(stdout),
    );
  });
  return text.split('\n').flatMap(line => {
    const [pid, parent, group, foreground, state, cpu, ...words] = line.trim().split(/\s+/);
    if (state === undefined || cpu === undefined || !(Number(foreground) > 0)) return [];
    return {
      ...{ pid: Number(pid), parent: Number(parent), group: Number(group), foreground: Number(foreground) },
      ...{ state, cpu, words },
    };
  });
}

import type { ListedProcess, ProcessSystem } from './listedProcess.js';
import { output } from './output.js';

// tasklist names no parents.
const query =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $(if ($_.CreationDate) { $_.CreationDate.ToFileTimeUtc() } else { 0 })" }';

export const windows: ProcessSystem = {
  list: async () =>
    parseProcesses(await output('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', query])),
  async end(group, pids, hard) {
    // Without /F, taskkill only closes windows, which these programs do not have: stdin was closed before.
    if (!hard) return;
    if (group > 0) await output('taskkill', ['/PID', String(group), '/T', '/F']);
    for (const pid of pids) await output('taskkill', ['/PID', String(pid), '/F']);
  },
};

/** Reads lines of `pid parent start`, the start in units of 100 ns. */
export function parseProcesses(text: string): readonly ListedProcess[] {
  return text.split('\n').flatMap(line => {
    const [, pid, parent, start] = /^(\d+) (\d+) (\d+)\s*$/.exec(line) ?? [];
    if (pid === undefined || pid === '0') return [];
    // Milliseconds, since the whole is no exact number.
    return [
      { pid: Number(pid), parent: Number(parent), group: 0, start: Number(start?.slice(0, -4)), isMarked: false },
    ];
  });
}

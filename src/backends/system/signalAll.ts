/** Sends SIGTERM or SIGKILL to a group (0 for none) and to processes, which may be outside of it. */
export async function signalAll(group: number, pids: readonly number[], hard: boolean): Promise<void> {
  const signal = hard ? 'SIGKILL' : 'SIGTERM';
  // 0 and -1 address more than a group.
  for (const target of [...(group > 1 ? [-group] : []), ...pids]) {
    try {
      process.kill(target, signal);
    } catch {
      // It has ended in the meantime.
    }
  }
}

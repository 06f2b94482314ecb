import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { IntentFiles } from './intentFiles.js';
import type { Machine } from './machine.js';

export interface ProcessMutex {
  /**
   * Runs exclusively among processes by file name; does not wait for dead holders. After a minute, or if no file can be written,
   * runs without the lock: guard writes of `work` separately.
   */
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
}

const patience = { wait: 60_000, look: 25, unknown: 10 * 60_000 };

/** Time, unique mark of this hold, identity of the process. */
const holderForm = /^(\d+) [0-9a-f]+ (.+)$/;

export function openProcessMutex(files: IntentFiles, machine: Pick<Machine, 'identity' | 'judge'>): ProcessMutex {
  const isGone = (text: string): boolean => {
    const [, since = 0, identity = ''] = holderForm.exec(text) ?? [];
    const verdict = machine.judge(identity);
    return verdict === 'dead' || (verdict === 'unknown' && Date.now() - Number(since) > patience.unknown);
  };
  const begin = async (name: string, own: string): Promise<boolean> => {
    for (const started = Date.now(); Date.now() - started < patience.wait; ) {
      if (await files.begin(name, own)) return true;
      const holder = await files.read(name);
      if (holder === undefined) continue;
      if (isGone(holder) && (await files.replace(name, holder, own))) return true;
      await wait(patience.look * (0.5 + Math.random()));
    }
    return false;
  };
  return {
    async take(name, work) {
      // A process may wait for itself: the mark distinguishes its holds.
      const own = `${Date.now()} ${randomBytes(4).toString('hex')} ${machine.identity()}`;
      const isOurs = await begin(name, own).catch(() => false);
      try {
        return await work();
      } finally {
        // Others may have taken it from a process that seemed to be gone.
        if (isOurs && (await files.read(name).catch(() => undefined)) === own) {
          await files.remove(name).catch(() => undefined);
        }
      }
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { identifyThisProcess, judgeByPid, parseIdentity } from '../platform/processIdentity.js';
import { linux } from './system/linux.js';
import { type Members, membersIn, type ProcessGroup, type ProcessSystem } from './system/listedProcess.js';
import { mac } from './system/mac.js';
import { windows } from './system/windows.js';

/** Variable by which all processes of one start are found, wherever they have moved to. */
export const sessionVariable = 'STATEROOM_SESSION';

const systems: Partial<Record<NodeJS.Platform, ProcessSystem>> = { darwin: mac, win32: windows };
const thisSystem = systems[process.platform] ?? linux;
/** Between two looks, in ms: elsewhere each look starts a program. */
const betweenLooks = process.platform === 'linux' ? 20 : 150;
/** Max wait for processes to go after SIGKILL, ms. One that waits for a disk or a device may take longer. */
const killMs = 10_000;

export interface GroupEnd {
  /** True if some had to be killed. */
  readonly wasKilled: boolean;
  /** Pids that are still there; almost always empty. */
  readonly left: readonly number[];
}

/** Asks all processes of a group to end, and kills after `termMs` those that did not. */
export async function endProcesses(group: ProcessGroup, termMs: number): Promise<GroupEnd> {
  const asked = new Set<number>();
  const leftAlive = await whileThereAre(group, termMs, async ({ pids, ownsGroup }) => {
    const others = pids.filter(pid => !asked.has(pid));
    if (others.length > 0) await thisSystem.end(ownsGroup && asked.size === 0 ? group.leader : 0, others, false);
    for (const pid of others) asked.add(pid);
  });
  if (leftAlive.length === 0) return { wasKilled: false, left: [] };
  const left = await whileThereAre(group, killMs, ({ pids, ownsGroup }) =>
    thisSystem.end(ownsGroup ? group.leader : 0, pids, true),
  );
  return { wasKilled: true, left };
}

/** Processes that an earlier one started and left, as far as they are known. */
export interface LeftProcesses {
  /** Identity of the program, as of `Machine.identify`. */
  readonly identity: string | null;
  readonly group: number | null;
  /** Value of `STATEROOM_SESSION`. */
  readonly session: string;
}

/**
 * Ends a program that an earlier process started, and whatever it left. Resolves with true once nothing is left, and with false if
 * that cannot be told from here, as in another container.
 */
export async function endLeft({ identity, group, session }: LeftProcesses): Promise<boolean> {
  const marker = session === '' ? '' : `${sessionVariable}=${session}`;
  if (identity === null || group === null) return isGone({ leader: 0, start: 0, marker });
  const owner = parseIdentity(identity);
  if (owner === undefined) return false;
  const self = identifyThisProcess();
  if (owner.boot !== self.boot && owner.boot !== '' && owner.host === self.host) return true;
  const judged = judgeByPid(owner, self);
  if (judged === 'unknown' || judged === 'needs-socket') return false;
  return isGone({ leader: group, start: owner.start, marker });
}

/** As `endLeft`, of a program whose session is not known. */
export function endGroup(identity: string, group: number): Promise<boolean> {
  return endLeft({ identity, group, session: '' });
}

async function isGone(group: ProcessGroup): Promise<boolean> {
  return (await endProcesses(group, 2000)).left.length === 0;
}

/** Kills at once; for the end of this process, which can wait for nothing. */
export function killNow({ leader }: ProcessGroup): void {
  void thisSystem.end(leader, [leader], true);
}

async function find(group: ProcessGroup): Promise<Members> {
  return membersIn(await thisSystem.list(group.marker), group, process.pid);
}

/** Looks until two looks in a row find nothing, since a process may begin during one; returns those that outlast the limit. */
async function whileThereAre(
  group: ProcessGroup,
  limitMs: number,
  act: (members: Members) => Promise<void>,
): Promise<readonly number[]> {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
  }, limitMs);
  try {
    for (let empty = 0, pause = betweenLooks; ; ) {
      const members = await find(group);
      empty = members.pids.length === 0 ? empty + 1 : 0;
      if (empty === 2) return [];
      if (empty === 1) continue;
      if (isOver) return members.pids;
      await act(members);
      await wait(pause);
      pause = Math.min(pause * 1.5, 150);
    }
  } finally {
    clearTimeout(timer);
  }
}

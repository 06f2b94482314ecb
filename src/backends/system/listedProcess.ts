/** A living process, as a system lists it. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** 0 on Windows, which has no process groups. */
  readonly group: number;
  /** When it began, in any unit that orders processes; 0 if unknown. */
  readonly start: number;
  /** True if the marker is in its environment; false where that cannot be read. */
  readonly isMarked: boolean;
}

/** The part of a system that finds and ends processes; one file per system. */
export interface ProcessSystem {
  /** All living processes that this user may see, without zombies. `marker`: `NAME=value` in an environment. */
  list(marker: string): Promise<readonly ListedProcess[]>;
  /** Asks a group (0 for none) and these processes to end; `hard` leaves them no choice. Those that are gone are ignored. */
  end(group: number, pids: readonly number[], hard: boolean): Promise<void>;
}

/** Marks by which the processes of one start are found. */
export interface ProcessGroup {
  /** Pid of the program that was started, and id of its process group; 0 if unknown. */
  readonly leader: number;
  /** As in `ListedProcess`; 0 if unknown. */
  readonly start: number;
  /** `NAME=value` in the environment of all its processes; empty if unknown. */
  readonly marker: string;
}

export interface Members {
  readonly pids: readonly number[];
  /** False if the group's id belongs to another program by now. */
  readonly ownsGroup: boolean;
}

/**
 * Returns the processes of a group: those with its id, those that carry the marker, and the descendants of both, which may be in
 * groups and sessions of their own; without `self` and its ancestors.
 */
export function membersIn(all: readonly ListedProcess[], group: ProcessGroup, self: number): Members {
  const byPid = new Map(all.map(one => [one.pid, one]));
  const own = new Set<number>();
  for (let pid = self; pid > 0 && !own.has(pid); pid = byPid.get(pid)?.parent ?? 0) own.add(pid);
  const leader = byPid.get(group.leader);
  const isReused = leader !== undefined && group.start > 0 && leader.start > 0 && leader.start !== group.start;
  // 0 and 1 are the system's.
  const ownsGroup = group.leader > 1 && !isReused;
  const isFirst = (one: ListedProcess): boolean =>
    !own.has(one.pid) && (one.isMarked || (ownsGroup && (one.pid === group.leader || one.group === group.leader)));
  const members = new Map(all.filter(isFirst).map(({ pid, start }) => [pid, start]));
  // On Windows, children keep the pid of a parent that is gone.
  if (leader === undefined && ownsGroup) members.set(group.leader, group.start);
  const isChild = ({ pid, parent, start }: ListedProcess): boolean => {
    const parentStart = members.get(parent);
    // A parent that is younger than its child has the pid of an earlier process.
    return parentStart !== undefined && !members.has(pid) && !own.has(pid) && (start === 0 || parentStart <= start);
  };
  for (let found = all.filter(isChild); found.length > 0; found = all.filter(isChild)) {
    for (const { pid, start } of found) members.set(pid, start);
  }
  const pids = [...members.keys()].filter(pid => byPid.has(pid));
  return { pids: pids.sort((one, other) => one - other), ownsGroup };
}

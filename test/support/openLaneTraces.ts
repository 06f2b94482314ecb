import type { LaneTestRepository } from './laneTestRepository.js';

type Traces = ReturnType<LaneTestRepository['traces']>;

/** The traces of a repository without lanes. */
export const nothingOf = (repo: LaneTestRepository): Traces => ({
  branches: ['main'],
  trees: [`worktree ${repo.repository}`],
  records: [],
  folders: [],
  intentLogs: [],
  rescues: [],
});

/** The traces of one whole lane, `login`. */
export const laneOf = (repo: LaneTestRepository): Traces => ({
  branches: ['feature/login', 'main'],
  trees: [`worktree ${repo.repository}`, `worktree ${repo.repository}.worktrees/login`],
  records: ['login'],
  folders: ['login'],
  intentLogs: [],
  rescues: [],
});

/** Calls back at the `nth` time that a call is before or after its work. */
export function at(
  repo: LaneTestRepository,
  call: string,
  nth: number,
  moment: 'before' | 'after',
  act: () => void | Promise<void>,
): void {
  let seen = 0;
  repo.interfere = (name, when) => {
    if (name !== call || when !== moment) return undefined;
    seen += 1;
    return seen === nth ? act() : undefined;
  };
}

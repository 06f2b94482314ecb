import { agents } from '../agent/agents.js';

/** Which tool made a worktree, by its folder, else by what its branch is called; undefined for one that anyone made. */
export function treeMaker(directory: string, branch = ''): string | undefined {
  const path = directory.replaceAll('\\', '/');
  const found =
    agents.find(({ worktrees }) => worktrees?.folder.test(path)) ??
    agents.find(({ worktrees }) => worktrees?.branch?.test(branch));
  return found?.worktrees?.maker ?? found?.title;
}

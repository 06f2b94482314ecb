import { agents } from '../agent/agents.js';

/** Guesses the tool that made a worktree, by its folder, else its branch. */
export function treeMaker(directory: string, branch = ''): string | undefined {
  const path = directory.replaceAll('\\', '/');
  const found =
    agents.find(({ worktrees }) => worktrees?.folder.test(path)) ??
    agents.find(({ worktrees }) => worktrees?.branch?.test(branch));
  return found?.worktrees?.maker ?? found?.title;
}

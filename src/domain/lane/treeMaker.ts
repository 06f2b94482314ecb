import { agents } from '../agent/agents.js';

/** Guesses the tool that created a worktree from its folder, else from its branch; undefined if unknown. */
export function treeMaker(directory: string, branch = ''): string | undefined {
  const path = directory.replaceAll('\\', '/');
  const found =
    agents.find(({ worktrees }) => worktrees?.folder.test(path)) ??
    agents.find(({ worktrees }) => worktrees?.branch?.test(branch));
  return found?.worktrees?.maker ?? found?.title;
}

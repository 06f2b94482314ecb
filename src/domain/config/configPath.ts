/** Relative to the worktree root. Tracked by git; gates read it from the base branch. */
export const configPath = '.stateroom/config.json';

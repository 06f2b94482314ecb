/** Below the root of the main worktree. */
export const dashboardPath = '.stateroom/dashboard.md';

/** Where a task stands. All but `done` are live. */
export const taskStatuses = ['in_progress', 'blocked', 'review', 'done'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

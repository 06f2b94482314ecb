/** All but `done` are active. */
export const taskStatuses = ['in_progress', 'blocked', 'review', 'done'] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** The formats that can be imported; ids of work items begin with these names. */
export const importFormats = ['beads', 'taskmaster', 'backlog', 'github', 'csv', 'jsonl'] as const;
export type ImportFormat = (typeof importFormats)[number];

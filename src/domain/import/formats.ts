const textFormats = [
  'beads',
  'taskmaster',
  'backlog',
  'github',
  'gitlab',
  'jira',
  'linear',
  'csv',
  'jsonl',
  'json',
] as const;
export type TextFormat = (typeof textFormats)[number];

const databaseFormats = ['agent-state', 'workstate'] as const;
export type DatabaseFormat = (typeof databaseFormats)[number];

/** Formats that can be imported; work item ids begin with these names, except those of GitHub. */
export const importFormats = [...textFormats, ...databaseFormats] as const;
export type ImportFormat = TextFormat | DatabaseFormat;

export function isDatabaseFormat(format: ImportFormat): format is DatabaseFormat {
  return (databaseFormats as readonly string[]).includes(format);
}
